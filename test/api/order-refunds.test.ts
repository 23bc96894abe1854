/** What a studio gives back: by HTTP, through the lives of orders, to both sides' statements. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import {
  AuditEntry,
  IdempotencyKey,
  LedgerEntry,
  LedgerPosting,
  Notification,
  Order,
} from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { askAgain } from '../support/waiting/ask-again.ts';

const GUIDE = 'G1';
const RATE = 1_000;

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
beforeAll(async () => {
  platform = await createLivePlatform();
  ({ agency, studio } = platform.sandbox);
  await createGuide(platform, { id: GUIDE, dayRate: 10_005, maxGuests: 5 });
  const rate = `update merchant set commission_rate = ? where key = ?`;
  await platform.orm.em.fork().execute(rate, [RATE, studio.clientId]);
});
afterAll(() => platform.close());

let nextDay = 30;
const post = async (url: string, payload = {}, client = studio, headers: InjectOptions['headers'] = {}) =>
  (await platform.as(client, { method: 'POST', url: `/open/v1/${url}`, payload, headers })).json();
const refund = (orderId: string, amount: unknown, client = studio, headers = {}) =>
  post(`order/refund/${orderId}`, { amount, reason: 'the boat did not sail' }, client, headers);

async function bookConfirmed(): Promise<string> {
  nextDay += 3;
  const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), nextDay);
  const trip = { guideId: GUIDE, tripDate, tripDays: 1, guestCount: 2 };
  const contact = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
  const { orderId } = (await post('order/create', { ...trip, ...contact }, agency)).data;
  expect(await post(`order/confirm/${orderId}`)).toMatchObject({ code: 200 });
  return orderId;
}

async function complete(orderId: string): Promise<void> {
  for (const status of ['in_progress', 'completed'])
    expect((await post(`sandbox/order/advance/${orderId}`, {}, agency)).data).toMatchObject({ status });
}

/** What the ledger has of an order, by account. */
async function posted(orderId: string) {
  const em = platform.orm.em.fork();
  const postings = await em.find(LedgerPosting, { orderId });
  const entries = await em.find(LedgerEntry, { postingId: { $in: postings.map(({ id }) => id) } });
  const of = (key: string) => entries.filter(({ accountId }) => accountId.startsWith(`merchant:${key}/`));
  const sum = (list: LedgerEntry[], name: 'gross' | 'commission') =>
    list.reduce((total, entry) => total + entry[name], 0);
  return {
    agency: sum(of(agency.clientId), 'gross'),
    studio: sum(of(studio.clientId), 'gross'),
    commission: sum(of(studio.clientId), 'commission'),
    rest: entries.reduce((total, { gross, commission }) => total + gross - commission, 0),
  };
}

test('before completion it lowers what is posted then; the merchant is notified, the history has it', async () => {
  const orderId = await bookConfirmed();
  const { data } = await refund(orderId, 20.05);
  expect(data).toMatchObject({
    ...{ status: 'confirmed', totalAmount: 100.05, refund: { amount: 20.05, fee: 80 } },
    commission: { amount: 8 },
  });
  expect(data.history.at(-1)).toMatchObject({
    ...{ reason: 'refunded_by_studio', actor: 'studio', note: 'the boat did not sail', sequence: 3 },
    ...{ previousStatus: 'confirmed', status: 'confirmed' },
  });
  const audited = { action: 'order.refunded', subject: `order:${orderId}`, actor: studio.clientId };
  expect(await platform.orm.em.fork().count(AuditEntry, audited)).toBe(1);
  await complete(orderId);
  expect(await posted(orderId)).toEqual({ agency: -8_000, studio: 8_000, commission: 800, rest: 0 });
  const notified = await platform.orm.em.fork().find(Notification, { orderId, type: 'order.refunded' });
  expect(new Set(notified.map(({ merchantKey }) => merchantKey))).toEqual(
    new Set([agency.clientId, studio.clientId]),
  );
  expect(JSON.parse(notified[0]!.body!)).toMatchObject({ refunded: { amount: 20.05, currency: 'EUR' } });
});

