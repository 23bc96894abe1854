/** `npm run build`: the documentation site, from docs/ and the API's own document. Unchanged sources are built once. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeApi } from '../../api/document.ts';
import { writeAssets } from './assets.ts';
import { BASE } from './chapters.ts';
import { compress } from './compress.ts';
import { readSite } from './data.ts';
import { writePages } from './eleventy.ts';
import { checkPages } from './links.ts';
import type { ApiDocument } from './reference/operations.ts';
import { writeSearchIndex } from './search.ts';
import { isBuilt, siteFolder, stampOf } from './stamp.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * Builds the site into `out`, which stays as it is until the new one is whole.
 * @returns whether there was anything to do.
 * @throws an Error that lists the links that lead nowhere.
 */
export async function buildSite(out = siteFolder(CHECKOUT)): Promise<boolean> {
  const stamp = stampOf(CHECKOUT);
  if (isBuilt(CHECKOUT, out, stamp)) return false;
  const draft = `${out}.${process.pid}`;
  try {
    const site = readSite(CHECKOUT, (await describeApi()) as ApiDocument);
    const assets = `assets/${stamp.slice(0, 12)}`;
    mkdirSync(draft, { recursive: true });
    const broken = await writePages({ checkout: CHECKOUT, site, out: draft, assets: `${BASE}/${assets}` });
    writeAssets(CHECKOUT, join(draft, assets));
    const problems = [...broken, ...checkPages(draft)];
    if (problems.length > 0) throw new Error(`links that lead nowhere:\n${problems.join('\n')}`);
    writeSearchIndex(draft, join(draft, assets, 'search.json'), site);
    compress(draft);
    writeFileSync(join(draft, 'stamp'), stamp);
    replace(draft, out);
    return true;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Two renames: a request in between is answered that the site is being built. */
function replace(draft: string, out: string): void {
  const old = `${draft}.old`;
  if (existsSync(out)) renameSync(out, old);
  renameSync(draft, out);
  rmSync(old, { recursive: true, force: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = performance.now();
  const isNew = await buildSite();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(isNew ? `Documentation built in ${seconds} s` : 'Documentation is up to date');
}
