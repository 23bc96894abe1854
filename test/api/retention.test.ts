import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DeliveryAttempt, Notification } from '../../db/entities/index.ts';
import { nextSequenceOf } from '../../db/queries/notifications/notify.ts';
import { lockPruning } from '../../db/queries/platform/pruning.ts';
import { conversationOf, notificationId } from '../../domain/ids.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { DEFAULT_RETENTION } from '../../domain/retention.ts';
import { type PruneDeps, prune } from '../../services/retention/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createBarrier } from '../support/data/barrier.ts';
import { createOrderRow } from '../support/orders.ts';

const AGENCY = 'mk_sandbox_agency';
const ENDPOINT = 'EP1';
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  await run(
    `insert into callback_endpoint (id, merchant_key, url) values ('${ENDPOINT}', '${AGENCY}', 'https://a.example')`,
  );
});
beforeEach(clear);
afterEach(clear);
afterAll(() => api.close());

const run = <Row extends object>(sql: string) => api.unbounded.em.fork().execute<Row[]>(sql);
async function clear(): Promise<void> {
  for (const table of ['delivery_attempt', 'notification', 'feed_start']) await run(`delete from ${table}`);
}

let orders = 0;
/** An order whose last event was so long ago. */
async function addOrder(days: number, status: OrderState = 'completed'): Promise<string> {
  orders += 1;
  const id = `ORD${1_000_000 + orders}`;
  const tripDate = new Date(Date.UTC(2027, 0, orders)).toISOString().slice(0, 10);
  await createOrderRow(api, { id, guideId: 'G1001', tripDate, tripDays: 1, status });
  await run(
    `insert into order_event (order_id, sequence, to_status, reason, actor_kind, occurred_at)
     values ('${id}', 1, '${status}', 'created', 'platform', '${daysAgo(days).toISOString()}')`,
  );
  return id;
}

let notified = 0;
/** What an order's merchant was told, so long ago; transactions are numbered in the order of calls. */
async function notify(
  orderId: string | null,
  days: number,
  changes: Partial<Notification> = {},
): Promise<string> {
  notified += 1;
  const id = notificationId(orderId ?? 'ORD9', notified);
  await api.unbounded.em.fork().insert(Notification, {
    ...{
      id,
      orderId,
      subjectId: orderId ?? AGENCY,
      sequence: notified,
      position: notified,
      type: 'order.status_changed',
    },
    ...{
      merchantKey: AGENCY,
      endpointId: ENDPOINT,
      inFeed: true,
      status: 'acknowledged',
      body: `{"id":"${id}"}`,
    },
    ...{ createdAt: daysAgo(days), transactionId: `${notified}` },
    ...changes,
  });
  return id;
}

async function attempt(id: string, days: number, number = 1): Promise<void> {
  await run(
    `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms)
     values ('${id}', ${number}, '${ENDPOINT}', '${daysAgo(days).toISOString()}', 5)`,
  );
}

const pruneNow = (kind: 'attempts' | 'notifications', more: Partial<PruneDeps> = {}) =>
  prune(kind, { orm: api.orm, days: DEFAULT_RETENTION, now: () => new Date(), ...more });
const left = async () =>
  (await api.orm.em.fork().find(Notification, {}, { fields: ['id'] })).map(({ id }) => id).sort();
const attemptsLeft = async () =>
  (await api.orm.em.fork().find(DeliveryAttempt, {}))
    .map(({ notificationId: id, number }) => `${id}/${number}`)
    .sort();

