import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCipher } from '../../db/cipher.ts';
import { Credential } from '../../db/entities/index.ts';
import { openInstallation, WrongKeyError } from '../../db/installation.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { createTestApp, ENCRYPTION_KEY as RIGHT, type TestApp, tokenRequest } from '../support/app.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import type { AdminRun } from '../support/platform/admin.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { drawPort } from '../support/ports.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';

const WRONG = Buffer.alloc(32, 9);
const NEW = Buffer.alloc(32, 2);
const AGENCY = 'mk_sandbox_agency';
let api: TestApp;
let temporal: TestNamespace;
let shell: AdminShell;

beforeAll(async () => {
  shell = openAdminShell();
  [api, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  await api.token(api.sandbox.agency);
});
afterAll(async () => {
  await shell.close();
  await temporal.close();
  await api.close();
});

const environment = (key: Buffer, ...accepted: Buffer[]) => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: key.toString('base64'),
  ENCRYPTION_KEYS_ACCEPTED: accepted.map((one) => one.toString('base64')).join(','),
  TEMPORAL_ADDRESS: temporal.address,
  TEMPORAL_NAMESPACE: temporal.namespace,
});
const open = (key: Buffer, ...accepted: Buffer[]) =>
  openInstallation(api.orm.em.fork(), createCipher(key, accepted));

describe('with a wrong key', () => {
  const commands = [
    ['rotate-signing-keys', '--compromised'],
    ['issue', AGENCY],
    ['rotate', AGENCY, '1', '--overlap', '0'],
    ['reencrypt'],
    ['merchants'],
    ['register', 'Casa Nova', '--kind', 'agency', '--country', 'PT'],
    ['reconcile', '--repair'],
  ];

  test('every command is refused in words, ends with 1, changes nothing, and sign-in works on', async () => {
    const before = await fingerprintOf(api.orm);
    const runs: AdminRun[] = [];
    for (const args of commands) runs.push(await shell.run(environment(WRONG), args));
    for (const { code, stdout, stderr } of runs) {
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/^ENCRYPTION_KEY is not this database's key/);
    }
    expect(await fingerprintOf(api.orm)).toBe(before);
    const fresh = await api.another();
    expect((await fresh.inject(tokenRequest(api.sandbox.agency))).statusCode).toBe(200);
  });

  test.each([
    ['the API', 'api/server.ts', {}],
    ['a worker', 'activities/worker.ts', { WORKER_ROLES: 'notifications' }],
  ])('%s does not start', async (_name, program, own) => {
    const before = await fingerprintOf(api.orm);
    const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${program}`, import.meta.url))], {
      env: {
        PATH: process.env.PATH,
        ...environment(WRONG),
        PORT: String(await drawPort()),
        WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
        ...own,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([code, output]).toEqual([1, expect.stringContaining("ENCRYPTION_KEY is not this database's key")]);
    expect(await fingerprintOf(api.orm)).toBe(before);
  });

  test('readiness says so', async () => {
    const app = await api.another({ cipher: createCipher(WRONG) });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 50301]);
    expect(answer.json().msg).toContain("ENCRYPTION_KEY is not this database's key");
  });

  test('the sandbox is not seeded', async () => {
    const before = await fingerprintOf(api.orm);
    await expect(seedSandbox({ databaseUrl: api.databaseUrl, encryptionKey: WRONG })).rejects.toThrow(
      "not this database's key",
    );
    expect(await fingerprintOf(api.orm)).toBe(before);
  });
});

describe('a database from before there was a check value', () => {
  const forget = () => api.unbounded.em.fork().execute('delete from installation');

  test('is opened by the key of its secrets, which is then recorded, and by no other', async () => {
    await forget();
    await expect(open(WRONG)).rejects.toThrow(WrongKeyError);
    const id = await open(RIGHT);
    expect(await open(RIGHT)).toBe(id);
    await expect(open(WRONG)).rejects.toThrow(WrongKeyError);
  });

  test('is not opened by a wrong key that has left secrets behind since', async () => {
    const em = api.unbounded.em.fork();
    const secretEncrypted = await createCipher(WRONG).encrypt('sk_stray');
    em.create(Credential, { merchantKey: AGENCY, secretEncrypted, label: 'stray', revokedAt: new Date(0) });
    await em.flush();
    await forget();
    await expect(open(WRONG)).rejects.toThrow(WrongKeyError);
    await em.nativeDelete(Credential, { label: 'stray' });
    await open(RIGHT);
  });

  test('gets one check value from many processes that start at the same time', async () => {
    await forget();
    const ids = await Promise.all(Array.from({ length: 4 }, () => open(RIGHT)));
    expect(new Set(ids).size).toBe(1);
  });
});

test('while the key is being changed both open the database; afterwards the old one does not', async () => {
  const id = await open(RIGHT);
  expect(await open(RIGHT, NEW)).toBe(id);
  expect(await open(NEW, RIGHT)).toBe(id);
  await expect(open(NEW)).rejects.toThrow(WrongKeyError);
  const { code } = await shell.run(environment(NEW, RIGHT), ['reencrypt']);
  expect(code).toBe(0);
  expect(await open(NEW)).toBe(id);
  expect(await open(RIGHT, NEW)).toBe(id);
  await expect(open(RIGHT)).rejects.toThrow(WrongKeyError);
});
