/** Rates of whole days, from the studio that writes them to the order that keeps them (docs/guides.md, "Rates of whole days"). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const DAY_RATES = [
  { name: 'Long trips', minDays: 5, price: 90 },
  {
    name: 'Summer weekends',
    startDate: '2027-06-01',
    endDate: '2027-08-31',
    weekdays: ['saturday', 'sunday'],
    price: 210.5,
  },
  { name: 'Groups', minGuests: 5, price: 260 },
  { name: 'Early', minDaysBefore: 60, price: 130 },
];
const GUIDE = {
  ...{ name: 'Dario', area: 'Dayville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 140, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, dayRates: DAY_RATES },
  seasonalRates: [{ startDate: '2027-06-10', endDate: '2027-06-20', dayRate: 190 }],
  weekendRate: { weekdays: ['sunday'], dayRate: 170 },
  guestSurcharge: { fromGuest: 5, amountPerDay: 10 },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-05-03T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

async function send(client: ClientCredentials, options: InjectOptions, described: string) {
  const headers = { authorization: `Bearer ${await api.token(client)}` };
  const answer = await app.inject({ ...options, headers });
  expectDescribed(options.method ?? 'GET', `/open/v1/${described}`, answer);
  return answer.json();
}
const post = (path: string, payload: object, client = agency, described = path) =>
  send(client, { method: 'POST', url: `/open/v1/${path}`, payload }, described);
const make = (guide: object) => post('guide/create', { ...GUIDE, ...guide }, studio);
async function offer(guide: object = {}): Promise<string> {
  const { code, data } = await make(guide);
  expect(code).toBe(200);
  return data.guideId;
}
const update = (id: string, payload: object) =>
  send(studio, { method: 'PUT', url: `/open/v1/guide/update/${id}`, payload }, 'guide/update/{guideId}');
const detail = async (id: string) =>
  (await send(agency, { url: `/open/v1/guide/detail/${id}` }, 'guide/detail/{guideId}')).data;

interface Line {
  readonly kind: string;
  readonly rateName?: string;
  readonly days: number;
  readonly amount: number;
}
const shown = (lines: readonly Line[]) =>
  lines.map(({ kind, rateName = '', days, amount }) => [kind, rateName, days, amount]);

describe('the price of whole days', () => {
  let id: string;
  beforeAll(async () => {
    id = await offer();
  });
  test.each([
    ['a day outside everything', '2027-05-11', 1, 2, [['day_rate', '', 1, 140]]],
    [
      'a summer weekend between days of other rates',
      '2027-06-04',
      4,
      2,
      [
        ['day_rate', '', 1, 140],
        ['day_rate', 'Summer weekends', 2, 421],
        ['day_rate', '', 1, 140],
      ],
    ],
    [
      'a weekend in a season, which the rate comes before',
      '2027-06-12',
      3,
      2,
      [
        ['day_rate', 'Summer weekends', 2, 421],
        ['seasonal_rate', '', 1, 190],
      ],
    ],
    [
      'a group, with its surcharge',
      '2027-05-09',
      1,
      6,
      [
        ['day_rate', 'Groups', 1, 260],
        ['guest_surcharge', '', 1, 20],
      ],
    ],
    [
      'five days, whatever else holds',
      '2027-06-10',
      5,
      6,
      [
        ['day_rate', 'Long trips', 5, 450],
        ['guest_surcharge', '', 5, 100],
      ],
    ],
    [
      'a trip that begins 60 days from now, all of whose days are early',
      '2027-07-02',
      2,
      2,
      [
        ['day_rate', 'Early', 1, 130],
        ['day_rate', 'Summer weekends', 1, 210.5],
      ],
    ],
    [
      'a trip that begins 59 days from now, none of whose days are',
      '2027-07-01',
      2,
      2,
      [['day_rate', '', 2, 280]],
    ],
  ])('%s', async (_case, tripDate, tripDays, guestCount, lines) => {
    const { data } = await post('order/quote', { guideId: id, tripDate, tripDays, guestCount });
    expect(shown(data.priceBreakdown)).toEqual(lines);
    expect(data.totalAmount).toBe(lines.reduce((sum, [, , , amount]) => sum + Number(amount), 0));
  });
});

test('a hold and its change, an order and its change have the price of their days; what is agreed stays', async () => {
  const id = await offer();
  const { data: held } = await post('order/hold', {
    guideId: id,
    tripDate: '2027-05-11',
    tripDays: 1,
    guestCount: 2,
  });
  expect(held.totalAmount).toBe(140);
  const moved = await post(
    `order/hold/change/${held.holdId}`,
    { tripDate: '2027-06-05' },
    agency,
    'order/hold/change/{holdId}',
  );
  expect(moved.data).toMatchObject({ totalAmount: 210.5 });
  const trip = { guideId: id, tripDate: '2027-07-19', tripDays: 2, guestCount: 2 };
  const { data: order } = await post('order/create', { ...trip, ...CONTACT, expectedTotal: 260 });
  expect(shown(order.priceBreakdown)).toEqual([['day_rate', 'Early', 2, 260]]);
  expect((await update(id, { dayRates: [] })).code).toBe(200);
  const { data: kept } = await send(
    agency,
    { url: `/open/v1/order/detail/${order.orderId}` },
    'order/detail/{orderId}',
  );
  expect(shown(kept.priceBreakdown)).toEqual([['day_rate', 'Early', 2, 260]]);
  expect(
    await post('order/create', { ...trip, ...CONTACT, tripDate: '2027-07-26', expectedTotal: 260 }),
  ).toMatchObject({
    code: 40908,
  });
  expect((await update(id, { dayRates: DAY_RATES })).code).toBe(200);
  // A change counts from the day of the booking, so that an early price is not lost by it.
  api.clock.now = new Date('2027-05-25T12:00:00Z');
  const { data: quoted } = await post(
    `order/change-quote/${order.orderId}`,
    { guestCount: 3 },
    agency,
    'order/change-quote/{orderId}',
  );
  api.clock.now = new Date('2027-05-03T12:00:00Z');
  expect(quoted).toMatchObject({ totalAmount: 260 });
});

test('the detail shows them as they were written, and nothing where there are none', async () => {
  const id = await offer();
  expect((await detail(id)).dayRates).toEqual(DAY_RATES);
  await update(id, { dayRates: [] });
  expect(await detail(id)).not.toHaveProperty('dayRates');
});

test('a calendar and OCTO have what a day costs one guest who books it now', async () => {
  const id = await offer({ guestSurcharge: null });
  const url = `/open/v1/guide/calendar?guideIds=${id}&from=2027-06-04&to=2027-06-07`;
  const { data } = await send(agency, { url }, 'guide/calendar');
  expect(data.list[0].days.map(({ dayPrice }: { dayPrice: number }) => dayPrice)).toEqual([
    140, 210.5, 210.5, 140,
  ]);
  const headers = { authorization: `Bearer ${await api.token(agency)}`, 'octo-capabilities': 'octo/pricing' };
  const product = await app.inject({ url: `/octo/v1/products/${id}`, headers });
  // The early price; neither that of long trips nor that of groups.
  expect(product.json().options[0].pricingFrom[0].net).toBe(13_000);
  const payload = {
    productId: id,
    optionId: 'DEFAULT',
    localDateStart: '2027-06-05',
    localDateEnd: '2027-06-05',
  };
  const days = await app.inject({ method: 'POST', url: '/octo/v1/availability/calendar', headers, payload });
  expect(days.json()[0].pricingFrom.net).toBe(21_050);
});

test('another currency needs their amounts anew', async () => {
  const id = await offer({ seasonalRates: [], weekendRate: null, guestSurcharge: null });
  expect(await update(id, { currency: 'USD', dayRate: 150 })).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.dayRates', reason: 'missing' }] },
  });
});

describe('a guide that goes for three to five days', () => {
  let id: string;
  const walk = { tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00'], price: 60 };
  beforeAll(async () => {
    id = await offer({
      minDays: 3,
      maxDays: 5,
      tripKinds: [walk],
      dayRates: [{ name: 'Three', minDays: 3, price: 99 }],
    });
  });

  test.each([
    [2, 'too_few_days'],
    [3, undefined],
    [5, undefined],
    [6, 'too_many_days'],
  ])('%i days: %s', async (tripDays, reason) => {
    const trip = { guideId: id, tripDate: '2027-05-11', tripDays, guestCount: 2 };
    const refused = { code: 40001, data: { details: [{ path: 'body.tripDays', reason }] } };
    for (const [path, payload] of [
      ['order/quote', trip],
      ['order/create', { ...trip, ...CONTACT }],
      ['order/hold', trip],
    ] as const) {
      const answer = await post(path, payload);
      expect(answer).toMatchObject(reason ? refused : { code: 200 });
      await api.orm.em.fork().execute('delete from reservation where guide_id = ?', [id]);
    }
  });

  test('trips of hours have no such limit', async () => {
    const trip = { guideId: id, tripDate: '2027-05-11', guestCount: 2 };
    const hours = { tripKindId: 'walk', startTime: '09:00' };
    expect(await post('order/quote', { ...trip, ...hours })).toMatchObject({ data: { totalAmount: 60 } });
  });

  test('is shown as such; a day costs what it costs in the shortest trip, and is free by itself', async () => {
    expect(await detail(id)).toMatchObject({ minDays: 3, maxDays: 5 });
    const url = `/open/v1/guide/calendar?guideIds=${id}&from=2027-05-11&to=2027-05-11`;
    const { data } = await send(agency, { url }, 'guide/calendar');
    expect(data.list[0].days).toMatchObject([{ state: 'available', dayPrice: 99 }]);
  });

  test('has no whole day in OCTO, whose whole days are single ones', async () => {
    const headers = {
      authorization: `Bearer ${await api.token(agency)}`,
      'octo-capabilities': 'octo/pricing',
    };
    const optionsOf = async (guideId: string) => {
      const product = await app.inject({ url: `/octo/v1/products/${guideId}`, headers });
      return product.json().options?.map((option: { id: string }) => option.id);
    };
    expect(await optionsOf(id)).toEqual(['walk']);
    expect(await optionsOf(await offer({ minDays: 1, maxDays: 2, tripKinds: [walk] }))).toEqual([
      'DEFAULT',
      'walk',
    ]);
    expect(await optionsOf(await offer({ minDays: 2 }))).toBeUndefined();
  });

  test('a change is held against what is there already; null takes a limit away', async () => {
    const refusedAt = (path: string) => ({
      code: 40001,
      data: { details: [{ path: `body.${path}`, reason: 'inconsistent' }] },
    });
    expect(await update(id, { minDays: 6 })).toMatchObject(refusedAt('minDays'));
    expect(await update(id, { maxDays: 2 })).toMatchObject(refusedAt('maxDays'));
    expect(await update(id, { maxDays: 61 })).toMatchObject({ code: 40001 });
    expect((await update(id, { maxDays: null })).data).not.toHaveProperty('maxDays');
    expect((await update(id, { minDays: 60 })).data).toMatchObject({ minDays: 60 });
    expect((await update(id, { minDays: null })).data).not.toHaveProperty('minDays');
  });
});

describe('is refused, and nothing is saved', () => {
  const rate = { name: 'Dear', minGuests: 2, price: 90 };
  test.each([
    ['without a condition', { minGuests: undefined }, '', 'inconsistent'],
    [
      'with days the wrong way round',
      { startDate: '2027-06-02', endDate: '2027-06-01' },
      '.endDate',
      'ends_before_start',
    ],
    ['for no size of a party', { minGuests: 4, maxGuests: 3 }, '.maxGuests', 'inconsistent'],
    [
      'for no number of days before',
      { minDaysBefore: 4, maxDaysBefore: 3 },
      '.maxDaysBefore',
      'inconsistent',
    ],
    ['for no number of days', { minDays: 4, maxDays: 3 }, '.maxDays', 'inconsistent'],
    ['for more days than a trip has', { minDays: 61 }, '.minDays', 'too_large'],
    ['with a part of a cent', { price: 90.001 }, '.price', 'too_many_decimals'],
    ['with a start time', { startTimes: ['09:00'] }, '.startTimes', 'unknown_parameter'],
    ['with prices of guests', { guestPrices: [] }, '.guestPrices', 'unknown_parameter'],
  ])('a rate %s', async (_case, changes, path, reason) => {
    expect(await make({ dayRates: [{ ...rate, ...changes }] })).toMatchObject({
      code: 40001,
      data: { details: [{ path: `body.dayRates.0${path}`, reason }] },
    });
  });
  test('two rates of one name, and a 25th', async () => {
    expect(await make({ dayRates: [rate, rate] })).toMatchObject({
      data: { details: [{ path: 'body.dayRates.1.name', reason: 'duplicate' }] },
    });
    const many = Array.from({ length: 25 }, (_, index) => ({ ...rate, name: `Rate ${index}` }));
    expect(await make({ dayRates: many })).toMatchObject({ data: { details: [{ path: 'body.dayRates' }] } });
  });
});
