/** The least price of a trip, from the studio that writes it to the order that keeps it (docs/guides.md, "Least prices"). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const WALK = {
  ...{ tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00'], price: 40 },
  leastPrice: 100.5,
  rates: [{ name: 'Tuesdays', weekdays: ['tuesday'], price: 30 }],
};
const GUIDE = {
  ...{ name: 'Leah', area: 'Leastville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 90, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, guestKinds: [{ kind: 'adult', amount: 20 }] },
  ...{ leastPrice: 300, tripKinds: [WALK] },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const HOURS = { tripDate: '2027-05-12', tripKindId: 'walk', startTime: '09:00' };

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
async function octo(path: string, payload?: object) {
  const headers = { authorization: `Bearer ${await api.token(agency)}`, 'octo-capabilities': 'octo/pricing' };
  const method = payload ? 'POST' : 'GET';
  return (await app.inject({ method, url: `/octo/v1/${path}`, headers, ...(payload && { payload }) })).json();
}

interface Line {
  readonly kind: string;
  readonly amount: number;
}
const shown = (lines: readonly Line[]) => lines.map(({ kind, amount }) => [kind, amount]);

describe('a trip never costs less', () => {
  let id: string;
  beforeAll(async () => {
    id = await offer();
  });
  const days = { tripDate: '2027-05-11', tripDays: 1 };
  test.each([
    ['a day for one', { ...days, guestCount: 1 }, 300, ['day_rate', 'guest_rate', 'trip_rate']],
    ['three days for one', { ...days, tripDays: 3, guestCount: 1 }, 330, ['day_rate', 'guest_rate']],
    ['a walk for one', { ...HOURS, guestCount: 1 }, 100.5, ['trip_rate', 'guest_rate', 'trip_rate']],
    [
      'a walk by a rate',
      { ...HOURS, tripDate: '2027-05-11', guestCount: 2 },
      100.5,
      ['trip_rate', 'guest_rate', 'trip_rate'],
    ],
    ['a walk for four', { ...HOURS, guestCount: 4 }, 120, ['trip_rate', 'guest_rate']],
  ])('%s', async (_case, trip, total, kinds) => {
    const { data } = await post('order/quote', { guideId: id, ...trip });
    expect(data.totalAmount).toBe(total);
    expect(data.priceBreakdown.map(({ kind }: Line) => kind)).toEqual(kinds);
    expect(data.priceBreakdown.reduce((sum: number, { amount }: Line) => sum + amount, 0)).toBe(total);
  });
});

test('holds, orders and changes have it, and an order keeps it', async () => {
  const id = await offer();
  const trip = { guideId: id, ...HOURS, guestCount: 1 };
  const lines = [
    ['trip_rate', 40],
    ['guest_rate', 20],
    ['trip_rate', 40.5],
  ];
  const held = await post('order/hold', trip);
  expect(held.data).toMatchObject({ totalAmount: 100.5 });
  expect(shown(held.data.priceBreakdown)).toEqual(lines);
  const { data: order } = await post('order/create', { holdId: held.data.holdId, ...CONTACT });
  expect(order).toMatchObject({ totalAmount: 100.5 });
  expect((await update(id, { tripKinds: [{ ...WALK, leastPrice: 200 }] })).code).toBe(200);
  const { data: kept } = await send(
    agency,
    { url: `/open/v1/order/detail/${order.orderId}` },
    'order/detail/{orderId}',
  );
  expect(kept.totalAmount).toBe(100.5);
  expect(shown(kept.priceBreakdown)).toEqual(lines);
  const { data: changed } = await post(
    `order/change-quote/${order.orderId}`,
    { guestCount: 2 },
    agency,
    'order/change-quote/{orderId}',
  );
  expect(changed).toMatchObject({ totalAmount: 200 });
});

test('the detail shows it as it was written, and nothing where there is none', async () => {
  const id = await offer();
  expect(await detail(id)).toMatchObject({ leastPrice: 300, tripKinds: [{ leastPrice: 100.5 }] });
  const { leastPrice: _none, ...walk } = WALK;
  await update(id, { leastPrice: null, tripKinds: [walk] });
  const plain = await detail(id);
  expect(plain).not.toHaveProperty('leastPrice');
  expect(plain.tripKinds[0]).not.toHaveProperty('leastPrice');
});

test('a calendar has it as the price of a day by itself', async () => {
  const id = await offer();
  const url = `/open/v1/guide/calendar?guideIds=${id}&from=2027-05-11&to=2027-05-11`;
  const priceOn = async () => (await send(agency, { url }, 'guide/calendar')).data.list[0].days[0].dayPrice;
  expect(await priceOn()).toBe(300);
  await update(id, { minDays: 2 });
  expect(await priceOn()).toBe(90);
});

test('OCTO has prices by booking, and what it books costs what the quote says', async () => {
  const id = await offer({ dayRate: 0, tripKinds: [{ ...WALK, price: 0, rates: [] }] });
  const product = await octo(`products/${id}`);
  expect(product.pricingPer).toBe('BOOKING');
  expect(
    product.options.map(({ pricingFrom }: { pricingFrom: { net: number }[] }) => pricingFrom[0]?.net),
  ).toEqual([30_000, 10_050]);
  const asked = { productId: id, optionId: 'walk', units: [{ id: 'adult', quantity: 2 }] };
  const [start] = await octo('availability', { ...asked, localDate: HOURS.tripDate });
  expect(start.pricing.net).toBe(10_050);
  expect(start).not.toHaveProperty('unitPricing');
  const booking = await octo('bookings', {
    ...{ productId: id, optionId: 'walk', availabilityId: start.id },
    unitItems: [{ unitId: 'adult' }, { unitId: 'adult' }],
  });
  expect(booking.pricing.net).toBe(10_050);
  expect(booking.unitItems[0]).not.toHaveProperty('pricing');
  // Guests alone are what it costs again.
  await update(id, { leastPrice: null, tripKinds: [{ ...WALK, price: 0, rates: [], leastPrice: 0 }] });
  expect((await octo(`products/${id}`)).pricingPer).toBe('UNIT');
});

test('another currency needs it anew', async () => {
  const id = await offer();
  const payload = { currency: 'USD', dayRate: 90, guestKinds: [], tripKinds: [] };
  expect(await update(id, payload)).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.leastPrice', reason: 'missing' }] },
  });
  expect(await update(id, { ...payload, leastPrice: null })).toMatchObject({ code: 200 });
});

test.each([
  ['a part of a cent', { leastPrice: 1.005 }, 'leastPrice', 'too_many_decimals'],
  [
    'a part of a cent of a trip',
    { tripKinds: [{ ...WALK, leastPrice: 1.005 }] },
    'tripKinds.0.leastPrice',
    'too_many_decimals',
  ],
  ['less than nothing', { leastPrice: -1 }, 'leastPrice', 'too_small'],
])('%s is refused', async (_case, guide, path, reason) => {
  expect(await make(guide)).toMatchObject({
    code: 40001,
    data: { details: [{ path: `body.${path}`, reason }] },
  });
});
