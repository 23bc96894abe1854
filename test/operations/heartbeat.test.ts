import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { ProcessHeartbeat } from '../../db/entities/index.ts';
import { SCHEMA_NEEDED } from '../../db/migrations/names.ts';
import { createOrm } from '../../db/orm.ts';
import { removeExpired } from '../../db/queries/platform/expired.ts';
import { type Beat, forgetKilled, knownProcesses, writeBeat } from '../../db/queries/platform/heartbeats.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../domain/heartbeat.ts';
import { type Heartbeat, startHeartbeat } from '../../lib/operations/heartbeat.ts';
import { registerPlatformMetrics } from '../../lib/operations/platform-metrics.ts';
import { RELEASE } from '../../lib/operations/release.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { startTcpGate } from '../support/network/tcp-gate.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let orm: ReturnType<typeof createOrm>;
const begun: Heartbeat[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 2 });
});
beforeEach(async () => void (await em().nativeDelete(ProcessHeartbeat, {})));
afterEach(async () => void (await Promise.all(begun.splice(0).map((each) => each.stop()))));
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const em = () => orm.em.fork();
const known = () => knownProcesses(em());
const NOTHING = { missing: async () => [], clockAheadMs: () => undefined };

function begin(options: Partial<Parameters<typeof startHeartbeat>[0]> = {}): Heartbeat {
  const heartbeat = startHeartbeat({ orm, roles: ['api'], ...NOTHING, ...options });
  begun.push(heartbeat);
  return heartbeat;
}

function beatOf(id: number, roles: ProcessRole[], more: Partial<Beat> = {}): Beat {
  const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
  const place = { host: 'here', pid: id, release: RELEASE, schemaNeeded: SCHEMA_NEEDED };
  const said = { taskQueues: [], missing: [], workAgesMs: {}, clockAheadMs: null };
  return { id: uuid, roles, ...place, ...said, ...more };
}

const silence = (pid: number, interval: string) =>
  em().execute(`update process_heartbeat set beat_at = now() - interval '${interval}' where pid = ?`, [pid]);

async function scrape(): Promise<Map<string, number>> {
  const registry = new Registry();
  registerPlatformMetrics(registry, { orm, timeZone: 'UTC', isProduction: false });
  const lines = (await registry.metrics()).matchAll(
    /^guidepost_(processes|processes_silent|task_queue_processes|work_age_seconds)\{\w+="([\w-]+)"\} ([\d.]+)$/gm,
  );
  return new Map([...lines].map(([, name, label, value]) => [`${name} ${label}`, Number(value)]));
}

test('a process says what it is and what it misses, and takes its row away when it ends in order', async () => {
  const heartbeat = begin({
    roles: ['orders', 'settlements'],
    taskQueues: () => [TASK_QUEUES.orders],
    missing: async () => ['Temporal: does not answer'],
    clockAheadMs: () => 1_500.4,
  });
  const [row] = await until(async () => ((await known()).length > 0 ? await known() : undefined));
  expect(row).toMatchObject({
    ...{ roles: ['orders', 'settlements'], pid: process.pid, release: RELEASE, schemaNeeded: SCHEMA_NEEDED },
    ...{ taskQueues: [TASK_QUEUES.orders], missing: ['Temporal: does not answer'], clockAheadMs: 1_500 },
    ...{ isSilent: false, workedAt: null },
  });
  await heartbeat.stop();
  expect(await known()).toEqual([]);
});

test('the time of the last work of each kind is by the clock of the database, whatever that of the process is', async () => {
  await writeBeat(em(), beatOf(1, ['api'], { workAgesMs: { request: 90_000, job: 30_000 } }));
  await writeBeat(em(), beatOf(2, ['api'], { workAgesMs: { request: 60_000 } }));
  const figures = await scrape();
  expect(Math.round(figures.get('work_age_seconds request')!)).toBe(60);
  expect(Math.round(figures.get('work_age_seconds job')!)).toBe(30);
  expect(figures.has('work_age_seconds start')).toBe(false);
});

