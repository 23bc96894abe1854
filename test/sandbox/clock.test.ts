import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { OrderDetail } from '../../contract/schemas/orders.ts';
import { AuditEntry, Hold, Job, LedgerEntry, Notification, Order } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays } from '../../domain/trip.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const URL_OF_CLOCK = '/open/v1/sandbox/clock';

let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform();
});
afterAll(() => platform.close());

/** Each test has a guide and an agency of its own. */
let guideId: string;
let agency: ClientCredentials;
let made = 0;
beforeEach(async () => {
  made += 1;
  guideId = `G${9_000 + made}`;
  await createGuide(platform, { id: guideId, dayRate: 10_000 });
  agency = await createMerchant(platform, `mk_clock_${made}`);
});

const read = async (client = agency) => (await platform.as(client, { url: URL_OF_CLOCK })).json();
const advance = async (payload: unknown, client = agency, headers = {}) => {
  const url = `${URL_OF_CLOCK}/advance`;
  const answer = await platform.as(client, { method: 'POST', url, payload: payload as object, headers });
  return answer.json();
};
const book = (days: number, client = agency) => bookOrder(platform, client, bookingIn(days, guideId));
const act = async (action: string, orderId: string) => {
  const url = `/open/v1/order/${action}/${orderId}`;
  return (await platform.as(platform.sandbox.studio, { method: 'POST', url })).json();
};
const detail = async (orderId: string, client = agency): Promise<OrderDetail> =>
  (await platform.as(client, { url: `/open/v1/order/detail/${orderId}` })).json().data;
const reasons = ({ history }: OrderDetail) => history.map(({ reason }) => reason);

const deadlineOf = async (orderId: string) =>
  (await platform.orm.em.fork().findOneOrFail(Order, orderId)).confirmBy.toISOString();
/** An answer does not wait for ever. */
const advanceAll = async (payload: unknown, client = agency) => {
  const answer = await advance(payload, client);
  await until(async () => (await read(client)).data.ordersBehind === 0);
  return answer;
};

/** Of the studio, in their order. */
async function remindersOf(orderId: string): Promise<Date[]> {
  const asked = { orderId, type: 'order.confirmation_due', merchantKey: 'mk_sandbox_studio' } as const;
  const notified = await platform.orm.em.fork().find(Notification, asked, { orderBy: { position: 'asc' } });
  return notified.map(({ body }) => new Date((JSON.parse(body) as { occurredAt: string }).occurredAt));
}

test('a clock that nobody moved says what the time is', async () => {
  const { code, data } = await read();
  expect(code).toBe(200);
  expect(data).toMatchObject({ aheadSeconds: 0, ordersBehind: 0 });
  expect(data.now).toBe(data.realNow);
});

test('a day later an order that was not confirmed has been reminded of and is cancelled, each at its time', async () => {
  const orderId = await book(30);
  const { data } = await advanceAll({ days: 1, minutes: 1 });
  expect(data).toMatchObject({ aheadSeconds: 86_460 });

  const order = await detail(orderId);
  expect(reasons(order)).toEqual(['created', 'confirmation_expired']);
  expect(order.history[1]?.occurredAt).toBe(await deadlineOf(orderId));
  const from = Date.parse(order.createdAt);
  const shares = (await remindersOf(orderId)).map((at) => (at.getTime() - from) / DAY_MS);
  expect(shares).toEqual([0.5, 0.9]);
});

test('past the end of the trip an order is completed, and its money is in the month of the trip', async () => {
  const orderId = await book(40);
  await act('confirm', orderId);
  await advanceAll({ days: 200 });

  const order = await detail(orderId);
  expect(reasons(order)).toEqual(['created', 'confirmed_by_studio', 'trip_started', 'trip_ended']);
  expect(order.history.slice(2).map(({ occurredAt }) => occurredAt)).toEqual([
    order.tripStartAt,
    order.tripEndAt,
  ]);
  const accountId = `merchant:${agency.clientId}/EUR`;
  const [entry, ...more] = await platform.orm.em.fork().find(LedgerEntry, { accountId });
  expect([entry?.occurredAt.toISOString(), more]).toEqual([order.tripEndAt, []]);
});

