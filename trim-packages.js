/**
 * Runs after `npm ci` (`postinstall` in package.json): removes what packages bring along and nothing here reads, some
 * 300 MB. Packages work the same without it (`--ignore-scripts`), and what is not where it is expected is left alone.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('node_modules', import.meta.url));
const BRIDGE = join(PACKAGES, '@temporalio', 'core-bridge');
const SOURCE_MAP = /\.(?:[cm]?[jt]s|css)\.map$/;

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

/** Node's headers, in C: for those who compile modules against them. */
function* headers() {
  const programs = join(PACKAGES, 'node', 'node_modules');
  if (!existsSync(programs)) return;
  for (const name of readdirSync(programs))
    if (name.startsWith('node-')) yield join(programs, name, 'include');
}

/** No process here is started with --enable-source-maps. Links, such as to this repository's own packages, are not followed. */
function* sourceMaps(folder = PACKAGES) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceMaps(path);
    else if (SOURCE_MAP.test(entry.name)) yield path;
  }
}

for (const found of [foreignCores, headers, sourceMaps])
  for (const path of found()) rmSync(path, { recursive: true, force: true });
