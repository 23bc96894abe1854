/**
 * npm run cli:pack [FOLDER]: writes what is published to cli/dist, packs it, and tells its name and size. npx fetches tsdown, which
 * only publishing needs. See docs/decisions/0085.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BUNDLER = 'tsdown@0.22.14';
const CLI = new URL('../', import.meta.url);
const DIST = new URL('dist/', CLI);
const cwd = fileURLToPath(CLI);
/** Where the packed file goes; cli by default. */
const [target = cwd] = process.argv.slice(2);

rmSync(DIST, { recursive: true, force: true });
execFileSync('npx', ['--yes', '--package', BUNDLER, 'tsdown', '--logLevel', 'warn'], {
  cwd,
  stdio: 'inherit',
});
const {
  private: _,
  dependencies,
  ...manifest
} = JSON.parse(readFileSync(new URL('package.json', CLI), 'utf8'));
const { '@guidepost/sdk': _bundled, ...others } = dependencies;
const published = { ...manifest, bin: { guidepost: './main.mjs' }, dependencies: others };
writeFileSync(new URL('package.json', DIST), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(new URL('README.md', CLI), new URL('README.md', DIST));
copyFileSync(new URL('../LICENSE', CLI), new URL('LICENSE', DIST));
const args = ['pack', '--json', '--pack-destination', target];
const packed = execFileSync('npm', args, { cwd: fileURLToPath(DIST), encoding: 'utf8' });
const [{ filename, size, unpackedSize, files }] = JSON.parse(packed);
console.log(JSON.stringify({ filename, size, unpackedSize, files: files.length }));