test('what is decided about a booking goes by the clock: past days, deadlines, what a cancellation gives back', async () => {
  const { data: clock } = await advance({ days: 100 });
  const quote = async (days: number) => {
    const { guideId: id, tripDate, tripDays, guestCount } = bookingIn(days, guideId);
    const payload = { guideId: id, tripDate, tripDays, guestCount };
    return (await platform.as(agency, { method: 'POST', url: '/open/v1/order/quote', payload })).json();
  };
  expect((await quote(99)).data.details[0].path).toBe('body.tripDate');
  // 18 months are counted from the clock's day.
  expect((await quote(620)).data.available).toBe(true);
  const orderId = await book(104);
  const order = await detail(orderId);
  expect(Date.parse(order.createdAt)).toBeGreaterThanOrEqual(Date.parse(clock.now));
  expect(Date.parse(await deadlineOf(orderId)) - Date.parse(order.createdAt)).toBe(DAY_MS);
  await act('confirm', orderId);
  // Four days before the trip the moderate policy gives back a half.
  const refund = async () =>
    (await platform.as(agency, { url: `/open/v1/order/cancel-quote/${orderId}` })).json().data;
  expect((await refund()).fee).toBe(order.totalAmount / 2);
  await advanceAll({ days: 3 });
  expect((await refund()).fee).toBe(order.totalAmount);
  const cancelled = await platform.as(agency, { method: 'POST', url: `/open/v1/order/cancel/${orderId}` });
  const history = cancelled.json().data.history as OrderDetail['history'];
  expect(Date.parse(history.at(-1)!.occurredAt) - Date.parse(order.createdAt)).toBeGreaterThan(3 * DAY_MS);
});

test('an order that was made after a move is reminded of and expires at the shifted time', async () => {
  await advance({ days: 10 });
  const orderId = await book(60);
  await advanceAll({ hours: 23 });
  expect((await detail(orderId)).status).toBe('pending');
  await until(async () => (await remindersOf(orderId)).length === 2);
  await advanceAll({ hours: 1, minutes: 1 });
  expect((await detail(orderId)).status).toBe('cancelled');
});

test("two merchants have two clocks, and another one's orders do not move", async () => {
  const other = await createMerchant(platform, `mk_clock_other_${made}`);
  await createGuide(platform, { id: `G${9_500 + made}` });
  const theirs = await bookOrder(platform, other, bookingIn(30, `G${9_500 + made}`));
  const orderId = await book(30);
  await advanceAll({ hours: 13 }, other);
  await advanceAll({ days: 3 });

  expect((await detail(orderId)).status).toBe('cancelled');
  expect((await detail(theirs, other)).status).toBe('pending');
  expect((await read()).data.aheadSeconds).toBe(3 * 86_400);
  expect((await read(other)).data.aheadSeconds).toBe(13 * 3_600);
  expect((await read(platform.sandbox.studio)).data.aheadSeconds).toBe(0);
});

