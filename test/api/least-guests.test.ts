/** The smallest party that a guide goes with (docs/guides.md, "Least guests"). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const WALK = { name: 'A walk', durationMinutes: 60, startTimes: ['09:00'], price: 40 };
const KINDS = [
  { ...WALK, tripKindId: 'walk', minGuests: 3, maxGuests: 5 },
  { ...WALK, tripKindId: 'shared', startTimes: ['14:00'], minGuests: 2, capacity: 6 },
  { ...WALK, tripKindId: 'plain', startTimes: ['18:00'] },
];
const GUIDE = {
  ...{ name: 'Gus', area: 'Groupton', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 90, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, minGuests: 2, tripKinds: KINDS },
  dayRates: [{ name: 'Pairs', minGuests: 2, maxGuests: 2, price: 80 }],
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const DAY = '2027-05-12';
const DAYS = { tripDate: DAY, tripDays: 1 };
const walk = { tripDate: DAY, tripKindId: 'walk', startTime: '09:00' };
const shared = { tripDate: DAY, tripKindId: 'shared', startTime: '14:00' };

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let id: string;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-05-03T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  expectDescribed = await createConformance(app);
  id = await offer();
});
afterEach(() => api.orm.em.fork().execute('delete from reservation where guide_id = ?', [id]));
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
const update = (guideId: string, payload: object) =>
  send(studio, { method: 'PUT', url: `/open/v1/guide/update/${guideId}`, payload }, 'guide/update/{guideId}');
async function octo(path: string, payload?: object) {
  const headers = { authorization: `Bearer ${await api.token(agency)}`, 'octo-capabilities': 'octo/pricing' };
  const method = payload ? 'POST' : 'GET';
  return (await app.inject({ method, url: `/octo/v1/${path}`, headers, ...(payload && { payload }) })).json();
}
const refusedAt = (path: string, reason: string) => ({
  code: 40001,
  data: { details: [{ path: `body.${path}`, reason }] },
});

describe('a smaller party is refused', () => {
  test.each([
    ['whole days', DAYS, 2],
    ['a trip kind', walk, 3],
    ['a shared trip', shared, 2],
  ])('of %s', async (_case, trip, least) => {
    for (const [path, more] of [
      ['order/quote', {}],
      ['order/hold', {}],
      ['order/create', CONTACT],
    ] as const) {
      const asked = { guideId: id, ...trip, ...more };
      expect(await post(path, { ...asked, guestCount: least - 1 })).toMatchObject(
        refusedAt('guestCount', 'too_few_guests'),
      );
    }
    expect(await post('order/quote', { guideId: id, ...trip, guestCount: least })).toMatchObject({
      code: 200,
      data: { available: true },
    });
  });

  test('of guests by kinds, at them', async () => {
    const kinds = await offer({ guestKinds: [{ kind: 'adult', amount: 10 }] });
    const one = { guideId: kinds, ...DAYS, guests: [{ kind: 'adult', count: 1 }] };
    expect(await post('order/quote', one)).toMatchObject(refusedAt('guests', 'too_few_guests'));
    const none = { ...one, guests: [{ kind: 'adult', count: 0 }] };
    expect(await post('order/quote', none)).toMatchObject(refusedAt('guests', 'too_few'));
  });

  test('and no other limit counts for a trip that has none', async () => {
    const plain = { guideId: id, tripDate: DAY, tripKindId: 'plain', startTime: '18:00', guestCount: 1 };
    expect(await post('order/quote', plain)).toMatchObject({ code: 200 });
    expect(await post('order/quote', { ...plain, tripKindId: 'other' })).toMatchObject(
      refusedAt('tripKindId', 'not_offered'),
    );
  });

  test('also by a change', async () => {
    const { data: order } = await post('order/create', { guideId: id, ...walk, guestCount: 3, ...CONTACT });
    expect(
      await post(
        `order/change-quote/${order.orderId}`,
        { guestCount: 2 },
        agency,
        'order/change-quote/{orderId}',
      ),
    ).toMatchObject(refusedAt('guestCount', 'too_few_guests'));
  });
});

test('is shown as it was written, and not where there is none', async () => {
  const detail = async (guideId: string) =>
    (await send(agency, { url: `/open/v1/guide/detail/${guideId}` }, 'guide/detail/{guideId}')).data;
  expect(await detail(id)).toMatchObject({
    minGuests: 2,
    tripKinds: [{ minGuests: 3 }, { minGuests: 2 }, {}],
  });
  const plain = await detail(await offer({ minGuests: null, tripKinds: [KINDS[2]] }));
  expect(plain).not.toHaveProperty('minGuests');
  expect(plain.tripKinds[0]).not.toHaveProperty('minGuests');
});

test('a calendar has the price of the smallest party, and the starts that it still fits in', async () => {
  const url = `/open/v1/guide/calendar?guideIds=${id}&from=${DAY}&to=${DAY}&withTimes=true`;
  const day = async () => (await send(agency, { url }, 'guide/calendar')).data.list[0].days[0];
  expect(await day()).toMatchObject({
    ...{ state: 'available', dayPrice: 80 },
    times: [{ startTimes: ['09:00'] }, { startTimes: ['14:00'], placesLeft: [6] }, { startTimes: ['18:00'] }],
  });
  expect((await post('order/hold', { guideId: id, ...shared, guestCount: 4 })).code).toBe(200);
  expect((await day()).times[1]).toMatchObject({ startTimes: ['14:00'], placesLeft: [2] });
  expect((await post('order/hold', { guideId: id, ...shared, guestCount: 2 })).code).toBe(200);
  expect((await day()).times[1]).toMatchObject({ startTimes: [], placesLeft: [] });
});

test('a start with fewer places than the smallest party has is full', async () => {
  expect((await post('order/hold', { guideId: id, ...shared, guestCount: 5 })).code).toBe(200);
  const url = `/open/v1/guide/calendar?guideIds=${id}&from=${DAY}&to=${DAY}&withTimes=true`;
  const { data } = await send(agency, { url }, 'guide/calendar');
  expect(data.list[0].days[0].times[1]).toMatchObject({ startTimes: [] });
  const [start] = await octo('availability', { productId: id, optionId: 'shared', localDate: DAY });
  expect(start).toMatchObject({ status: 'SOLD_OUT', vacancies: 0, available: false });
});

describe('OCTO', () => {
  test('says the smallest party of each option', async () => {
    const { options } = await octo(`products/${id}`);
    const shown = options.map(({ restrictions }: { restrictions: object }) => restrictions);
    expect(shown).toEqual([
      { minUnits: 2, maxUnits: 8 },
      { minUnits: 3, maxUnits: 5 },
      { minUnits: 2, maxUnits: 6 },
      { minUnits: 1, maxUnits: 8 },
    ]);
    // For a pair.
    expect(options[0].pricingFrom[0].net).toBe(8_000);
  });

  test('has availability for it, and none for fewer', async () => {
    const asked = { productId: id, optionId: 'walk', localDate: DAY };
    expect(await octo('availability', asked)).toMatchObject([{ available: true, vacancies: 5 }]);
    const few = { ...asked, units: [{ id: 'adult', quantity: 2 }] };
    expect(await octo('availability', few)).toMatchObject([{ available: false, status: 'AVAILABLE' }]);
    const enough = { ...asked, units: [{ id: 'adult', quantity: 3 }] };
    expect(await octo('availability', enough)).toMatchObject([{ available: true }]);
  });

  test('books it, and nothing smaller', async () => {
    const [start] = await octo('availability', { productId: id, optionId: 'walk', localDate: DAY });
    const book = (units: number) =>
      octo('bookings', {
        ...{ productId: id, optionId: 'walk', availabilityId: start.id },
        unitItems: Array.from({ length: units }, () => ({ unitId: 'adult' })),
      });
    expect(await book(2)).toMatchObject({ error: 'UNPROCESSABLE_ENTITY' });
    expect(await book(3)).toMatchObject({ status: 'ON_HOLD' });
  });

  test('has the price of one unit of it, where guests are all that costs', async () => {
    const guestKinds = [
      { kind: 'adult', amount: 21 },
      { kind: 'child', amount: 10.01 },
    ];
    const tripKinds = [{ ...KINDS[0], price: 0 }];
    const perUnit = await offer({ offersWholeDays: false, dayRates: [], guestKinds, tripKinds });
    const product = await octo(`products/${perUnit}`);
    expect(product.pricingPer).toBe('UNIT');
    const units = product.options[0].units.map(
      ({ pricingFrom }: { pricingFrom: { net: number }[] }) => pricingFrom[0]?.net,
    );
    expect(units).toEqual([2_100, 1_001]);
    const asked = { productId: perUnit, optionId: 'walk', localDate: DAY };
    const [start] = await octo('availability', asked);
    expect(start.unitPricing).toMatchObject([{ net: 2_100 }, { net: 1_001 }]);
    expect(start.pricing.net).toBe(6_300);
  });
});

test.each([
  ['more than the guide takes', { minGuests: 9 }, ['minGuests', 'maxGuests']],
  ['more than the trip takes', { tripKinds: [{ ...KINDS[0], minGuests: 6 }] }, ['tripKinds.0.minGuests']],
  ['more than there are places', { tripKinds: [{ ...KINDS[1], minGuests: 7 }] }, ['tripKinds.0.minGuests']],
  [
    'for a trip, more than the guide takes',
    { tripKinds: [{ ...KINDS[2], minGuests: 9 }] },
    ['maxGuests', 'tripKinds.0.minGuests'],
  ],
])('%s is refused', async (_case, guide, paths) => {
  const details = paths.map((path) => ({ path: `body.${path}`, reason: 'inconsistent' }));
  expect(await make(guide)).toMatchObject({ code: 40001, data: { details } });
});

test('a change is held against what is there already; null takes the limit away', async () => {
  const own = await offer({ tripKinds: [] });
  expect(await update(own, { maxGuests: 1 })).toMatchObject(refusedAt('maxGuests', 'inconsistent'));
  expect(await update(own, { minGuests: 0 })).toMatchObject({ code: 40001 });
  expect(await update(own, { minGuests: 9 })).toMatchObject(refusedAt('minGuests', 'inconsistent'));
  expect((await update(own, { minGuests: null })).data).not.toHaveProperty('minGuests');
  expect((await update(own, { maxGuests: 1 })).code).toBe(200);
});