describe('what goes, and what stays', () => {
  test('attempts that are older than 90 days go, but for those of a notification that waits', async () => {
    const [done, waiting] = [
      await notify(await addOrder(300), 300),
      await notify(await addOrder(300), 300, { status: 'pending' }),
    ];
    for (const id of [done, waiting]) {
      await attempt(id, 91, 1);
      await attempt(id, 89, 2);
    }
    expect(await pruneNow('attempts', { isDry: true })).toMatchObject({ end: 'done', removed: 1 });
    expect(await attemptsLeft()).toHaveLength(4);
    expect(await pruneNow('attempts')).toMatchObject({ end: 'done', removed: 1 });
    expect(await attemptsLeft()).toEqual([`${done}/2`, `${waiting}/1`, `${waiting}/2`].sort());
  });

  test('notifications of orders that were over 400 days ago go, with their messages and attempts', async () => {
    const [old, young] = [await addOrder(401), await addOrder(399)];
    await attempt(await notify(old, 410), 300);
    await notify(old, 405, { subjectId: conversationOf(old), type: 'message.received' });
    await notify(old, 405, { status: 'unsubscribed' });
    const kept = await notify(young, 410);
    expect(await pruneNow('notifications', { isDry: true })).toMatchObject({ end: 'done', removed: 3 });
    expect(await left()).toHaveLength(4);
    expect(await pruneNow('notifications')).toMatchObject({ end: 'done', removed: 3 });
    expect(await left()).toEqual([kept]);
    expect(await attemptsLeft()).toEqual([]);
    const [history] = await run<{ count: number }>('select count(*)::int as count from order_event');
    expect(history!.count).toBe(orders);
  });

  test('what waits, what is open, and what happened lately stays, however old the rest of the order is', async () => {
    const waits = await addOrder(500);
    const reviewed = await addOrder(500);
    const kept = [
      await notify(waits, 500),
      await notify(waits, 500, { status: 'pending' }),
      await notify(await addOrder(500, 'confirmed'), 500),
      await notify(await addOrder(10), 500),
    ];
    const gone = await notify(reviewed, 500);
    kept.push(await notify(reviewed, 20, { type: 'review.created', transactionId: '1000000' }));
    expect(await pruneNow('notifications')).toMatchObject({ end: 'done', removed: 1 });
    expect(await left()).toEqual(kept.sort());
    expect(kept).not.toContain(gone);
  });

  test("a merchant's own events stay: the next one's number follows from them", async () => {
    await notify(null, 900, { sequence: 7, type: 'merchant.refused' });
    await pruneNow('notifications');
    expect(await nextSequenceOf(api.orm.em.fork(), AGENCY)).toBe(8);
  });

  test('kept for ever means that nothing is even looked at', async () => {
    await notify(await addOrder(900), 900);
    const days = { attempts: 0, notifications: 0 };
    expect(await pruneNow('notifications', { days })).toEqual({
      kind: 'notifications',
      removed: 0,
      end: 'kept',
    });
    expect(await left()).toHaveLength(1);
  });
});

