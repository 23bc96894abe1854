import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SettlementSummary } from '../../contract/schemas/settlements.ts';
import { AuditEntry, Notification, Settlement } from '../../db/entities/index.ts';
import { nextMonth } from '../../domain/settlement-month.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

type Client = Awaited<ReturnType<typeof createMerchant>>;

let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform({ settlements: true });
});
afterAll(() => platform.close());

/** Each test has a guide and an agency of its own. */
let guideId: string;
let agency: Client;
let made = 0;
beforeEach(async () => {
  made += 1;
  guideId = `G${8_000 + made}`;
  await createGuide(platform, { id: guideId, dayRate: 10_000 });
  agency = await createMerchant(platform, `mk_statements_${made}`);
});

const post = async (path: string, payload: object = {}, client = agency, headers = {}) => {
  const url = `/open/v1/${path}`;
  return (await platform.as(client, { method: 'POST', url, payload, headers })).json();
};
const get = async (path: string, client = agency) =>
  (await platform.as(client, { url: `/open/v1/${path}` })).json();
const issue = (payload: object = {}, client = agency, headers = {}) =>
  post('sandbox/settlement/issue', payload, client, headers);
const advance = async (payload: object, client = agency) => {
  await post('sandbox/clock/advance', payload, client);
  await until(async () => (await get('sandbox/clock', client)).data.ordersBehind === 0);
  // They have heard of it; what they have to do then takes its time.
  await until(async () => {
    const rows = await platform.orm.em.fork().execute(OVERDUE, [client.clientId]);
    return rows.length === 0;
  });
};
/** Orders of a merchant whose trip is over by its clock, and that are not closed. */
const OVERDUE = `select from orders o join merchant m on m.key = o.merchant_key
  where m.key = ? and o.status in ('pending', 'confirmed', 'in_progress')
    and o.trip_end_at <= now() + m.clock_ahead_ms * interval '1 millisecond'`;
/** An order that is completed when the clock is past that many days, or that date. @returns its id. */
async function confirmed(when: number | string): Promise<string> {
  const booking =
    typeof when === 'number' ? bookingIn(when, guideId) : { ...bookingIn(0, guideId), tripDate: when };
  const orderId = await bookOrder(platform, agency, booking);
  await post(`order/confirm/${orderId}`, {}, platform.sandbox.studio);
  return orderId;
}
/** The month in which the order was completed, in the platform's time zone: UTC. */
const monthOf = async (orderId: string) =>
  ((await get(`order/detail/${orderId}`)).data.history.at(-1).occurredAt as string).slice(0, 7);

test('a month that is over by the clock is issued as a whole, and can be disputed and paid', async () => {
  const orderId = await confirmed(10);
  await advance({ days: 80 });
  const { code, data } = await issue();
  expect([code, data.list.length]).toEqual([200, 1]);
  const [statement] = data.list as SettlementSummary[];
  expect(statement).toMatchObject({ status: 'issued', month: await monthOf(orderId), part: 1, gross: -100 });
  expect(statement!.closedUntil).toBe(`${nextMonth(statement!.month)}-01T00:00:00.000Z`);
  expect(statement!.issuedAt! > statement!.closedUntil!).toBe(true);

  const { settlementId } = statement!;
  const detail = (await get(`settlement/detail/${settlementId}`)).data;
  expect(detail.lines).toMatchObject([{ orderId, gross: -100 }]);
  const [{ lineId }] = detail.lines;
  const disputed = await post(`settlement/dispute/${settlementId}`, { lineId, reason: 'it rained' });
  expect(disputed.data.status).toBe('disputed');
  expect((await post(`sandbox/settlement/pay/${settlementId}`)).code).toBe(40905);
});

test('an issued statement is paid, once, and its merchant is notified of both', async () => {
  await confirmed(10);
  await advance({ days: 80 });
  const { settlementId } = (await issue()).data.list[0];
  const key = { 'idempotency-key': `pay-${made}` };
  const paid = await post(`sandbox/settlement/pay/${settlementId}`, {}, agency, key);
  expect(paid.data).toMatchObject({ status: 'paid', paymentReference: `SANDBOX ${settlementId}` });
  expect((await post(`sandbox/settlement/pay/${settlementId}`, {}, agency, key)).data).toEqual(paid.data);
  expect((await post(`sandbox/settlement/pay/${settlementId}`)).code).toBe(40905);
  const audited = await platform.orm.em.fork().find(AuditEntry, { merchantKey: agency.clientId });
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['sandbox.statements_issued', 'sandbox.statement_paid']),
  );
  const notified = await platform.orm.em.fork().find(Notification, { subjectId: settlementId });
  expect(notified.map(({ type }) => type).sort()).toEqual(['settlement.issued', 'settlement.paid']);
  // Deliveries stay in the real time.
  for (const { createdAt } of notified) expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now());
});