test('what a studio does to an order happens at the time of whoever booked it', async () => {
  const orderId = await book(30);
  await advanceAll({ hours: 5 });
  const { data } = await act('confirm', orderId);
  const [created, confirmed] = data.history as OrderDetail['history'];
  const hours = (Date.parse(confirmed!.occurredAt) - Date.parse(created!.occurredAt)) / HOUR_MS;
  expect(Math.round(hours)).toBe(5);
  const row = await platform.orm.em.fork().findOneOrFail(Notification, `NTF${orderId.slice(3)}-2`);
  // What is delivered, and when, stays in the real time.
  expect(row.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
});

describe('an advance is done once', () => {
  test('under a key, however often and however much at once it is sent', async () => {
    const key = { 'idempotency-key': `clock-${made}` };
    const answers = await Promise.all([1, 2, 3].map(() => advance({ days: 1 }, agency, key)));
    expect(answers.map(({ code, data }) => [code, data.aheadSeconds])).toEqual(Array(3).fill([200, 86_400]));
    expect((await advance({ days: 2 }, agency, key)).code).toBe(40903);
    expect((await read()).data.aheadSeconds).toBe(86_400);
  });

  test('also where a crash lost its answer', async () => {
    const key = { 'idempotency-key': `clock-crash-${made}` };
    await advance({ days: 1 }, agency, key);
    await platform.orm.em
      .fork()
      .execute(
        `update idempotency_key set answer = null, leased_until = now() - interval '1 s' where key = ?`,
        [key['idempotency-key']],
      );
    expect((await advance({ days: 1 }, agency, key)).data.aheadSeconds).toBe(86_400);
  });

  test('without a key each counts, also at once', async () => {
    await Promise.all([1, 2, 3].map(() => advance({ hours: 1 })));
    expect((await read()).data.aheadSeconds).toBe(3 * 3_600);
    const entries = await platform.orm.em
      .fork()
      .find(AuditEntry, { merchantKey: agency.clientId, action: 'sandbox.clock_advanced' });
    expect(entries).toHaveLength(3);
  });
});

describe('refused, and nothing moves:', () => {
  test.each([
    ['nothing', {}],
    ['no length', { days: 0, hours: 0 }],
    ['back', { days: -1 }],
    ['half a day', { days: 0.5 }],
    ['text', { days: '1' }],
    ['more than 24 months', { days: 732 }],
    ['more than 24 months in sum', { days: 731, minutes: 1 }],
    ['an instant that is over', { until: '2020-01-01T00:00:00Z' }],
    ['an instant far ahead', { until: '2999-12-31T23:59:59Z' }],
    ['a day that does not exist', { until: '2027-02-30T00:00:00Z' }],
    ['no instant', { until: 'tomorrow' }],
    ['both', { days: 1, until: '2027-06-01T00:00:00Z' }],
    ['something else', { weeks: 1 }],
    ['a list', []],
    ['a huge number', { minutes: Number.MAX_SAFE_INTEGER }],
  ])('%s', async (_name, payload) => {
    const { code, data } = await advance(payload);
    expect([code, data.details.length > 0]).toEqual([40001, true]);
    expect((await read()).data.aheadSeconds).toBe(0);
  });

  test('a second move past 24 months', async () => {
    expect((await advance({ days: 731 })).code).toBe(200);
    expect((await advance({ minutes: 1 })).code).toBe(40001);
  });

  test('a merchant that is none of the sandbox', async () => {
    const live = await createMerchant(platform, `mk_clock_live_${made}`, { sandbox: false });
    expect((await advance({ days: 1 }, live)).code).toBe(40006);
    expect((await read(live)).code).toBe(40006);
  });
});

test('a hold follows the clock: what is over gives the guide back, what has time left ends at the shifted time', async () => {
  const hold = async (days: number, holdSeconds: number) => {
    const { guideId: id, tripDate, tripDays, guestCount } = bookingIn(days, guideId);
    const payload = { guideId: id, tripDate, tripDays, guestCount, holdSeconds };
    const answer = await platform.as(agency, { method: 'POST', url: '/open/v1/order/hold', payload });
    return answer.json().data.holdId as string;
  };
  const states = async () => {
    const held = await platform.orm.em.fork().find(Hold, { merchantKey: agency.clientId });
    return Object.fromEntries(held.map(({ id, status }) => [id, status]));
  };
  const [short, long] = [await hold(30, 900), await hold(31, 172_800)];
  await advanceAll({ hours: 47 });
  expect(await states()).toEqual({ [short]: 'expired', [long]: 'held' });
  await advanceAll({ hours: 1 });
  expect(await states()).toEqual({ [short]: 'expired', [long]: 'expired' });
  await book(30);
});

test('an instant is as good as a length', async () => {
  const target = `${addDays(new Date().toISOString().slice(0, 10), 10)}T12:00:00+02:00`;
  const { data } = await advance({ until: target });
  expect(Math.abs(Date.parse(data.now) - Date.parse(target))).toBeLessThan(60_000);
  expect((await advance({ until: target })).code).toBe(40001);
});

test('orders follow when workers come back, and one that was made with the clock as it was follows, too', async () => {
  const orderId = await book(30);
  await platform.stopWorkers();
  const { code, data } = await advance({ days: 2 });
  expect([code, data.ordersBehind]).toEqual([200, 1]);
  const stale = await book(31);
  // As another API process would have made it that has not heard yet.
  const back = { clockAheadMs: 0 };
  await platform.orm.em.fork().nativeUpdate(Order, stale, back);
  await platform.startWorkers();
  await until(async () => (await read()).data.ordersBehind === 0);
  expect((await detail(orderId)).status).toBe('cancelled');
  expect(await platform.orm.em.fork().count(Order, { id: stale, clockAheadMs: 2 * DAY_MS })).toBe(1);
});

test('once all are notified, and none comes in any more that is not, nobody looks any more', async () => {
  await book(30);
  await advance({ hours: 1 });
  const em = platform.orm.em.fork();
  const telling = async () =>
    (await em.fork().findOne(Job, { kind: 'clock', subject: agency.clientId })) ?? undefined;
  expect(await telling()).toBeDefined();
  await em.nativeUpdate(Job, { kind: 'clock', subject: agency.clientId }, { addedAt: new Date(0) });
  await until(async () => (await telling()) === undefined);
});
