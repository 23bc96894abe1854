/** `npm run build`: the pages, for console/server to serve. Does nothing where they are built already. */
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { LANGUAGES } from '../../domain/console-roles.ts';
import { consoleFolder, consoleStamp, isConsoleBuilt } from './stamp.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const folder = consoleFolder(checkout);
const stamp = consoleStamp(checkout);

/**
 * Few files rather than small ones, since each costs a request and a browser makes six at a time: what starts is one, what three pages
 * and more are made of another; a page has its own.
 */
const FILES = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'kit', minShareCount: 3 },
];

/** The kit, and the characters of most words. */
const FIRST = [
  { name: /kit-[^/]+\.js$/, attrs: { rel: 'modulepreload' } },
  { name: /kit-[^/]+\.css$/, attrs: { rel: 'stylesheet' } },
  { name: /inter-latin-wght[^/]+\.woff2$/, attrs: { rel: 'preload', as: 'font', type: 'font/woff2' } },
];

// Whoever builds: tests have NODE_ENV=test, and React would be its development half, a third larger and slower.
process.env.NODE_ENV = 'production';

if (!isConsoleBuilt(checkout)) {
  // Built beside it and then moved into its place, so that an interrupted build leaves the earlier pages.
  const fresh = `${folder}-${process.pid}`;
  await build({
    root: join(checkout, 'console', 'web'),
    configFile: false,
    logLevel: 'error',
    plugins: [ourLanguagesOnly(), fetchedFirst()],
    // Nothing inline: the content security policy knows no data addresses for scripts and styles.
    build: {
      outDir: fresh,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
    },
  });
  await buildWorker(fresh);
  compress(fresh);
  writeFileSync(join(fresh, 'stamp'), stamp);
  putInPlace(fresh);
}

/** Of two builds at once, of one checkout, one stays. The pages are never gone for longer than two renames take. */
function putInPlace(fresh: string): void {
  const old = `${fresh}-old`;
  try {
    if (isConsoleBuilt(checkout)) return;
    moveAway(old);
    renameSync(fresh, folder);
  } catch (error) {
    // Between the two the other one came.
    if (!isConsoleBuilt(checkout)) throw error;
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
}

function moveAway(old: string): void {
  try {
    renameSync(folder, old);
  } catch (error) {
    // There are none yet, or the other build has moved them.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** One file without imports, which Firefox asks of service workers. */
async function buildWorker(outDir: string): Promise<void> {
  await build({
    root: join(checkout, 'console', 'web', 'worker'),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      lib: {
        entry: 'service-worker.ts',
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'service-worker.js',
      },
    },
  });
}

/** react-aria says its own few words in 34 languages; the pages take along those that they speak (22 KB less of 313 for all pages, gzipped). */
function ourLanguagesOnly(): Plugin {
  return {
    name: 'our-languages-only',
    load(id) {
      const [, tag] = /react-(?:aria|stately)\/dist\/private\/intl\/\w+\/(\w\w)-\w\w\.mjs$/.exec(id) ?? [];
      const isOurs = tag === undefined || (LANGUAGES as readonly string[]).includes(tag);
      return isOurs ? undefined : 'export default {};';
    },
  };
}

/** The document names what every page wants, so that it is not found only while the code starts. */
function fetchedFirst(): Plugin {
  return {
    name: 'fetched-first',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle).flatMap((file) =>
          FIRST.filter(({ name }) => name.test(file)).map(({ attrs }) => ({
            tag: 'link',
            attrs: { ...attrs, href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
        ),
    },
  };
}

/** Writes beside each script and style its compressed form, which browsers are sent: a third of its size. */
function compress(built: string): void {
  // 0.1 s for all pages; the highest level takes 3 s for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  for (const file of globSync('assets/*.{js,css,svg}', { cwd: built }))
    writeFileSync(join(built, `${file}.br`), brotliCompressSync(readFileSync(join(built, file)), { params }));
}
