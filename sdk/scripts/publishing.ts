/** What packing the SDK and the command line have in common. npx fetches tsdown, which only publishing needs. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BUNDLER = 'tsdown@0.22.14';

/** Builds a package by its tsdown.config.ts. */
export function bundle(folder: URL): void {
  const cwd = fileURLToPath(folder);
  execFileSync('npx', ['--yes', '--package', BUNDLER, 'tsdown', '--logLevel', 'warn'], {
    cwd,
    stdio: 'inherit',
  });
}

/** Packs what is in a folder, and prints the packed file's name and size as JSON. @param target where the file goes. */
export function pack(folder: URL, target: string): void {
  const args = ['pack', '--json', '--pack-destination', target];
  const packed = execFileSync('npm', args, { cwd: fileURLToPath(folder), encoding: 'utf8' });
  const [{ filename, size, unpackedSize, files }] = JSON.parse(packed);
  console.log(JSON.stringify({ filename, size, unpackedSize, files: files.length }));
}
