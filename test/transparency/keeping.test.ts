/** The transparency log as operators have it: kept by the workers, held against a checkpoint by their command line; what is lawful fits. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createCipher } from '../../db/cipher.ts';
import { openInstallation } from '../../db/installation.ts';
import { startLogKeeping } from '../../jobs/log-keeping.ts';
import { openCheckpoint, parseVerifier } from '../../lib/transparency/note.ts';
import { appendNewRows } from '../../services/transparency/appending.ts';
import type { Finding } from '../../services/transparency/checking.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { until } from '../support/until.ts';

const OTHER_KEY = Buffer.alloc(32, 2);
/** Commands wait for each other. */
const SLOW = 120_000;
let api: TestApp;
let shell: AdminShell;
let folder: string;
let installation: string;
beforeAll(async () => {
  shell = openAdminShell();
  api = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'guidepost-log-'));
  installation = await openInstallation(api.orm.em.fork(), api.cipher);
});
afterAll(async () => {
  await shell.close();
  await api.close();
  await rm(folder, { recursive: true });
});

interface Verified {
  readonly log: Record<string, unknown> & { readonly key: string };
  readonly findings: readonly Finding[];
}

const environment = (key = ENCRYPTION_KEY, accepted: readonly Buffer[] = []) => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: key.toString('base64'),
  ENCRYPTION_KEYS_ACCEPTED: accepted.map((one) => one.toString('base64')).join(),
});
const admin = (...args: string[]) => shell.run(environment(), args);
async function verify(env = environment()): Promise<Verified & { readonly code: number | null }> {
  const { code, stdout } = await shell.run(env, ['--json', 'verify-log', '--kept', join(folder, 'kept')]);
  const { log, findings } = JSON.parse(stdout);
  return { code, log, findings: findings.list };
}
const deps = () => ({ orm: api.orm, cipher: api.cipher, installation });
const append = () => appendNewRows(deps());

test('verify-log keeps a checkpoint, and finds a row that a superuser edits until it is put right', async () => {
  expect(await verify()).toMatchObject({
    code: 0,
    log: { state: 'whole', leaves: 0, rows: 0 },
    findings: [],
  });
  await admin('--as', 'filipa', 'contact', api.sandbox.agency.clientId, 'ops@agency.example');
  await append();
  const { code, log } = await verify();
  expect([code, log.state, log.found]).toEqual([0, 'whole', 0]);
  const note = await readFile(join(folder, 'kept'), 'utf8');
  expect(openCheckpoint(note, parseVerifier(log.key))).toMatchObject({ size: log.leaves });

  const edit = async (actor: string) => {
    const [{ id }] = await api.unbounded.em.fork().transactional(async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      return await tx.execute<[{ id: string }]>(
        `update audit_entry set actor = '${actor}' where action = 'merchant.contact_changed' returning id`,
      );
    });
    return id;
  };
  const id = await edit('operator:somebody');
  const found = await verify();
  expect([found.code, found.log.state]).toEqual([1, 'tampered']);
  expect(found.findings).toEqual([{ finding: 'row_changed', subject: `audit_entry ${id}` }]);
  await edit('operator:filipa');
  expect((await verify()).code).toBe(0);
});

test('an erased order, what was pruned and another ENCRYPTION_KEY are no findings', async () => {
  await createGuide(api, { id: 'G77' });
  const past = { tripDate: '2025-03-01', tripDays: 1, status: 'completed' } as const;
  await createOrderRow(api, { id: 'ORD1', guideId: 'G77', ...past });
  await append();
  for (const args of [
    ['erase', 'ORD1', '--yes'],
    ['prune', '--yes'],
  ])
    expect(await admin('--as', 'filipa', ...args)).toMatchObject({ code: 0 });
  await append();
  expect((await verify()).code).toBe(0);

  const before = await verify();
  const next = environment(OTHER_KEY, [ENCRYPTION_KEY]);
  expect(await shell.run(next, ['--as', 'filipa', 'reencrypt'])).toMatchObject({ code: 0 });
  await appendNewRows({ ...deps(), cipher: createCipher(OTHER_KEY) });
  const after = await verify(environment(OTHER_KEY));
  expect([after.code, after.log.key]).toEqual([0, before.log.key]);
  expect(after.log.leaves).toBeGreaterThan(before.log.leaves as number);
  expect(
    await shell.run(environment(ENCRYPTION_KEY, [OTHER_KEY]), ['--as', 'filipa', 'reencrypt']),
  ).toMatchObject({ code: 0 });
});

test('a worker appends, finds what was changed within its walks, and says it once and in its metrics', async () => {
  const registry = new Registry();
  const found: Finding[] = [];
  const keeping = startLogKeeping({
    ...{ ...deps(), registry, onFinding: (one) => found.push(one) },
    onError: (error) => {
      throw error;
    },
  });
  const metric = async (name: string) =>
    Number(new RegExp(`^guidepost_transparency_${name} ([\\d.]+)$`, 'm').exec(await registry.metrics())?.[1]);
  try {
    await until(async () => (await metric('waiting_oldest_seconds')) === 0);
    expect(await metric('findings\\{finding="row_missing"\\}')).toBe(0);
    await api.unbounded.em.fork().transactional(async (tx) => {
      await tx.execute('set local session_replication_role = replica');
      await tx.execute("delete from audit_entry where action = 'merchant.contact_changed'");
    });
    await until(async () => {
      keeping.runNow();
      return (await metric('findings\\{finding="row_missing"\\}')) === 1;
    });
    await until(() => found.length > 0);
    expect(found).toEqual([{ finding: 'row_missing', subject: expect.stringMatching(/^audit_entry \d+$/) }]);
    expect(await metric('walk_age_seconds')).toBeLessThan(SLOW);
  } finally {
    await keeping.stop();
  }
});

test('a kept checkpoint that is not of this log, or that the log does not contain, is reported, and stays as it was', async () => {
  const file = join(folder, 'kept');
  const note = await readFile(file, 'utf8');
  const foreign = note.replaceAll(installation, '00000000-0000-4000-8000-000000000000');
  await writeFile(file, foreign);
  const { code, findings } = await verify();
  expect([code, findings.at(0)]).toEqual([
    1,
    { finding: 'rolled_back', subject: 'kept checkpoint: the note is not signed with the key of the log' },
  ]);
  expect(await readFile(file, 'utf8')).toBe(foreign);
});
