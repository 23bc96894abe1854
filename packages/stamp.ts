/** What the packages that integrators install were made from. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The two packages, what the command line has of the platform, the version of what bundles them. */
const SOURCES = [
  'packages/{sdk,cli}/{src,scripts}/**/*.{ts,json}',
  'packages/{sdk,cli}/{package.json,README.md}',
  '{domain,lib/callbacks}/**/*.ts',
  'packages/*.ts',
  'LICENSE',
  'package-lock.json',
];

export function packagesStamp(checkout: string): string {
  const hash = createHash('sha256');
  for (const file of [...new Set(globSync(SOURCES, { cwd: checkout }))].sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Where they are built, and where the API finds them (api/routes/packages.ts). */
export function packagesFolder(checkout: string): string {
  return join(checkout, 'packages', 'dist');
}

/** Whether the packages that are there were made from what is there. */
export function arePackagesBuilt(checkout: string, folder = packagesFolder(checkout)): boolean {
  const file = join(folder, 'stamp');
  return existsSync(file) && readFileSync(file, 'utf8') === packagesStamp(checkout);
}
