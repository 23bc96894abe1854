/** What a build of the console's pages was made from. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its own sources, the pure rules and types that it takes from elsewhere, the versions of libraries. */
const SOURCES = [
  'console/web/index.html',
  'console/web/{build,stamp}.ts',
  'console/web/public/*',
  'console/web/{src,worker}/**/*.{ts,tsx,css,svg}',
  'domain/**/*.ts',
  'package-lock.json',
];

export function consoleStamp(checkout: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: checkout }).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Where the pages are built, and where the console's server finds them. */
export function consoleFolder(checkout: string): string {
  return join(checkout, 'console', 'web', 'dist');
}

/** Whether the pages that are there were made from what is there. */
export function isConsoleBuilt(checkout: string): boolean {
  return builtFrom(join(consoleFolder(checkout), 'stamp')) === consoleStamp(checkout);
}

/** Undefined where there are no pages, or they are being put in their place. */
function builtFrom(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
