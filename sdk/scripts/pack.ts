/**
 * npm run sdk:pack [FOLDER]: writes what is published to sdk/dist, packs it, and tells its name and size. See docs/decisions/0084.
 */
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, pack } from './publishing.ts';

const SDK = new URL('../', import.meta.url);
const DIST = new URL('dist/', SDK);
/** Where the packed file goes; sdk by default. */
const [target = fileURLToPath(SDK)] = process.argv.slice(2);

bundle(SDK);
for (const file of globSync('**/*.d.ts', { cwd: fileURLToPath(DIST) })) {
  const path = new URL(file, DIST);
  // Editors need no indentation.
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^[ \t]+/gm, ''));
}
const {
  private: _,
  devDependencies: __,
  exports: entries,
  ...manifest
} = JSON.parse(readFileSync(new URL('package.json', SDK), 'utf8'));
const published = { ...manifest, types: './index.d.ts', exports: builtEntries(entries) };
writeFileSync(new URL('package.json', DIST), `${JSON.stringify(published, null, 2)}\n`);
for (const file of ['README.md', 'LICENSE']) copyFileSync(new URL(file, SDK), new URL(file, DIST));
pack(DIST, target);

/** Of sources, their build: `./src/index.ts` is `./index.js` with the types of `./index.d.ts`. */
function builtEntries(sources: Record<string, string>): object {
  const built = Object.entries(sources).map(([entry, source]) => {
    const base = source.replace('./src/', './').replace(/\.ts$/, '');
    return [entry, { types: `${base}.d.ts`, default: `${base}.js` }];
  });
  return { ...Object.fromEntries(built), './package.json': './package.json' };
}
