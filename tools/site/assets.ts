/** Style sheet, scripts, fonts and pictures: all that a page loads, in one folder that is named by the build. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('client', import.meta.url));

/** Latin letters, with those of all European languages; names in other scripts take the system's fonts. */
const FONTS = {
  'inter-latin.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'inter-latin-ext.woff2': '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  'mono-latin.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};

export function writeAssets(checkout: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(CLIENT, folder, { recursive: true, filter: (file) => !file.endsWith('.d.ts') });
  cpSync(join(checkout, 'docs', 'images'), join(folder, 'images'), { recursive: true });
  const modules = join(checkout, 'node_modules');
  for (const [name, file] of Object.entries(FONTS)) cpSync(join(modules, file), join(folder, name));
  const minisearch = readFileSync(join(modules, 'minisearch/dist/es/index.js'), 'utf8');
  // Its source map stays where it is; browsers know modules by their addresses.
  writeFileSync(join(folder, 'minisearch.js'), minisearch.replace(/^\/\/# sourceMappingURL.*$/m, ''));
  const search = readFileSync(join(CLIENT, 'search.js'), 'utf8');
  writeFileSync(join(folder, 'search.js'), search.replace("from 'minisearch'", "from './minisearch.js'"));
}
