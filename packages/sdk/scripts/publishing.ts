/** What the SDK and the command line have in common when they become packages. */
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

export interface Bundle {
  /** The package's own folder. */
  readonly source: URL;
  /** By the path that the file gets, without its ending. */
  readonly entries: Readonly<Record<string, string>>;
  readonly ending: '.js' | '.mjs';
  readonly platform: 'neutral' | 'node';
  readonly target: string;
  /** Packages that stay packages, with all that is below them. */
  readonly external?: readonly string[];
  readonly out: string;
}

/** Writes JavaScript with its names, comments and source maps: whoever debugs an integration reads it. */
export async function bundle({ source, entries, ending, platform, target, external = [], out }: Bundle) {
  await build({
    cwd: fileURLToPath(source),
    input: { ...entries },
    platform,
    external: (name) =>
      name.startsWith('node:') || external.some((one) => name === one || name.startsWith(`${one}/`)),
    transform: { target },
    logLevel: 'warn',
    output: {
      dir: out,
      format: 'esm',
      sourcemap: true,
      entryFileNames: `[name]${ending}`,
      chunkFileNames: `shared/[name]${ending}`,
    },
  });
}

/** What npm packs a file with, so that the umask of whoever builds is not in the package. */
const FILE_MODE = 0o644;

/** Packs what is in a folder: the same bytes on every machine. @param file what the packed file is called, beside the folder. */
export function pack(folder: string, file: string): void {
  for (const path of globSync(join(folder, '**'))) if (statSync(path).isFile()) chmodSync(path, FILE_MODE);
  const target = join(folder, '..');
  const args = ['pack', '--json', '--silent', '--pack-destination', target];
  const packed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(packed);
  renameSync(join(target, filename), join(target, file));
}
