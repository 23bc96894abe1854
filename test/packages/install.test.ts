/** What integrators install from a running platform, in an empty folder and without any registry. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FIRST_ORDER } from '../../tools/site/home.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { listen } from '../support/network/sdk.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from '../support/platform/throwaway-folder.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
/** Nobody listens there. */
const NO_REGISTRY = ['--registry', 'http://127.0.0.1:1/', '--fetch-retries', '0'];
const PACKED_LIMIT = 100 * 1_024;
const run = promisify(execFile);

let platform: LivePlatform;
let folder: string;
let home: string;
let baseUrl: string;
let environment: NodeJS.ProcessEnv;
const node = (file: string, ...flags: string[]) =>
  run(process.execPath, [...flags, file], { cwd: home, env: environment });

beforeAll(async () => {
  await run(process.execPath, ['packages/build.ts'], { cwd: CHECKOUT });
  platform = await createLivePlatform();
  baseUrl = await listen(platform.app);
  const { clientId, clientSecret } = platform.sandbox.agency;
  environment = {
    PATH: process.env.PATH,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    BASE_URL: baseUrl,
  };
  folder = makeThrowawayFolder('guidepost-install-');
  home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{}');
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
  const [, line = ''] = /^\/\/ (npm install .+)$/m.exec(FIRST_ORDER) ?? [];
  await run('bash', ['-euc', `${line} --no-audit --no-fund ${NO_REGISTRY.join(' ')}`], {
    cwd: home,
    env: { ...env, BASE_URL: baseUrl },
  });
});
afterAll(async () => {
  await platform.close();
  removeThrowawayFolder(folder);
});

describe('the SDK', () => {
  const installed = (path: string) => join(home, 'node_modules/@guidepost/sdk', path);

  test("comes alone, and the landing page's sample books an order", async () => {
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@guidepost',
    ]);
    writeFileSync(join(home, 'first-order.mjs'), FIRST_ORDER);
    const { stdout, stderr } = await node('first-order.mjs');
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^ORD\d+ (pending|confirmed)\n$/), '']);
  });

  test('can be required, and is the same as what is imported', async () => {
    writeFileSync(
      join(home, 'required.cjs'),
      `const { Guidepost, GuidepostError } = require('@guidepost/sdk');
      const { newSecret } = require('@guidepost/sdk/webhooks');
      const { version } = require('@guidepost/sdk/package.json');
      import('@guidepost/sdk').then((imported) => console.log(
        Guidepost.name, imported.GuidepostError === GuidepostError, newSecret().slice(0, 6), version));`,
    );
    const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'packages/sdk/package.json'), 'utf8'));
    expect((await node('required.cjs')).stdout).toBe(`Guidepost true whsec_ ${version}\n`);
  });

  test('keeps its names, and stacks lead to its sources', async () => {
    writeFileSync(
      join(home, 'stack.mjs'),
      `import { ConflictError, Guidepost } from '@guidepost/sdk';
      console.log(Guidepost.name, ConflictError.name);
      try { new Guidepost({ clientId: 'a', clientSecret: 'b', baseUrl: 'nonsense' }) } catch (error) { console.log(error.stack) }`,
    );
    const { stdout } = await node('stack.mjs', '--enable-source-maps');
    expect(stdout).toMatch(/^Guidepost ConflictError\n/);
    expect(stdout).toMatch(/ (new Transport|baseOf|checkOptions)\b.*src\/\w+\.ts:\d+/);
    expect(readFileSync(installed('index.js'), 'utf8')).toMatch(/\bGuidepost = class\b/);
  });

  test('is small', () => {
    expect(statSync(join(CHECKOUT, 'packages/dist/sdk.tgz')).size).toBeLessThan(PACKED_LIMIT);
  });
});

test('the command line needs no registry to have the SDK, and runs', async () => {
  const unpacked = join(folder, 'cli');
  mkdirSync(unpacked);
  const answer = await fetch(`${baseUrl}/packages/cli.tgz`);
  writeFileSync(join(unpacked, 'cli.tgz'), new Uint8Array(await answer.arrayBuffer()));
  await run('tar', ['-xzf', 'cli.tgz'], { cwd: unpacked });
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package/package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'guidepost', bin: { guidepost: './main.mjs' } });
  expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith('@guidepost'))).toEqual([]);
  expect(manifest.private).toBeUndefined();
  // Its packages are there in the checkout; of the checkout it has nothing else.
  const program = join(unpacked, 'package/main.mjs');
  const imported = readFileSync(program, 'utf8').matchAll(/^import .* from "([^"]+)";$/gm);
  const foreign = [...imported].map(([, name]) => name!).filter((name) => !name.startsWith('node:'));
  expect(
    foreign.filter((name) => !Object.keys(manifest.dependencies).some((one) => name.startsWith(one))),
  ).toEqual([]);
  expect(foreign).toContain('commander');
});
