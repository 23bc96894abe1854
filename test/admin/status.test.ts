/** How the platform is, in one command that answers whatever is unavailable. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openInstallation } from '../../db/installation.ts';
import { SCHEMA_NEEDED } from '../../db/migrations/names.ts';
import { type Beat, writeBeat } from '../../db/queries/platform/heartbeats.ts';
import type { ProcessRole } from '../../domain/heartbeat.ts';
import { RELEASE } from '../../lib/operations/release.ts';
import { claimNamespace } from '../../lib/operations/temporal-identity.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { startTcpGate, type TcpGate } from '../support/network/tcp-gate.ts';
import { startAdmin } from '../support/platform/admin.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';

let api: TestApp;
let temporal: TestNamespace;
let shell: AdminShell;
let postgresGate: TcpGate;
let temporalGate: TcpGate;

beforeAll(async () => {
  shell = openAdminShell();
  [api, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  await claimNamespace(temporal.client, await openInstallation(em(), api.cipher));
  const { hostname, port } = new URL(api.databaseUrl);
  postgresGate = await startTcpGate(hostname, Number(port));
  const [host = '', temporalPort] = temporal.address.split(':');
  temporalGate = await startTcpGate(host, Number(temporalPort));
});
beforeEach(async () => {
  await em().execute('delete from process_heartbeat');
  await writeBeat(em(), beatOf(1, ['api']));
  await writeBeat(em(), beatOf(2, ['console']));
  await writeBeat(em(), beatOf(3, ['orders', 'settlements'], [TASK_QUEUES.orders, TASK_QUEUES.settlements]));
  await writeBeat(em(), beatOf(4, ['notifications'], [TASK_QUEUES.notifications]));
});
afterAll(async () => {
  await shell.close();
  await Promise.all([postgresGate.close(), temporalGate.close()]);
  await temporal.close();
  await api.close();
});

const em = () => api.orm.em.fork();
const environment = () => {
  const database = new URL(api.databaseUrl);
  database.host = `127.0.0.1:${postgresGate.port}`;
  return {
    DATABASE_URL: database.href,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalGate.port}`,
    TEMPORAL_NAMESPACE: temporal.namespace,
    GUIDEPOST_OPERATOR: 'tests',
  };
};

function beatOf(pid: number, roles: ProcessRole[], taskQueues: string[] = []): Beat {
  const id = `00000000-0000-4000-8000-${String(pid).padStart(12, '0')}`;
  const said = { missing: [], workAgesMs: { request: 1_000 }, clockAheadMs: 3 };
  return { id, roles, host: 'h', pid, release: RELEASE, schemaNeeded: SCHEMA_NEEDED, taskQueues, ...said };
}

interface Listed {
  readonly list: readonly Readonly<Record<string, unknown>>[];
}
interface Status {
  readonly platform: Readonly<Record<string, unknown>>;
  readonly parts: Listed;
  readonly processes: Listed;
  readonly queues: Listed;
  readonly overdue: Listed;
}

async function status(more: Record<string, string> = {}): Promise<{ code: number | null; said: Status }> {
  const { code, stdout, stderr } = await shell.run({ ...environment(), ...more }, ['status', '--json']);
  expect(stderr).toBe('');
  return { code, said: JSON.parse(stdout) };
}
const partsOf = ({ parts }: Status) => parts.list.map(({ part, state, why }) => [part, state, why]);
const late = ({ overdue }: Status) =>
  overdue.list.filter(({ state }) => state === 'late').map(({ work }) => work);

test('all is well: who runs, who polls which queue, schema, clocks; ends with 0', async () => {
  const { code, said } = await status();
  expect(partsOf(said)).toEqual([
    ['PostgreSQL', 'up', null],
    ['Temporal', 'up', null],
  ]);
  expect(said.platform).toMatchObject({
    ...{ state: 'well', release: RELEASE, schema: SCHEMA_NEEDED, schemaNeeded: SCHEMA_NEEDED },
    ...{ clockAheadMs: 3, certificateDays: null, backupAgeSeconds: null },
  });
  expect(said.processes.list.map(({ roles, state }) => [roles, state])).toEqual([
    [['api'], 'ready'],
    [['console'], 'ready'],
    [['orders', 'settlements'], 'ready'],
    [['notifications'], 'ready'],
  ]);
  expect(said.queues.list.map(({ queue, processes }) => [queue, processes])).toEqual(
    Object.values(TASK_QUEUES).map((queue) => [queue, 1]),
  );
  expect([late(said), code]).toEqual([[], 0]);
});

test('a silent process and a role that none has any more; ends with 1', async () => {
  await em().execute("update process_heartbeat set beat_at = now() - interval '30 seconds' where pid = 4");
  const { code, said } = await status();
  expect(said.processes.list.filter(({ state }) => state !== 'ready')).toMatchObject([
    { roles: ['notifications'], state: 'silent', pid: 4 },
    { roles: ['notifications'], state: 'absent', pid: null },
  ]);
  expect(said.queues.list.find(({ queue }) => queue === 'notifications')).toMatchObject({ processes: 0 });
  expect([said.platform.state, code]).toEqual(['late', 1]);
});

test('a deadline that nobody moves, and a start that nobody makes; ends with 1', async () => {
  const [guide] = await em().execute<{ id: string }[]>('select id from guide limit 1');
  await em().execute(
    `insert into orders (id, merchant_key, studio_key, guide_id, status, trip_date, trip_days, guest_count, contact_name,
       contact_phone, total_amount, currency, commission_rate, cancellation_policy, time_zone, confirm_by, trip_start_at, trip_end_at,
       instant_confirmation, created_at)
     select 'ORD0000000000000000001', ?, studio_key, id, 'pending', current_date, 1, 1, 'Rui', '+351911111111', 1, 'EUR', 0,
       '{}', 'UTC', now() - interval '1 hour', now() + interval '1 day', now() + interval '2 days', false, now() - interval '2 hours'
     from guide where id = ?`,
    [api.sandbox.agency.clientId, guide!.id],
  );
  const { code, said } = await status();
  expect([late(said), code]).toEqual([['deadlines', 'starts'], 1]);
  expect(said.overdue.list[0]).toMatchObject({ count: 1 });
  await api.unbounded.em.fork().execute("delete from orders where id = 'ORD0000000000000000001'");
});

test.each(['shut', 'freeze'] as const)(
  'without PostgreSQL (%s) it answers all the same, says so, and ends with 5',
  async (how) => {
    postgresGate[how]();
    const { code, said } = await status();
    postgresGate.open();
    expect(partsOf(said)).toEqual([
      ['PostgreSQL', 'unavailable', 'does not answer'],
      ['Temporal', 'up', null],
    ]);
    expect([said.processes.list, said.overdue.list, code]).toEqual([[], [], 5]);
  },
);

test('a database that stalls for two seconds is no outage: it is asked twice', async () => {
  postgresGate.freeze();
  setTimeout(() => postgresGate.open(), 2_000);
  const { code, said } = await status();
  expect([partsOf(said)[0], said.processes.list.length, code]).toEqual([['PostgreSQL', 'up', null], 4, 0]);
});

test.each(['shut', 'freeze'] as const)('so it does without Temporal (%s)', async (how) => {
  temporalGate[how]();
  const { code, said } = await status();
  temporalGate.open();
  expect(partsOf(said)).toEqual([
    ['PostgreSQL', 'up', null],
    ['Temporal', 'unavailable', 'does not answer'],
  ]);
  expect([said.processes.list.length, code]).toEqual([4, 5]);
});

test('so it does with all of them unavailable, as a program of its own that ends', async () => {
  for (const gate of [postgresGate, temporalGate]) gate.freeze();
  const redis = await startTcpGate('127.0.0.1', 9);
  redis.freeze();
  const env = { ...environment(), REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const { code, stdout, stderr } = await startAdmin(env, ['status']).ended;
  for (const gate of [postgresGate, temporalGate]) gate.open();
  await redis.close();
  expect([code, stderr]).toEqual([5, '']);
  for (const part of ['PostgreSQL', 'Temporal', 'Redis'])
    expect(stdout).toMatch(new RegExp(`^${part} +unavailable +does not answer$`, 'm'));
});

test('a wrong key and a schema of another release are said as what they are', async () => {
  const wrong = await status({ ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') });
  expect(partsOf(wrong.said)[0]![2]).toMatch(/^ENCRYPTION_KEY is not this database's key/);
  await api.unbounded.em
    .fork()
    .execute("update schema_state set serves_from = 'Migration2099', migration = 'Migration2099'");
  const newer = await status();
  expect(partsOf(newer.said)[0]![2]).toMatch(/^the schema is newer than this release/);
  expect([wrong.code, newer.code, newer.said.platform.schema]).toEqual([5, 5, 'Migration2099']);
  await api.unbounded.em
    .fork()
    .execute('update schema_state set serves_from = ?, migration = ?', [SCHEMA_NEEDED, SCHEMA_NEEDED]);
});

test('a backup that was noted has an age; an older one changes nothing, and one to come is refused', async () => {
  const note = async (...args: string[]) => await shell.run(environment(), ['backup-noted', ...args]);
  expect((await note('--at', '2h')).code).toBe(0);
  expect((await note('--at', '1d')).code).toBe(0);
  expect((await note('--at', '2090-01-01T00:00:00Z')).code).toBe(4);
  const { said } = await status();
  expect(Math.round(Number(said.platform.backupAgeSeconds) / 3_600)).toBe(2);
});
