/**
 * npm run cli:pack [FOLDER]: writes what is published to cli/dist, packs it, and tells its name and size. See docs/decisions/0085.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, pack } from '../../sdk/scripts/publishing.ts';

const CLI = new URL('../', import.meta.url);
const DIST = new URL('dist/', CLI);
/** Where the packed file goes; cli by default. */
const [target = fileURLToPath(CLI)] = process.argv.slice(2);

rmSync(DIST, { recursive: true, force: true });
bundle(CLI);
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
pack(DIST, target);
