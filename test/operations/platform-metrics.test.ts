import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import {
  DeliveryAttempt,
  Installation,
  Job,
  LedgerAccount,
  Order,
  OrderChange,
  Recovery,
  Settlement,
} from '../../db/entities/index.ts';
import { PROCESS_ROLES } from '../../domain/heartbeat.ts';
import { JOB_KINDS } from '../../domain/jobs.ts';
import { cached } from '../../lib/operations/cached.ts';
import { registerPlatformMetrics } from '../../lib/operations/platform-metrics.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { addMail } from '../support/data/mails.ts';
import { createWorld, type World } from '../support/platform/notification-world.ts';

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
let world: World;

beforeEach(async () => {
  world = await createWorld();
  await world.reset();
});
afterEach(() => world.close());

/** The metrics as a process has them that was asked for the first time. */
async function scrape(isProduction = false): Promise<Map<string, number>> {
  const registry = new Registry();
  registerPlatformMetrics(registry, { orm: world.deps.orm, timeZone: 'UTC', isProduction });
  const lines = (await registry.metrics()).matchAll(/^guidepost_(\w+)(?:\{\w+="([\w-]+)"\})? ([\d.]+)$/gm);
  return new Map(
    [...lines].map(([, name, label, value]) => [[name, label].filter(Boolean).join(' '), Number(value)]),
  );
}

test('with nothing to tell every metric is there and says 0; what has no cause has no line', async () => {
  // The guide that the world was made with is to be indexed.
  await world.deps.orm.em.fork().nativeDelete(Job, {});
  const figures = await scrape();
  expect(figures.get('callback_endpoints healthy')).toBe(1);
  figures.delete('callback_endpoints healthy');
  expect([...figures.keys()].sort()).toEqual([
    'backups_missing',
    'callback_endpoints failing',
    'callback_endpoints paused',
    'deadlines_overdue change',
    'deadlines_overdue hold',
    'deadlines_overdue order',
    'deadlines_overdue_oldest_seconds change',
    'deadlines_overdue_oldest_seconds hold',
    'deadlines_overdue_oldest_seconds order',
    ...JOB_KINDS.map((kind) => `jobs_failing ${kind}`),
    ...JOB_KINDS.map((kind) => `jobs_waiting ${kind}`),
    ...JOB_KINDS.map((kind) => `jobs_waiting_oldest_seconds ${kind}`),
    'mails_waiting',
    'mails_waiting_oldest_seconds',
    'notifications_oldest_seconds failing',
    'notifications_oldest_seconds healthy',
    'notifications_oldest_seconds paused',
    ...PROCESS_ROLES.map((role) => `processes ${role}`).sort(),
    ...PROCESS_ROLES.map((role) => `processes_silent ${role}`).sort(),
    'recoveries recover',
    'recoveries wake',
    'recoveries_notifications recover',
    'recoveries_notifications wake',
    'recoveries_oldest_seconds recover',
    'recoveries_oldest_seconds wake',
    'settlements_overdue',
    ...Object.values(TASK_QUEUES)
      .map((queue) => `task_queue_processes ${queue}`)
      .sort(),
    'workflows_unstarted hold',
    'workflows_unstarted order',
    'workflows_unstarted_oldest_seconds hold',
    'workflows_unstarted_oldest_seconds order',
  ]);
  expect(new Set(figures.values())).toEqual(new Set([0]));
});

test('what waits is told by the state of its endpoint and by why it was not delivered', async () => {
  const failing = await world.addEndpoint({ failingSince: ago(HOUR_MS) });
  const paused = await world.addEndpoint({ pausedAt: ago(HOUR_MS) });
  const late = await world.addNotification({ createdAt: ago(HOUR_MS) });
  await world.addCopy(late, failing, { createdAt: ago(3 * HOUR_MS), attempts: 1 });
  const id = `${late}-${failing.slice(2)}`;
  const attempt = { notificationId: id, number: 1, startedAt: ago(HOUR_MS), durationMs: 5 };
  await world.deps.orm.em.fork().insert(DeliveryAttempt, { ...attempt, error: 'connect_failed' });
  await world.addCopy(late, paused, { createdAt: ago(1_000) });

  const figures = await scrape();
  const hours = (state: string) => Math.round(figures.get(`notifications_oldest_seconds ${state}`)! / 3_600);
  expect([hours('healthy'), hours('failing'), hours('paused')]).toEqual([1, 3, 0]);
  expect(figures.get('notifications_stuck not_attempted')).toBe(1);
  expect(figures.get('notifications_stuck connect_failed')).toBe(1);
  expect(figures.get('notifications_stuck endpoint_paused')).toBe(1);
});

test('an old notification that was asked for again a moment ago is neither old nor stuck', async () => {
  await world.addNotification({ createdAt: ago(100 * HOUR_MS), resentAt: ago(2_000) });
  const figures = await scrape();
  expect(figures.get('notifications_oldest_seconds healthy')).toBeLessThan(HOUR_MS / 1_000);
  expect([...figures.keys()].filter((name) => name.startsWith('notifications_stuck'))).toEqual([]);
});