describe('runs', () => {
  /** More than one step looks at. */
  async function addMany(count: number): Promise<void> {
    const id = await notify(await addOrder(300), 300);
    await run(
      `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms)
       select '${id}', n, '${ENDPOINT}', now() - interval '200 days', 5 from generate_series(1, ${count}) n`,
    );
  }
  test("another run's step ends this one; later it goes on with what is left", async () => {
    await addMany(3);
    await api.unbounded.em.fork().transactional(async (em) => {
      expect(await lockPruning(em, 'attempts')).toBe(true);
      expect(await pruneNow('attempts')).toMatchObject({ end: 'busy', removed: 0 });
      expect(await pruneNow('notifications')).toMatchObject({ end: 'done' });
    });
    expect(await pruneNow('attempts')).toMatchObject({ end: 'done', removed: 3 });
  });

  test('one that is stopped leaves whole steps behind it, and the next one goes on at once', async () => {
    await addMany(1_200);
    const stopping = new AbortController();
    const stopped = await pruneNow('attempts', { stop: stopping.signal, onProgress: () => stopping.abort() });
    expect(stopped).toMatchObject({ end: 'stopped', removed: 500 });
    const progress: number[] = [];
    const onProgress = (removed: number) => void progress.push(removed);
    expect(await pruneNow('attempts', { onProgress })).toMatchObject({ end: 'done', removed: 700 });
    expect(progress).toEqual([500, 700]);
  });

  test('rows that stay do not keep it from those behind them', async () => {
    const waiting = await notify(await addOrder(300), 300, { status: 'pending' });
    for (let number = 1; number <= 2; number += 1)
      await run(
        `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms)
         select '${waiting}', n, '${ENDPOINT}', now() - interval '250 days', 5
         from generate_series(${number * 400 - 399}, ${number * 400}) n`,
      );
    await addMany(1);
    expect(await pruneNow('attempts')).toMatchObject({ end: 'done', removed: 1 });
  });

  test('two at once remove each row once', async () => {
    await addMany(1_200);
    const both = await Promise.all([pruneNow('attempts'), pruneNow('attempts')]);
    expect(both[0].removed + both[1].removed).toBe(1_200);
    expect(await attemptsLeft()).toEqual([]);
  });

  test("somebody's lock ends the run, and the step is undone; later it goes on", async () => {
    await addMany(2);
    const barrier = await createBarrier(api.adminUrl);
    await barrier.raise('after delete on delivery_attempt for each row');
    expect(await pruneNow('attempts')).toMatchObject({ end: 'held_up', removed: 0 });
    await barrier.lower();
    await barrier.close();
    expect(await pruneNow('attempts')).toMatchObject({ end: 'done', removed: 2 });
  });

  test('a notification that somebody has locked is left for the next run', async () => {
    const [locked] = [await notify(await addOrder(500), 500), await notify(await addOrder(500), 500)];
    await api.unbounded.em.fork().transactional(async (em) => {
      await em.execute('select from notification where id = ? for update', [locked]);
      expect(await pruneNow('notifications')).toMatchObject({ end: 'done', removed: 1 });
    });
    expect(await pruneNow('notifications')).toMatchObject({ end: 'done', removed: 1 });
  });
});

describe('the event feed', () => {
  const ask = (query: Record<string, string> = {}) =>
    api.as(api.sandbox.agency, { url: '/open/v1/event/list', query });
  const idsIn = (answer: Awaited<ReturnType<typeof ask>>) =>
    (answer.json().data.list as { id: string }[]).map(({ id }) => id);
  const cursorOf = async (query: Record<string, string>) =>
    (await ask(query)).json().data.nextCursor as string;

  test('begins behind what was removed; a cursor from before then is refused, and says what to do', async () => {
    const [first, second] = [await notify(await addOrder(500), 500), await notify(await addOrder(500), 500)];
    const open = await notify(await addOrder(500, 'confirmed'), 500, { transactionId: '0' });
    const fresh = [await notify(await addOrder(5), 5), await notify(await addOrder(4), 4)];
    expect(idsIn(await ask())).toEqual([open, first, second, ...fresh]);
    const [atOne, atTwo] = [await cursorOf({ size: '2' }), await cursorOf({ size: '3' })];
    await pruneNow('notifications');

    const refused = await ask({ cursor: atOne });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 40001,
      data: {
        details: [{ path: 'query.cursor', reason: 'cursor_too_old', msg: expect.stringContaining('since') }],
      },
    });
    expect(idsIn(await ask({ cursor: atTwo }))).toEqual(fresh);
    const begin = await ask({ size: '1' });
    expect(idsIn(begin)).toEqual([fresh[0]]);
    expect(idsIn(await ask({ cursor: begin.json().data.nextCursor }))).toEqual([fresh[1]]);
    expect(idsIn(await ask({ since: daysAgo(900).toISOString() }))).toEqual(fresh);
  });

  test('who has read all and waits for more is not troubled', async () => {
    await notify(await addOrder(500), 500);
    const cursor = await cursorOf({});
    await pruneNow('notifications');
    expect((await ask({ cursor })).json().data).toMatchObject({ list: [], nextCursor: cursor });
    const next = await notify(await addOrder(1), 1);
    expect(idsIn(await ask({ cursor }))).toEqual([next]);
  });

  test('an old event that was written behind one that is kept stays, so that none of these is skipped', async () => {
    const kept = await notify(await addOrder(5), 5);
    const late = await notify(await addOrder(500), 500);
    expect(await pruneNow('notifications')).toMatchObject({ removed: 0 });
    expect(idsIn(await ask())).toEqual([kept, late]);
  });
});
