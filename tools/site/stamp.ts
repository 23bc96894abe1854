/** What a build of the site was made from. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAPTER_GLOBS } from './chapters.ts';

/** Chapters and pictures, the site's own sources, all that the API's document is made from, the versions of libraries. */
const SOURCES = [
  ...CHAPTER_GLOBS,
  'docs/images/*',
  'contract/samples/**/*.ts',
  'packages/sdk/src/generated/operations.ts',
  'tools/site/**/*.{ts,js,css,svg}',
  '{api,contract,db,domain,jobs,lib,services,workflows}/**/*.{ts,json}',
  'package-lock.json',
];

export function stampOf(checkout: string): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: checkout, exclude: ['tools/site/dist*/**', 'db/migrations/**'] });
  for (const file of [...new Set(files)].sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Where the site is built, and where the API finds it (api/routes/documentation.ts). */
export function siteFolder(checkout: string): string {
  return join(checkout, 'tools', 'site', 'dist');
}

/** Whether the site that is there was made from what is there. */
export function isBuilt(checkout: string, folder = siteFolder(checkout), stamp = stampOf(checkout)): boolean {
  const file = join(folder, 'stamp');
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}
