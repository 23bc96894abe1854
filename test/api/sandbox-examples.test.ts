/** A sandbox is filled on request: trips of the last month that lived at their own times, one of today, some to come, and a statement. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Order, OrderEvent, SettlementLine } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { isLive } from '../../domain/order-state.ts';
import { monthOf, previousMonth } from '../../domain/settlement-month.ts';
import { todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform({ settlements: true });
});
afterAll(() => platform.close());

const month = previousMonth(monthOf(new Date(), 'UTC'));
const PAST = 24;
const PRESENT = 5;
/** Sent again, as its docs say, where a busy machine did not carry out one of its commands in time. */
const fill = (client: ClientCredentials, headers = {}) =>
  until(async () => {
    const request = { method: 'POST', url: '/open/v1/sandbox/examples/create', headers } as const;
    const answer = await platform.as(client, request);
    return answer.statusCode === 503 ? undefined : answer.json();
  });
const read = async (client: ClientCredentials, url: string) =>
  (await platform.as(client, { url: `/open/v1/${url}` })).json().data;
const ordersOf = (ids: readonly string[]) =>
  platform.orm.em.fork().find(Order, { id: { $in: [...ids] } }, { orderBy: { createdAt: 'asc', id: 'asc' } });
const isPast = ({ tripDate }: Order) => tripDate.startsWith(month);

/** Those of the last month, once they are over. */
async function ended(ids: readonly string[]): Promise<Order[]> {
  return await until(async () => {
    const past = (await ordersOf(ids)).filter(isPast);
    return past.some(({ status }) => isLive(status)) ? undefined : past;
  });
}

async function eventsOf(orderId: string): Promise<OrderEvent[]> {
  return await platform.orm.em.fork().find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } });
}

test('an agency’s trips of the last month were booked before them, began and ended at their own times', async () => {
  const { agency } = platform.sandbox;
  const { code, data } = await fill(agency);
  expect([code, data.month, data.orderIds.length]).toEqual([200, month, PAST + PRESENT]);
  const past = await ended(data.orderIds);
  expect(past).toHaveLength(PAST);
  expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['completed', 'cancelled']));
  for (const { id, status, createdAt, tripStartAt, tripEndAt, clockAheadMs } of past) {
    const events = await eventsOf(id);
    const times = events.map(({ occurredAt }) => occurredAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBe(createdAt.getTime());
    if (status !== 'completed') continue;
    expect(times.slice(-2)).toEqual([tripStartAt.getTime(), tripEndAt.getTime()]);
    expect(clockAheadMs).toBe(0);
  }
  expect((await read(agency, 'sandbox/clock')).aheadSeconds).toBe(0);
});

test('one is on today, others are to come; some wait for the studio, and there are words', async () => {
  const { agency, studio } = platform.sandbox;
  const { orderIds } = (await fill(agency)).data;
  const now = await until(async () => {
    const orders = (await ordersOf(orderIds)).filter((order) => !isPast(order));
    return orders.some(({ status }) => status === 'in_progress') ? orders : undefined;
  });
  const today = todayIn('Europe/Lisbon', new Date());
  expect(now.find(({ status }) => status === 'in_progress')?.tripDate).toBe(today);
  expect(now.filter(({ tripDate }) => tripDate > today)).toHaveLength(PRESENT - 1);
  const reviewed = await read(studio, 'guide/reviews/G1001');
  expect(reviewed.list[0]).toMatchObject({ rating: expect.any(Number), text: expect.any(String) });
  const asked = await ordersOf(orderIds);
  const threads = await Promise.all(asked.map(({ id }) => read(studio, `order/messages/${id}`)));
  expect(threads.filter(({ list }) => list.length > 0).length).toBeGreaterThanOrEqual(2);
});

test('its statements of the month have each line of what was over, and no line of others', async () => {
  const { agency } = platform.sandbox;
  const { orderIds, settlementIds } = (await fill(agency)).data;
  const past = await ended(orderIds);
  const statements = await Promise.all(
    settlementIds.map((id: string) => read(agency, `settlement/detail/${id}`)),
  );
  const all = (await read(agency, 'settlement/list')).list.filter(
    (one: { month: string }) => one.month === month,
  );
  expect(all.map(({ status }: { status: string }) => status)).not.toContain('open');
  expect(all.map(({ settlementId }: { settlementId: string }) => settlementId).toSorted()).toEqual(
    (await settledIn(past)).toSorted(),
  );
  for (const one of statements) expect(one).toMatchObject({ month, status: 'issued' });
  const theirs = (await read(platform.sandbox.studio, 'settlement/list')).list;
  expect(theirs).toContainEqual(expect.objectContaining({ month, status: 'issued' }));
});

/** Ids of the sandbox agency's statements that lines of these orders are in. */
async function settledIn(orders: readonly Order[]): Promise<string[]> {
  const rows = await platform.orm.em.fork().execute<{ id: string }[]>(
    `select distinct s.id from settlement s join settlement_line l on l.settlement_id = s.id
       join ledger_entry e on e.id = l.entry_id join ledger_posting p on p.id = e.posting_id
     where s.merchant_key = ? and p.order_id = any(?::text[]) order by s.id`,
    [platform.sandbox.agency.clientId, `{${orders.map(({ id }) => id).join(',')}}`],
  );
  expect(await platform.orm.em.fork().count(SettlementLine)).toBeGreaterThan(0);
  return rows.map(({ id }) => id);
}

test('what was made is not made again: by another request, by one sent again, by two at once', async () => {
  const { agency } = platform.sandbox;
  const first = (await fill(agency)).data;
  const key = { 'idempotency-key': 'filled' };
  const [one, two] = await Promise.all([fill(agency, key), fill(agency)]);
  for (const { code, data } of [one, two, await fill(agency, key)])
    expect([code, data.orderIds.toSorted()]).toEqual([200, first.orderIds.toSorted()]);
  expect(await platform.orm.em.fork().count(Order, { merchantKey: agency.clientId })).toBe(PAST + PRESENT);
});

test('a second agency has trips too, with other guides where the days are taken', async () => {
  const second = await createMerchant(platform, 'mk_second_agency');
  const { data } = await fill(second);
  expect(data.orderIds).toHaveLength(PAST + PRESENT);
  expect(await ended(data.orderIds)).toHaveLength(PAST);
});

test('a studio’s guides are booked by the sandbox agency; one without guides is left as it is', async () => {
  const studio = await createMerchant(platform, 'mk_filled_studio', { kind: 'studio' });
  expect((await fill(studio)).data).toMatchObject({ orderIds: [], settlementIds: [] });
  await createGuide(platform, { id: 'G7101', studioKey: 'mk_filled_studio' });
  await createGuide(platform, { id: 'G7102', studioKey: 'mk_filled_studio', visibility: 'partners' });
  const { data } = await fill(studio);
  expect(data.orderIds).toHaveLength(4 + PRESENT);
  const past = await ended(data.orderIds);
  expect(past.map(({ guideId, merchantKey }) => [guideId, merchantKey])).toEqual(
    past.map(() => ['G7101', platform.sandbox.agency.clientId]),
  );
  const acts = { action: 'sandbox.examples_created', merchantKey: studio.clientId };
  expect(await platform.orm.em.fork().count(AuditEntry, acts)).toBe(2);
});

test('providers, and merchants that are live, are refused', async () => {
  const provider = await createMerchant(platform, 'mk_filling_provider', { kind: 'provider' });
  const live = await createMerchant(platform, 'mk_live_filled', { sandbox: false });
  for (const client of [provider, live]) expect((await fill(client)).code).toBe(40006);
});