test('after completion it is a line of both statements, with its part of the commission', async () => {
  const orderId = await bookConfirmed();
  await complete(orderId);
  expect(await posted(orderId)).toMatchObject({ agency: -10_005, commission: 1_000 });
  expect((await refund(orderId, 40.05)).data).toMatchObject({
    status: 'completed',
    refund: { amount: 40.05 },
  });
  expect(await posted(orderId)).toEqual({ agency: -6_000, studio: 6_000, commission: 600, rest: 0 });
  expect((await refund(orderId, 60)).data.refund).toMatchObject({ amount: 100.05, fee: 0 });
  expect(await posted(orderId)).toEqual({ agency: 0, studio: 0, commission: 0, rest: 0 });
  for (const client of [agency, studio]) {
    const { list } = (await platform.as(client, { method: 'GET', url: '/open/v1/settlement/list' })).json()
      .data;
    const lines = await platform.as(client, {
      method: 'GET',
      url: `/open/v1/settlement/detail/${list[0].settlementId}?size=100`,
    });
    const own = lines.json().data.lines.filter((line: { orderId: string }) => line.orderId === orderId);
    expect(own.map(({ kind }: { kind: string }) => kind)).toEqual(['completed', 'refund', 'refund']);
    expect(own[1].reason).toBe('the boat did not sail');
  }
});

test('what was given back is part of what a cancellation gives back', async () => {
  const orderId = await bookConfirmed();
  await refund(orderId, 40.05);
  const quoted = (
    await platform.as(agency, { method: 'GET', url: `/open/v1/order/cancel-quote/${orderId}` })
  ).json();
  const { data } = await post(`order/cancel/${orderId}`, {}, agency);
  expect(data.refund).toMatchObject({ amount: quoted.data.refund, fee: quoted.data.fee });
  expect(data.refund.amount + data.refund.fee).toBeCloseTo(100.05);
  expect(data.refund.amount).toBeGreaterThanOrEqual(40.05);
});

test('a change never costs less than what was given back', async () => {
  const orderId = await bookConfirmed();
  await post(`order/change/${orderId}`, { tripDays: 3 }, agency);
  await post(`order/change-accept/${orderId}`);
  await refund(orderId, 250);
  const changed = await post(`order/change/${orderId}`, { tripDays: 1 }, agency);
  expect(changed.data.change.after.totalAmount).toBe(250);
  await refund(orderId, 20);
  expect(await post(`order/change-accept/${orderId}`)).toMatchObject({ code: 40901 });
  expect((await platform.orm.em.fork().findOneOrFail(Order, orderId)).totalAmount).toBe(30_015);
});

test.each([
  ['nothing', 0],
  ['less than nothing', -1],
  ['more decimals than the currency has', 1.001],
  ['more than the price', 100.06],
  ['a text', 'all'],
  ['beyond every number', 1e300],
])('%s is refused with 40001', async (_, amount) => {
  const orderId = await bookConfirmed();
  expect(await refund(orderId, amount)).toMatchObject({ code: 40001 });
  expect(await platform.orm.em.fork().findOneOrFail(Order, orderId)).toMatchObject({
    refundAmount: null,
    sequence: 2,
  });
});

test('only the studio gives back, only what it has: 40006, 40005, 40901', async () => {
  const orderId = await bookConfirmed();
  expect(await refund(orderId, 1, agency)).toMatchObject({ code: 40006 });
  const stranger = await createMerchant(platform, 'mk_other_studio', { kind: 'studio' });
  expect(await refund(orderId, 1, stranger)).toMatchObject({ code: 40005 });
  await post(`order/cancel/${orderId}`, {}, agency);
  expect(await refund(orderId, 1)).toMatchObject({ code: 40901 });
});

test('under one key it is given once, also where the answer was lost; several at once never give more than there is', async () => {
  const orderId = await bookConfirmed();
  const headers = { 'idempotency-key': `refund-${orderId}` };
  await refund(orderId, 30, studio, headers);
  const everything = { answer: null, leasedUntil: new Date(0) };
  await platform.orm.em.fork().nativeUpdate(IdempotencyKey, { leasedUntil: { $ne: null } }, everything);
  expect((await refund(orderId, 30, studio, headers)).data.refund.amount).toBe(30);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      askAgain(() => refund(orderId, 30, studio, { 'idempotency-key': `${orderId}-${index}` })),
    ),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 40001, 40001, 40001]);
  expect((await post(`order/confirm/${orderId}`)).code).toBe(40901);
  await complete(orderId);
  expect(await posted(orderId)).toMatchObject({ agency: -1_005, rest: 0 });
});