test('the running month is closed up to now, and what comes later in it makes a further part', async () => {
  await advance({ until: '2027-05-03T12:00:00Z' });
  const [first, second] = [await confirmed('2027-05-04'), await confirmed('2027-05-11')];
  await advance({ until: '2027-05-06T12:00:00Z' });
  expect([await monthOf(first), await monthOf(second)]).toEqual(['2027-05', '2027-05']);
  const one = (await issue({ month: '2027-05' })).data.list[0];
  await advance({ until: '2027-05-20T12:00:00Z' });
  const two = (await issue()).data.list[0];
  expect([one, two].map(({ month, part, lineCount }) => [month, part, lineCount])).toEqual([
    ['2027-05', 1, 1],
    ['2027-05', 2, 1],
  ]);
});

test('without a month it is the first one with something in it; a later one is refused until then', async () => {
  const early = await confirmed(10);
  const late = await confirmed(100);
  // One after the other: of two trips that one jump ends, either may be posted first, and the other is late for its month.
  await advance({ days: 30 });
  await advance({ days: 170 });
  const months = [await monthOf(early), await monthOf(late)];
  const refused = await issue({ month: months[1] });
  expect([refused.code, refused.data.month]).toEqual([40905, months[0]]);
  expect((await issue()).data.month).toBe(months[0]);
  expect((await issue()).data).toMatchObject({ month: months[1], list: [{ lineCount: 1 }] });
  expect((await issue()).data.list).toEqual([]);
});

test('a repeat under a key, also after a crash, names the same statements', async () => {
  await confirmed(10);
  await advance({ days: 80 });
  const key = { 'idempotency-key': `issue-${made}` };
  const [one, two] = await Promise.all([issue({}, agency, key), issue({}, agency, key)]);
  expect(one.data.list).toHaveLength(1);
  expect(two).toEqual(one);
  const forget = `update idempotency_key set answer = null, leased_until = now() - interval '1 s' where key = ?`;
  await platform.orm.em.fork().execute(forget, [key['idempotency-key']]);
  expect((await issue({}, agency, key)).data).toEqual(one.data);
});

test('two at once issue once', async () => {
  await confirmed(10);
  await advance({ days: 80 });
  const answers = await Promise.all([issue(), issue(), issue()]);
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
  const settlements = await platform.orm.em.fork().find(Settlement, { merchantKey: agency.clientId });
  expect(settlements.map(({ status }) => status).sort()).toEqual(['issued', 'open']);
});

test("only one's own, by one's own clock: the studio's stays open until its clock is there", async () => {
  const orderId = await confirmed(10);
  await advance({ days: 80 });
  const { settlementId } = (await issue()).data.list[0];
  const { studio } = platform.sandbox;
  expect((await post(`sandbox/settlement/pay/${settlementId}`, {}, studio)).code).toBe(40009);
  expect((await issue({}, studio)).data.list).toEqual([]);
  const open = await platform.orm.em.fork().find(Settlement, { merchantKey: studio.clientId });
  expect(open.map(({ status }) => status)).toEqual(['open']);
  expect((await monthOf(orderId)) >= open[0]!.month).toBe(true);
});

test.each([
  ['a month that has not begun', { month: '2999-01' }, 40001],
  ['no month', { month: '2027-13' }, 40001],
  ['a number', { month: 1 }, 40001],
  ['something else', { everything: true }, 40001],
])('refused: %s', async (_name, payload, code) => {
  expect((await issue(payload)).code).toBe(code);
});

test('a merchant that is none of the sandbox is refused', async () => {
  const live = await createMerchant(platform, `mk_statements_live_${made}`, { sandbox: false });
  expect((await issue({}, live)).code).toBe(40006);
  expect((await post('sandbox/settlement/pay/STL1000000001', {}, live)).code).toBe(40006);
});