test('orders that no workflow is known of, requests and mails that wait, and months that nobody settled', async () => {
  const { orm } = world.deps;
  await world.addNotification();
  await orm.em.fork().nativeUpdate(Order, {}, { createdAt: ago(2 * HOUR_MS) });
  const request = { merchantKey: 'mk_agency', requestedAt: ago(HOUR_MS) };
  await orm.em.fork().insert(Recovery, { ...request, total: 10, taken: 4 });
  await orm.em.fork().insert(Recovery, { ...request, total: 9, finishedAt: new Date() });
  await orm.em
    .fork()
    .execute(`update merchant set contact_email = 'a@agency.example' where key = 'mk_agency'`);
  await addMail(orm);
  await addStatement('2020-01');
  await addStatement(new Date().toISOString().slice(0, 7));

  const figures = await scrape();
  expect(figures.get('workflows_unstarted order')).toBe(1);
  expect(Math.round(figures.get('workflows_unstarted_oldest_seconds order')! / 3_600)).toBe(2);
  expect(figures.get('recoveries recover')).toBe(1);
  expect(figures.get('recoveries_notifications recover')).toBe(6);
  expect(Math.round(figures.get('recoveries_oldest_seconds recover')! / 3_600)).toBe(1);
  expect(figures.get('mails_waiting')).toBe(1);
  expect([figures.get('jobs_waiting mail'), figures.get('jobs_failing mail')]).toEqual([1, 0]);
  expect(figures.get('settlements_overdue')).toBe(1);
});

test('an order, a change and a hold whose deadline is minutes past are overdue; what is in time, or over, is not', async () => {
  await world.addNotification();
  await world.addNotification();
  const em = world.deps.orm.em.fork();
  const [late, ended] = await em.find(Order, {}, { orderBy: { id: 'desc' }, limit: 2 });
  await em.execute('update orders set confirm_by = ?, trip_start_at = ?, trip_end_at = ?', [
    new Date(Date.now() + HOUR_MS),
    ...[ago(2 * HOUR_MS), ago(HOUR_MS)],
  ]);
  await em.execute(`update orders set status = 'completed' where id = ?`, [ended!.id]);
  expect((await scrape()).get('deadlines_overdue order')).toBe(0);
  // Confirmed, it should have begun two hours ago; pending, it had an hour left.
  await em.execute(`update orders set status = 'confirmed' where id = ?`, [late!.id]);
  const change = { orderId: late!.id, status: 'requested', basedOn: 1, before: {}, after: {} } as const;
  await em.insert(OrderChange, { ...change, id: 'CHG1', answerBy: ago(3 * HOUR_MS) });
  const figures = await scrape();
  expect(figures.get('deadlines_overdue order')).toBe(1);
  expect(Math.round(figures.get('deadlines_overdue_oldest_seconds order')! / 3_600)).toBe(2);
  expect(Math.round(figures.get('deadlines_overdue_oldest_seconds change')! / 3_600)).toBe(3);
  expect(figures.get('deadlines_overdue hold')).toBe(0);
});

test('the age of the newest backup is there once one was noted; that none was is said in production alone', async () => {
  const missing = async (isProduction: boolean) => (await scrape(isProduction)).get('backups_missing');
  expect((await scrape()).has('backup_age_seconds database')).toBe(false);
  expect([await missing(true), await missing(false)]).toEqual([1, 0]);
  await world.deps.orm.em.fork().insert(Installation, { id: randomUUID(), backupAt: ago(HOUR_MS) });
  expect(Math.round((await scrape()).get('backup_age_seconds database')! / 3_600)).toBe(1);
  expect(await missing(true)).toBe(0);
});

let accounts = 0;
async function addStatement(month: string): Promise<void> {
  accounts += 1;
  const [id, currency] = [`merchant-${accounts}`, accounts === 1 ? 'EUR' : 'USD'];
  const owner = { merchantKey: 'mk_agency', currency, sandbox: false };
  const em = world.deps.orm.em.fork();
  await em.insert(LedgerAccount, { ...owner, id, kind: 'merchant' });
  await em.insert(Settlement, { ...owner, id: `STM${accounts}`, accountId: id, month });
}

test('a hundred who ask at once ask once, and those after them not again before its time; what failed is asked anew', async () => {
  let [asked, now] = [0, 0];
  const answers: (() => Promise<number>)[] = [
    async () => 7,
    async () => Promise.reject(new Error('away')),
    async () => 8,
  ];
  const read = cached(
    async () => {
      asked += 1;
      return await answers[asked - 1]!();
    },
    () => now,
  );
  expect(await Promise.all(Array.from({ length: 100 }, read))).toEqual(Array(100).fill(7));
  now = 4_999;
  expect([await read(), asked]).toEqual([7, 1]);
  now = 5_000;
  await expect(read()).rejects.toThrow('away');
  expect([await read(), asked]).toEqual([8, 3]);
});
