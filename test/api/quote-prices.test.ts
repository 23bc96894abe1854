/** The price that a quote keeps, for order/create and order/hold (docs/orders.md, "A quote's price"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const NOON = '2027-05-03T12:00:00Z';
const WALK = {
  ...{ tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00', '14:00'], price: 60 },
  capacity: 4,
};
const CLUB = { name: 'Club members', code: 'CLUB-20', percent: 20 };
const LATE = { name: 'Last minute', maxDaysBefore: 7, price: 200 };
const GUIDE = {
  ...{ name: 'Quim', area: 'Quoteville', languages: ['pt', 'en'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 90, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, tripKinds: [WALK], offers: [CLUB], dayRates: [LATE] },
  cancellationPolicy: { preset: 'flexible' },
};
const RELEASE = 'order/hold/release/{holdId}';
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const DAYS = { tripDate: '2027-06-14', tripDays: 2, guestCount: 2 };
const HOURS = { tripDate: '2027-06-12', tripKindId: 'walk', startTime: '09:00', guestCount: 2 };

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let other: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let guideId: string;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  ({ agency, studio } = api.sandbox);
  other = await createMerchant(api, 'mk_quotes_too');
  expectDescribed = await createConformance(app);
});
beforeEach(async () => {
  at(NOON);
  const { code, data } = await post('guide/create', GUIDE, studio);
  expect(code).toBe(200);
  guideId = data.guideId;
});
afterAll(() => api.close());

const at = (instant: string) => {
  api.clock.now = new Date(instant);
};
async function send(client: ClientCredentials, options: InjectOptions, described: string) {
  const headers = { authorization: `Bearer ${await api.token(client)}`, ...options.headers };
  const answer = await app.inject({ ...options, headers });
  expectDescribed(options.method ?? 'GET', `/open/v1/${described}`, answer);
  return answer.json();
}
const post = (path: string, payload: object, client = agency, headers = {}) =>
  send(client, { method: 'POST', url: `/open/v1/${path}`, payload, headers }, path);
const update = (payload: object) =>
  send(studio, { method: 'PUT', url: `/open/v1/guide/update/${guideId}`, payload }, 'guide/update/{guideId}');
const quote = async (trip: object, client = agency) =>
  (await post('order/quote', { guideId, ...trip }, client)).data;
const create = (payload: object, client = agency, headers = {}) =>
  post('order/create', { ...CONTACT, ...payload }, client, headers);
const DEARER = {
  ...{ dayRate: 150, dayRates: [], offers: [], cancellationPolicy: { preset: 'strict' } },
  tripKinds: [{ ...WALK, price: 99, name: 'A longer walk' }],
};
interface Detail {
  readonly path: string;
  readonly reason: string;
}
const reasons = ({ code, data }: { code: number; data: { details?: Detail[] } }) => [
  code,
  ...(data.details ?? []).map(({ path, reason }) => `${path} ${reason}`),
];

describe('what the studio changes after a quote', () => {
  test.each([
    ['days', DAYS, 180],
    ['hours', HOURS, 60],
    ['a code', { ...DAYS, offerCode: 'club-20' }, 144],
    ['a language', { ...DAYS, language: 'EN' }, 180],
  ])(
    'leaves its price and policy to an order, a hold, and an order from that: %s',
    async (_case, trip, total) => {
      const quoted = await quote(trip);
      expect(quoted).toMatchObject({ totalAmount: total, expiresAt: '2027-05-03T12:15:00.000Z' });
      const { totalAmount, currency, priceBreakdown, cancellationPolicy } = quoted;
      const kept = { totalAmount, currency, priceBreakdown, cancellationPolicy };
      expect((await update({ ...DEARER, currency: 'USD' })).code).toBe(200);
      const { quoteId } = quoted;
      const held = await post('order/hold', { quoteId });
      expect(held).toMatchObject({ code: 200, data: { ...kept, tripDate: trip.tripDate, guestCount: 2 } });
      const order = await create({ holdId: held.data.holdId });
      expect(order).toMatchObject({ code: 200, data: { ...kept, guideId, tripDate: trip.tripDate } });
      const again = await create({ quoteId });
      // A walk has room for both; days are taken.
      expect(again).toMatchObject('tripKindId' in trip ? { code: 200, data: kept } : { code: 40902 });
    },
  );

  test('is the price of whoever does not name the quote', async () => {
    await quote(DAYS);
    await update(DEARER);
    expect((await create({ guideId, ...DAYS })).data.totalAmount).toBe(300);
  });

  test('midnight between quote and order changes no price that goes by the days before', async () => {
    const trip = { ...DAYS, tripDate: '2027-05-11' };
    at('2027-05-03T22:55:00Z');
    const early = await quote(trip);
    at('2027-05-03T23:05:00Z');
    expect([early.totalAmount, (await quote(trip)).totalAmount]).toEqual([180, 400]);
    expect((await create({ quoteId: early.quoteId })).data.totalAmount).toBe(180);
  });

  test('is kept by the guide of the sandbox that raises its price as well', async () => {
    const trip = { guideId: 'G9000004', tripDate: '2027-06-14', tripDays: 1, guestCount: 1 };
    const { quoteId, totalAmount } = (await post('order/quote', trip)).data;
    const held = (await post('order/hold', trip)).data;
    expect(held.totalAmount).toBeGreaterThan(totalAmount);
    await send(agency, { method: 'POST', url: `/open/v1/order/hold/release/${held.holdId}` }, RELEASE);
    expect((await create({ quoteId })).data.totalAmount).toBe(totalAmount);
  });

  test('decides all but the price: guests, a paused guide, time that others have', async () => {
    const quoted = await quote(DAYS);
    await update({ minGuests: 3 });
    expect(reasons(await create({ quoteId: quoted.quoteId }))).toEqual([
      40001,
      'body.guestCount too_few_guests',
    ]);
    await update({ minGuests: null, status: 'paused' });
    expect(reasons(await create({ quoteId: quoted.quoteId }))).toEqual([
      40902,
      'body.tripDate guide_inactive',
    ]);
    await update({ status: 'active' });
    expect((await create({ guideId, ...DAYS }, other)).code).toBe(200);
    expect((await create({ quoteId: quoted.quoteId })).code).toBe(40902);
  });
});

describe('a request by a quote', () => {
  test('may say the trip as it was quoted, in other words', async () => {
    const { quoteId } = await quote({ ...DAYS, language: 'en', offerCode: 'CLUB-20' });
    const same = { guideId, ...DAYS, language: 'EN', offerCode: 'club-20', expectedTotal: 144 };
    expect(await create({ quoteId, ...same })).toMatchObject({ code: 200, data: { totalAmount: 144 } });
  });

  test.each([
    ['guideId', 'G1001'],
    ['tripDate', '2027-06-15'],
    ['tripDays', 1],
    ['guestCount', 3],
    ['language', 'pt'],
    ['offerCode', 'CLUB-20'],
  ])('and no other trip: %s', async (name, value) => {
    const { quoteId } = await quote(DAYS);
    const refused = [40001, `body.${name} differs_from_quote`];
    expect(reasons(await create({ quoteId, [name]: value }))).toEqual(refused);
    expect(reasons(await post('order/hold', { quoteId, [name]: value }))).toEqual(refused);
  });

  test('is held against the total of the quote', async () => {
    const { quoteId } = await quote(DAYS);
    await update(DEARER);
    const refused = { code: 40908, data: { totalAmount: 180, currency: 'EUR' } };
    expect(await create({ quoteId, expectedTotal: 300 })).toMatchObject(refused);
    expect(await post('order/hold', { quoteId, expectedTotal: 300 })).toMatchObject(refused);
  });

  test('is refused from the end of the quote on; its order, under its key, is answered again', async () => {
    const { quoteId, expiresAt } = await quote(HOURS);
    const key = { 'idempotency-key': `quote-${guideId}` };
    const order = await create({ quoteId }, agency, key);
    expect(order.code).toBe(200);
    at(new Date(Date.parse(expiresAt) - 1).toISOString());
    expect((await post('order/hold', { quoteId })).code).toBe(200);
    at(expiresAt);
    const over = [40001, 'body.quoteId quote_expired'];
    expect(reasons(await create({ quoteId }))).toEqual(over);
    expect(reasons(await post('order/hold', { quoteId }))).toEqual(over);
    expect(await create({ quoteId }, agency, key)).toEqual(order);
    expect((await create({ quoteId, remark: 'other' }, agency, key)).code).toBe(40903);
  });

  test('says neither its hold nor anything that is no quote of its merchant', async () => {
    const { quoteId } = await quote(DAYS);
    const { holdId } = (await post('order/hold', { guideId, ...HOURS })).data;
    expect(reasons(await create({ quoteId, holdId }))).toEqual([
      40001,
      'body.quoteId conflicting_parameters',
    ]);
    const unknown = [40001, 'body.quoteId unknown_quote'];
    const middle = quoteId.length / 2;
    const changed = `${quoteId.slice(0, middle)}${quoteId[middle] === 'A' ? 'B' : 'A'}${quoteId.slice(middle + 1)}`;
    for (const wrong of ['x', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', changed, quoteId.slice(0, -4)]) {
      expect(reasons(await create({ quoteId: wrong }))).toEqual(unknown);
      expect(reasons(await post('order/hold', { quoteId: wrong }))).toEqual(unknown);
    }
    expect(reasons(await create({ quoteId }, other))).toEqual(unknown);
    expect(reasons(await post('order/hold', { quoteId }, other))).toEqual(unknown);
    expect((await create({ quoteId }, studio)).code).toBe(40006);
    for (const wrong of ['', 'a b', 'x'.repeat(16_001), 7, null])
      expect((await create({ quoteId: wrong })).code).toBe(40001);
  });

  test('reveals nothing of what it keeps', async () => {
    const { quoteId } = await quote(DAYS);
    const read = Buffer.from(quoteId, 'base64url').toString('latin1');
    expect(read).not.toContain(guideId);
    expect(read).not.toContain('totalAmount');
  });
});
