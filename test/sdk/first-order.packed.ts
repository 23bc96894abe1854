/**
 * npm run proof -- sdk:packed: what is published, as its user meets it. It is packed, installed into an empty folder, type-checked there, and
 * books a first order, with the Node.js of this run and with the machine's own.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { listen } from '../support/network/sdk.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from '../support/platform/throwaway-folder.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const PACKED_LIMIT = 100 * 1_024;
const WEBHOOKS_LIMIT = 30 * 1_024;
const INSTALL_MS = 240_000;
const run = promisify(execFile);
const tsc = join(CHECKOUT, 'node_modules/typescript/bin/tsc');

let platform: LivePlatform;
let environment: NodeJS.ProcessEnv;
let folder: string;
let packed: string;

beforeAll(async () => {
  platform = await createLivePlatform();
  const { clientId, clientSecret } = platform.sandbox.agency;
  const baseUrl = await listen(platform.app);
  environment = {
    PATH: process.env.PATH,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    BASE_URL: baseUrl,
  };
  folder = makeThrowawayFolder('guidepost-sdk-');
  await run(process.execPath, ['packages/build.ts'], { cwd: CHECKOUT });
  packed = join(CHECKOUT, 'packages/dist/sdk.tgz');
}, INSTALL_MS);
afterAll(async () => {
  await platform.close();
  removeThrowawayFolder(folder);
});

/** The README's first piece of code of a section. */
function codeOf(section: string): string {
  const text =
    readFileSync(join(CHECKOUT, 'packages/sdk/README.md'), 'utf8').split(`\n## ${section}`)[1] ?? '';
  return /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
}

/** Node.js itself, the one of this run, and the machine's own, wherever it is another one. */
function nodes(): string[] {
  const beside = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const own = beside
    .map((path) => join(path, 'node'))
    .find((path) => statSync(path, { throwIfNoEntry: false }));
  return [process.execPath, ...(own === undefined ? [] : [own])];
}

test('the package is small, and has no dependencies', () => {
  expect(statSync(packed).size).toBeLessThan(PACKED_LIMIT);
});

describe('in an empty folder', () => {
  let home: string;
  beforeAll(async () => {
    home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    const started = performance.now();
    await run('npm', ['install', '--no-audit', '--no-fund', packed], { cwd: home });
    writeFileSync(join(home, 'order.mjs'), stripTypeScriptTypes(codeOf('A first order')));
    const { stdout } = await run(process.execPath, ['order.mjs'], { cwd: home, env: environment });
    process.stdout.write(
      `from npm install to the first order: ${Math.round(performance.now() - started)} ms\n`,
    );
    expect(stdout).toMatch(/^ORD\d+ is pending: .+, \d+(\.\d+)? [A-Z]{3}\n$/);
  }, INSTALL_MS);

  test('nothing else is installed', () => {
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@guidepost',
    ]);
  });

  test.each(nodes())('the README books an order, with %s', async (node) => {
    const { stdout, stderr } = await run(node, ['order.mjs'], { cwd: home, env: environment });
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^ORD\d+ is pending/), '']);
  });

  test('errors keep their names, and instances their classes', async () => {
    writeFileSync(
      join(home, 'error.mjs'),
      `import { AuthenticationError, Guidepost, GuidepostError } from '@guidepost/sdk';
      const guidepost = new Guidepost({ clientId: 'mk_x', clientSecret: 'sk_x', baseUrl: process.env.BASE_URL });
      await guidepost.guides.list().catch((error) => {
        console.log(error.name, error instanceof AuthenticationError, error instanceof GuidepostError, String(error.stack).split(':')[0]);
      });`,
    );
    const { stdout } = await run(process.execPath, ['error.mjs'], { cwd: home, env: environment });
    expect(stdout).toBe('AuthenticationError true true AuthenticationError\n');
  });

  test('its types are right under strict rules, without those of Node.js', async () => {
    writeFileSync(
      join(home, 'order.ts'),
      `declare const process: { env: Record<string, string> };\n${codeOf('A first order')}`,
    );
    const strict = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    const rules = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    for (const resolution of ['nodenext', 'bundler']) {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const modules = ['--module', module, '--moduleResolution', resolution];
      await run(process.execPath, [tsc, ...strict, ...rules, ...modules, 'order.ts'], { cwd: home });
    }
    writeFileSync(join(home, 'wrong.ts'), codeOf('A first order').replace('tripDays: 1', "tripDays: 'one'"));
    await expect(run(process.execPath, [tsc, ...strict, 'wrong.ts'], { cwd: home })).rejects.toThrow();
  });

  test('notifications alone load little', async () => {
    const loaded = join(home, 'node_modules/@guidepost/sdk');
    const seen = new Set<string>();
    const follow = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, path] of text.matchAll(/from\s*"(\.[^"]+)"/g)) follow(join(dirname(file), path!));
    };
    follow(join(loaded, 'webhooks/index.js'));
    const bytes = [...seen].reduce((sum, file) => sum + statSync(file).size, 0);
    expect([bytes < WEBHOOKS_LIMIT, [...seen].some((file) => file.endsWith('sdk/index.js'))]).toEqual([
      true,
      false,
    ]);
  });
});
