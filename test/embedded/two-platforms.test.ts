import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readDevFile } from '../../tools/embedded/dev-file.ts';
import { identify } from '../../tools/embedded/os/processes.ts';
import { startPlatform } from '../../tools/embedded/platform.ts';
import { readSettings } from '../../tools/embedded/settings.ts';
import { AlreadyRunningError } from '../../tools/embedded/supervisor/run-lock.ts';
import {
  startThrowawayPlatform,
  type ThrowawayPlatform,
  throwawayEnvironment,
} from '../support/platform/throwaway-platform.ts';
import { until } from '../support/until.ts';

/** Two platforms from one checkout, each on a data folder of its own. */
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const USUAL = join(CHECKOUT, '.guidepost', 'dev.json');
const quiet = () => {};
const never = new AbortController().signal;
let usualBefore: string;
let first: ThrowawayPlatform;
let second: ThrowawayPlatform;
let isSecondClosed = false;

beforeAll(async () => {
  usualBefore = changeOf(USUAL);
  first = await startThrowawayPlatform(quiet, never);
  second = await startThrowawayPlatform(quiet, never);
});
afterAll(async () => {
  if (!isSecondClosed) await second?.close();
  await first?.close();
});

function changeOf(path: string): string {
  return existsSync(path) ? `${statSync(path).mtimeMs} ${readFileSync(path, 'utf8')}` : 'none';
}

/** A tool of the checkout on that data folder. */
function tool(program: string, folder: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, GUIDEPOST_DATA: folder, GUIDEPOST_OPERATOR: 'two-platforms.test.ts' };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(CHECKOUT, program), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

/** Listens there as soon as nobody else does. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    const isOurs = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen({ port, host: '127.0.0.1' }, () => resolve(true));
    });
    if (isOurs) return server;
    await setImmediate();
  }
}

test('each has its own dev.json, and none writes anywhere else', () => {
  expect(readDevFile(join(first.folder, 'dev.json'))?.api).toBe(first.info.api);
  expect(readDevFile(join(second.folder, 'dev.json'))?.api).toBe(second.info.api);
  expect(changeOf(USUAL)).toBe(usualBefore);
});

test('API and console are one process, which listens for each', async () => {
  const { api, console, pids } = second.info;
  expect(Object.keys(pids)).toEqual(expect.arrayContaining(['api-and-console', 'worker']));
  expect(Object.keys(pids)).toHaveLength(6);
  for (const url of [api, console.url]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const issuerOf = async (url: string) =>
    (await fetch(`${url}/.well-known/oauth-authorization-server`)).text();
  expect(await issuerOf(api)).toContain(`"issuer":"${api}"`);
  expect(await issuerOf(console.url)).not.toContain('"issuer"');
});

test('the tools work on the platform whose data folder GUIDEPOST_DATA names', async () => {
  for (const { folder, info } of [first, second]) {
    expect((await tool('tools/embedded/sandbox.ts', folder)).output).toContain(`export API='${info.api}'`);
  }
  const registered = await tool(
    'tools/embedded/admin.ts',
    second.folder,
    ...['register', 'Casa Nova', '--kind', 'agency', '--country', 'PT'],
  );
  expect(registered).toMatchObject({ code: 0, output: expect.stringContaining('verification: pending') });
  expect((await tool('tools/embedded/admin.ts', second.folder, 'merchants')).output).toContain('Casa Nova');
  expect((await tool('tools/embedded/admin.ts', first.folder, 'merchants')).output).not.toContain(
    'Casa Nova',
  );
  const reconciled = await tool('tools/embedded/admin.ts', first.folder, 'reconcile');
  expect(reconciled).toEqual({ code: 0, output: expect.stringContaining('0 disagreement(s)') });
});

test('a third on the same data folder is refused, and leaves what is there', async () => {
  const settings = readSettings(throwawayEnvironment(first.folder));
  await expect(
    startPlatform({ checkout: CHECKOUT, settings, say: quiet, signal: never }),
  ).rejects.toBeInstanceOf(AlreadyRunningError);
  expect(readDevFile(join(first.folder, 'dev.json'))?.api).toBe(first.info.api);
});

test('a console whose port is taken while it is away comes back on another, and the API at once on its own', async () => {
  const { api, console: before, pids } = second.info;
  process.kill(pids['api-and-console'] ?? 0, 'SIGKILL');
  const squatter = await takePort(Number(new URL(before.url).port));
  try {
    const answers = (url: string) =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(async () => answers(api));
    const now = () => readDevFile(join(second.folder, 'dev.json'))?.console.url ?? before.url;
    await until(async () => now() !== before.url && (await answers(now())));
    expect(readDevFile(join(second.folder, 'dev.json'))?.api).toBe(api);
  } finally {
    await new Promise((resolve) => squatter.close(resolve));
  }
});

test('the end of one leaves the other its dev.json, and takes its own along', async () => {
  const { api, console, pids } = readDevFile(join(second.folder, 'dev.json')) ?? second.info;
  await second.close();
  isSecondClosed = true;
  for (const url of [api, console.url]) await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(identify(pids['api-and-console'] ?? 0)).toBeUndefined();
  expect(existsSync(join(second.folder, 'dev.json'))).toBe(false);
  expect(readDevFile(join(first.folder, 'dev.json'))?.api).toBe(first.info.api);
  const { code, output } = await tool('tools/embedded/admin.ts', second.folder, 'merchants');
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/^set DATABASE_URL and ENCRYPTION_KEY, or start/),
  ]);
});
