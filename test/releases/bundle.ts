/**
 * `npm run proof -- release:bundle`: keeps the workflows of this checkout as those of its release, for side-by-side.test.ts of the next
 * one. Run it with each release, and commit the file. Entry file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleWorkflows } from '../../activities/workers.ts';
import { withoutSourceMap } from './previous.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const bundle = await bundleWorkflows();
if (!('code' in bundle)) throw new Error('the bundle is no code');
const file = fileURLToPath(new URL(`${version}.js.gz`, import.meta.url));
// A release's workflows never change: where they are kept, the version has not been raised yet.
writeFileSync(file, gzipSync(withoutSourceMap(bundle.code), { level: 9 }), { flag: 'wx' });
console.log(file);
