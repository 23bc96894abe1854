import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CallbackEndpoint, DeliveryAttempt, Notification } from '../../../db/entities/index.ts';
import { positionOf } from '../../../domain/ids.ts';
import type { AttemptError } from '../../../domain/notification.ts';
import { createDeliveryHistory } from '../../../services/notifications/delivery-history.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createMerchant } from '../../support/merchants.ts';

const NOW = new Date('2026-11-20T10:20:00Z');
let api: TestApp;
let numbers = 0;

beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const read = (merchantKey: string, hours = 24) =>
  createDeliveryHistory({ orm: api.orm, now: () => NOW }).read(merchantKey, hours);

/** A merchant with a notification that was attempted. @returns how to add attempts, and the endpoint's id. */
async function merchantWithEndpoint(key: string) {
  await createMerchant(api, key);
  const em = api.orm.em.fork();
  const { id: endpointId } = await em.findOneOrFail(CallbackEndpoint, { merchantKey: key });
  const id = `NTF${key}-1`;
  const own = { id, merchantKey: key, endpointId, subjectId: key, sequence: 1, position: positionOf(1) };
  await em.insert(Notification, { ...own, type: 'guide.available', inFeed: true, body: '{}' });
  const attempt = (at: string, error: AttemptError | null = null) => {
    numbers += 1;
    const row = { notificationId: id, number: numbers, startedAt: new Date(at), durationMs: 5, error };
    return api.orm.em.fork().insert(DeliveryAttempt, { ...row, endpointId });
  };
  return { endpointId, attempt };
}

test('attempts are counted by hour and outcome, hours without any stand there empty', async () => {
  const { endpointId, attempt } = await merchantWithEndpoint('mk_history');
  await attempt('2026-11-20T10:05:00Z');
  await attempt('2026-11-20T10:00:00Z', 'http_status');
  await attempt('2026-11-20T08:59:59.999Z', 'connect_timeout');
  await attempt('2026-11-20T08:01:00Z', 'connect_timeout');
  await attempt('2026-11-20T08:00:00Z');
  await attempt('2026-11-20T07:59:59.999Z');

  expect(await read('mk_history', 3)).toEqual([
    {
      endpointId,
      hours: [
        { at: '2026-11-20T08:00:00.000Z', acknowledged: 1, failed: 2 },
        { at: '2026-11-20T09:00:00.000Z', acknowledged: 0, failed: 0 },
        { at: '2026-11-20T10:00:00.000Z', acknowledged: 1, failed: 1 },
      ],
      failures: [
        { error: 'connect_timeout', count: 2 },
        { error: 'http_status', count: 1 },
      ],
    },
  ]);
});

test('another merchant’s attempts aren’t counted, nor those of a removed endpoint', async () => {
  const { attempt, endpointId } = await merchantWithEndpoint('mk_history_other');
  await attempt('2026-11-20T10:05:00Z');
  expect(JSON.stringify(await read('mk_history'))).not.toContain(endpointId);
  await api.orm.em.fork().nativeUpdate(CallbackEndpoint, { id: endpointId }, { removedAt: NOW });
  expect(await read('mk_history_other')).toEqual([]);
});

test('the week is read by the index of its endpoint', async () => {
  const inner = api.unbounded.em.fork();
  await inner.execute(
    `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms)
     select 'NTFmk_history-1', 1000 + n, 'EP' || n % 10, now() - n * interval '1 second', 1
     from generate_series(1, 20000) n`,
  );
  await inner.execute('vacuum analyze delivery_attempt');
  const plan = await inner.execute<{ 'QUERY PLAN': string }[]>(
    `explain select started_at, error from delivery_attempt
     where endpoint_id = 'EP3' and started_at >= now() - interval '7 days' order by started_at desc limit 200000`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Scan (Backward using|on) delivery_attempt_of_endpoint/);
  expect(text).toMatch(/Index Cond: .*endpoint_id.*started_at/);
});