test('a role has as many processes as write their heartbeat; one that is silent is counted by itself', async () => {
  await writeBeat(em(), beatOf(1, ['orders', 'settlements'], { taskQueues: [TASK_QUEUES.orders] }));
  await writeBeat(em(), beatOf(2, ['orders'], { taskQueues: [TASK_QUEUES.orders] }));
  await writeBeat(em(), beatOf(3, ['api']));
  await silence(2, '21 seconds');
  const figures = await scrape();
  const of = (name: string, labels: readonly string[]) =>
    labels.map((label) => figures.get(`${name} ${label}`));
  expect(of('processes', PROCESS_ROLES)).toEqual([1, 0, 1, 0, 1]);
  expect(of('processes_silent', PROCESS_ROLES)).toEqual([0, 0, 1, 0, 0]);
  expect(of('task_queue_processes', Object.values(TASK_QUEUES))).toEqual([1, 0, 0]);
  // What was frozen and goes on is there again.
  await writeBeat(em(), beatOf(2, ['orders'], { taskQueues: [TASK_QUEUES.orders] }));
  expect((await scrape()).get('processes orders')).toBe(2);
});

test('a process that was killed is forgotten by the next in its place, else after a quarter of an hour', async () => {
  await writeBeat(em(), beatOf(1, ['api']));
  await writeBeat(em(), beatOf(2, ['api']));
  await writeBeat(em(), beatOf(3, ['api']));
  await silence(1, '21 seconds');
  await silence(2, '16 minutes');
  // Its number is its neighbour's in one process, as API and console are under npm start: neither is silent.
  await writeBeat(em(), beatOf(4, ['console'], { pid: 3 }));
  await writeBeat(em(), beatOf(5, ['api'], { pid: 1 }));
  await removeExpired(em());
  expect((await known()).map(({ id }) => Number(id.slice(-12))).sort()).toEqual([3, 4, 5]);
});

test('a process that was killed is forgotten by others of its machine; one that is frozen stays known as silent', async () => {
  const killed = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(killed, 'exit');
  await writeBeat(em(), beatOf(1, ['orders'], { host: hostname(), pid: killed.pid! }));
  await writeBeat(em(), beatOf(2, ['orders'], { host: hostname(), pid: process.ppid }));
  await writeBeat(em(), beatOf(3, ['orders'], { host: 'elsewhere', pid: killed.pid! }));
  await em().execute("update process_heartbeat set beat_at = now() - interval '21 seconds'");
  begin({ roles: ['orders'] });
  await until(
    async () => !(await known()).some(({ pid, host }) => pid === killed.pid && host === hostname()),
  );
  const silent = (await known()).filter(({ isSilent }) => isSilent);
  expect(silent.map(({ id }) => Number(id.slice(-12))).sort()).toEqual([2, 3]);
});

test('a process that has written its heartbeat again is not forgotten', async () => {
  const { id, pid } = beatOf(1, ['api']);
  await writeBeat(em(), beatOf(1, ['api']));
  await forgetKilled(em(), [{ id, pid }]);
  expect(await known()).toHaveLength(1);
});

test('without its database a process goes on, and is there again afterwards', async () => {
  const { hostname, port } = new URL(database.url);
  const gate = await startTcpGate(hostname, Number(port));
  const through = new URL(database.url);
  through.port = String(gate.port);
  const gated = createOrm({ databaseUrl: through.href, poolMax: 2 });
  gate.shut();
  let asked = 0;
  const heartbeat = begin({
    orm: gated,
    missing: async () => {
      asked += 1;
      return [];
    },
  });
  await until(() => asked > 0);
  gate.open();
  heartbeat.noteWork('request');
  await until(async () => (await known())[0]?.workedAt);
  gate.shut();
  await heartbeat.stop();
  await gated.close();
  await gate.close();
});
