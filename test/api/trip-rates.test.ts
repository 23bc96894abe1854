/** Rates of a trip kind, from the studio that writes them to the order that keeps them (docs/guides.md, "Rates of a trip kind"). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const WALK = {
  tripKindId: 'walk',
  name: 'A walk',
  durationMinutes: 60,
  startTimes: ['09:00', '14:00', '19:00'],
  price: 60,
};
const SUMMER = { startDate: '2027-06-01', endDate: '2027-08-31' };
const RATES = [
  { name: 'Summer evenings', ...SUMMER, startTimes: ['19:00'], price: 95.5 },
  { name: 'Summer', ...SUMMER, price: 80 },
  { name: 'Weekends', weekdays: ['saturday', 'sunday'], price: 75 },
  { name: 'Large parties', minGuests: 5, price: 110, guestPrices: [{ kind: 'child', amount: 0 }] },
];
const GUIDE = {
  ...{ name: 'Rita', area: 'Rateville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 120, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8 },
  guestKinds: [
    { kind: 'adult', amount: 0 },
    { kind: 'child', amount: 5 },
  ],
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-04-01T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

async function send(client: ClientCredentials, options: InjectOptions, path: string) {
  const headers = { authorization: `Bearer ${await api.token(client)}` };
  const answer = await app.inject({ ...options, headers });
  expectDescribed(options.method ?? 'GET', `/open/v1/${path}`, answer);
  return answer.json();
}
const post = (path: string, payload: object, client = agency, described = path) =>
  send(client, { method: 'POST', url: `/open/v1/${path}`, payload }, described);
const make = (tripKind: object) =>
  post('guide/create', { ...GUIDE, tripKinds: [{ ...WALK, ...tripKind }] }, studio);
async function offer(tripKind: object = { rates: RATES }): Promise<string> {
  const { code, data } = await make(tripKind);
  expect(code).toBe(200);
  return data.guideId;
}
const trip = (guideId: string, tripDate: string, startTime: string, party: object = { guestCount: 2 }) => ({
  ...{ guideId, tripDate, startTime, tripKindId: 'walk' },
  ...party,
});

describe('the price of a trip of hours', () => {
  let id: string;
  beforeAll(async () => {
    id = await offer();
  });
  test.each([
    ['a Tuesday in spring', '2027-05-04', '09:00', { guestCount: 2 }, 60, undefined],
    ['a Saturday in spring', '2027-05-08', '09:00', { guestCount: 2 }, 75, 'Weekends'],
    ['a Saturday in summer', '2027-07-03', '09:00', { guestCount: 2 }, 80, 'Summer'],
    ['an evening in summer', '2027-07-03', '19:00', { guestCount: 2 }, 95.5, 'Summer evenings'],
    ['the last day of summer', '2027-08-31', '14:00', { guestCount: 2 }, 80, 'Summer'],
    ['the day after', '2027-09-01', '14:00', { guestCount: 2 }, 60, undefined],
    ['five guests', '2027-05-04', '09:00', { guestCount: 5 }, 110, 'Large parties'],
    [
      'five, of whom children pay nothing',
      '2027-05-04',
      '09:00',
      {
        guests: [
          { kind: 'adult', count: 2 },
          { kind: 'child', count: 3 },
        ],
      },
      110,
      'Large parties',
    ],
    [
      'three, of whom one child pays',
      '2027-05-04',
      '09:00',
      {
        guests: [
          { kind: 'adult', count: 2 },
          { kind: 'child', count: 1 },
        ],
      },
      65,
      undefined,
    ],
  ])('%s', async (_case, tripDate, startTime, party, total, rateName) => {
    const { data } = await post('order/quote', trip(id, tripDate, startTime, party));
    expect(data).toMatchObject({ available: true, totalAmount: total });
    expect(data.priceBreakdown[0]).toMatchObject({ kind: 'trip_rate' });
    expect(data.priceBreakdown[0].rateName).toBe(rateName);
  });
});

test('the detail shows the rates as they were written', async () => {
  const id = await offer();
  const { data } = await send(agency, { url: `/open/v1/guide/detail/${id}` }, `guide/detail/{guideId}`);
  expect(data.tripKinds[0].rates).toEqual(RATES);
});

test('a hold and its change, an order and its change have the price of their time; what is agreed stays', async () => {
  const id = await offer();
  const { data: held } = await post('order/hold', trip(id, '2027-05-04', '09:00'));
  expect(held.totalAmount).toBe(60);
  const moved = await post(
    `order/hold/change/${held.holdId}`,
    { startTime: '14:00', tripDate: '2027-05-08' },
    agency,
    'order/hold/change/{holdId}',
  );
  expect(moved.data).toMatchObject({ totalAmount: 75 });
  const { data: order } = await post('order/create', { ...trip(id, '2027-07-03', '19:00'), ...CONTACT });
  expect(order).toMatchObject({
    totalAmount: 95.5,
    priceBreakdown: [{ rateName: 'Summer evenings' }, { kind: 'guest_rate' }],
  });
  const { data: quoted } = await post(
    `order/change-quote/${order.orderId}`,
    { startTime: '09:00' },
    agency,
    'order/change-quote/{orderId}',
  );
  expect(quoted).toMatchObject({ totalAmount: 80 });

  const dearer = { tripKinds: [{ ...WALK, rates: [{ name: 'Always dear', minGuests: 1, price: 500 }] }] };
  const url = `/open/v1/guide/update/${id}`;
  const { code } = await send(studio, { method: 'PUT', url, payload: dearer }, 'guide/update/{guideId}');
  expect(code).toBe(200);
  const { data: kept } = await send(
    agency,
    { url: `/open/v1/order/detail/${order.orderId}` },
    'order/detail/{orderId}',
  );
  expect(kept).toMatchObject({
    totalAmount: 95.5,
    priceBreakdown: [{ rateName: 'Summer evenings' }, { kind: 'guest_rate' }],
  });
  const late = { ...trip(id, '2027-07-10', '19:00'), ...CONTACT, expectedTotal: 95.5 };
  expect(await post('order/create', late)).toMatchObject({ code: 40908 });
});

describe('early and late', () => {
  const BOOKED = new Date('2027-04-01T12:00:00Z');
  let id: string;
  beforeAll(async () => {
    const early = { name: 'Early', minDaysBefore: 30, price: 50 };
    const late = { name: 'Last minute', maxDaysBefore: 3, price: 40 };
    id = await offer({ rates: [early, late] });
  });
  afterEach(() => {
    api.clock.now = BOOKED;
  });

  test.each([
    ['30 days before', '2027-04-01T12:00:00Z', '2027-05-01', 'Early'],
    ['29 days before', '2027-04-01T12:00:00Z', '2027-04-30', undefined],
    ['4 days before', '2027-04-01T12:00:00Z', '2027-04-05', undefined],
    ['3 days before', '2027-04-01T12:00:00Z', '2027-04-04', 'Last minute'],
    ['where the guide is it is the 2nd already', '2027-04-01T23:30:00Z', '2027-04-05', 'Last minute'],
  ])('%s', async (_case, now, tripDate, rateName) => {
    api.clock.now = new Date(now);
    const { data } = await post('order/quote', trip(id, tripDate, '09:00'));
    expect(data.priceBreakdown[0].rateName).toBe(rateName);
  });

  test.each([
    ['the day before', '2027-04-01T22:55:00Z', undefined],
    ['where the guide is it is the 2nd already', '2027-04-01T23:05:00Z', 'Spring list'],
    ['on the last day', '2027-04-05T22:55:00Z', 'Spring list'],
    ['the day after', '2027-04-05T23:05:00Z', undefined],
  ])('booked between two days: %s', async (_case, now, rateName) => {
    const spring = { name: 'Spring list', bookedFrom: '2027-04-02', bookedUntil: '2027-04-05', price: 45 };
    const guideId = await offer({ rates: [spring] });
    api.clock.now = new Date(now);
    const { data } = await post('order/quote', trip(guideId, '2027-06-01', '09:00'));
    expect(data.priceBreakdown[0].rateName).toBe(rateName);
  });

  test('a change of an order counts from its booking, one of a hold from now', async () => {
    const { data: order } = await post('order/create', { ...trip(id, '2027-05-01', '09:00'), ...CONTACT });
    api.clock.now = new Date('2027-04-01T22:55:00Z');
    const { data: held } = await post('order/hold', trip(id, '2027-05-02', '09:00'));
    expect([order.totalAmount, held.totalAmount]).toEqual([50, 50]);
    api.clock.now = new Date('2027-04-01T23:05:00Z');
    const moved = await post(
      `order/hold/change/${held.holdId}`,
      { tripDate: '2027-05-01', startTime: '19:00' },
      agency,
      'order/hold/change/{holdId}',
    );
    expect(moved).toMatchObject({ code: 200, data: { totalAmount: 60 } });
    api.clock.now = new Date('2027-04-29T12:00:00Z');
    const quoteOf = (change: object) =>
      post(`order/change-quote/${order.orderId}`, change, agency, 'order/change-quote/{orderId}');
    expect(await quoteOf({ guestCount: 3 })).toMatchObject({ data: { totalAmount: 50 } });
    expect(await quoteOf({ tripDate: '2027-04-30' })).toMatchObject({ data: { totalAmount: 60 } });
    expect(await quoteOf({ tripDate: '2027-06-01' })).toMatchObject({ data: { totalAmount: 50 } });
  });
});

describe('is refused, and nothing is saved', () => {
  const rate = { name: 'Dear', minGuests: 2, price: 90 };
  test.each([
    ['without a condition', { minGuests: undefined }, '', 'inconsistent'],
    [
      'booked until a day before it begins',
      { bookedFrom: '2027-06-02', bookedUntil: '2027-06-01' },
      '.bookedUntil',
      'ends_before_start',
    ],
    [
      'with days the wrong way round',
      { startDate: '2027-06-02', endDate: '2027-06-01' },
      '.endDate',
      'ends_before_start',
    ],
    ['with a day that there is not', { startDate: '2027-02-30' }, '.startDate', 'wrong_format'],
    ['with a start that the trip has not', { startTimes: ['10:00'] }, '.startTimes.0', 'inconsistent'],
    ['for no size of a party', { minGuests: 4, maxGuests: 3 }, '.maxGuests', 'inconsistent'],
    [
      'for no number of days before',
      { minDaysBefore: 4, maxDaysBefore: 3 },
      '.maxDaysBefore',
      'inconsistent',
    ],
    ['with more days before than can be booked', { minDaysBefore: 551 }, '.minDaysBefore', 'too_large'],
    ['with a part of a cent', { price: 90.001 }, '.price', 'too_many_decimals'],
    [
      'for a kind of guests that the guide has not',
      { guestPrices: [{ kind: 'senior', amount: 1 }] },
      '.guestPrices.0.kind',
      'inconsistent',
    ],
    ['for all weekdays by name', { weekdays: ['monday', 'monday'] }, '.weekdays', 'duplicate'],
    ['with a member that there is not', { percent: 10 }, '.percent', 'unknown_parameter'],
  ])('a rate %s', async (_case, changes, path, reason) => {
    const refused = await make({ rates: [{ ...rate, ...changes }] });
    expect(refused).toMatchObject({
      code: 40001,
      data: { details: [{ path: `body.tripKinds.0.rates.0${path}`, reason }] },
    });
  });
  test('two rates of one name, and a 25th', async () => {
    expect(await make({ rates: [rate, rate] })).toMatchObject({
      data: { details: [{ path: 'body.tripKinds.0.rates.1.name', reason: 'duplicate' }] },
    });
    const many = Array.from({ length: 25 }, (_, index) => ({ ...rate, name: `Rate ${index}` }));
    expect(await make({ rates: many })).toMatchObject({
      data: { details: [{ path: 'body.tripKinds.0.rates' }] },
    });
  });
});
