/** Offers of a guide, from the studio that writes them to the order that keeps its price (docs/guides.md, "Offers"). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { readTripPrices } from '../../services/trade/trip-prices.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const [AGENCY, OTHER] = ['mk_sandbox_agency', 'mk_offers_too'];
const WALK = {
  ...{ tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00', '14:00'] },
  ...{ price: 60, leastPrice: 50 },
};
const BAY = { ...WALK, tripKindId: 'bay', name: 'The bay', price: 80 };
const CLUB = { name: 'Club members', code: 'CLUB-20', percent: 20, agencies: [AGENCY] };
const AUTUMN = {
  ...{ name: 'Autumn weeks', code: 'autumn15', percent: 15 },
  ...{ startDate: '2027-06-10', endDate: '2027-06-20' },
};
const EARLY = { name: 'Early', percent: 10, minDaysBefore: 30, wholeDays: true };
const PARTNERS = { name: 'Partners only', amount: 7.5, agencies: [OTHER] };
const WALKS = { name: 'Walks', amount: 12.34, tripKindIds: ['walk'] };
const OFFERS = [CLUB, AUTUMN, EARLY, PARTNERS, WALKS];
const GUIDE = {
  ...{ name: 'Odile', area: 'Offerville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 90, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, tripKinds: [WALK, BAY], offers: OFFERS },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const SOON = { tripDate: '2027-05-11', tripDays: 2, guestCount: 1 };
const LATER = { tripDate: '2027-06-11', tripDays: 2, guestCount: 1 };
const HOURS = { tripDate: '2027-05-12', tripKindId: 'walk', startTime: '09:00', guestCount: 1 };

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let other: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-05-03T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  other = await createMerchant(api, OTHER);
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

async function send(client: ClientCredentials, options: InjectOptions, described: string) {
  const headers = { authorization: `Bearer ${await api.token(client)}`, ...options.headers };
  const answer = await app.inject({ ...options, headers });
  expectDescribed(options.method ?? 'GET', `/open/v1/${described}`, answer);
  return answer.json();
}
const get = (path: string, client: ClientCredentials, described = path.replace(/\?.*/, '')) =>
  send(client, { url: `/open/v1/${path}` }, described);
const post = (path: string, payload: object, client = agency, described = path, headers = {}) =>
  send(client, { method: 'POST', url: `/open/v1/${path}`, payload, headers }, described);
const make = (guide: object) => post('guide/create', { ...GUIDE, ...guide }, studio);
async function offered(guide: object = {}): Promise<string> {
  const { code, data } = await make(guide);
  expect(code).toBe(200);
  return data.guideId;
}
const update = (id: string, payload: object) =>
  send(studio, { method: 'PUT', url: `/open/v1/guide/update/${id}`, payload }, 'guide/update/{guideId}');
const detailFor = async (id: string, client: ClientCredentials) =>
  (await get(`guide/detail/${id}`, client, 'guide/detail/{guideId}')).data;
const holdAgain = (holdId: string, payload: object) =>
  post(`order/hold/change/${holdId}`, payload, agency, 'order/hold/change/{holdId}');
async function octo(path: string, payload?: object) {
  const headers = { authorization: `Bearer ${await api.token(agency)}`, 'octo-capabilities': 'octo/pricing' };
  const method = payload ? 'POST' : 'GET';
  return (await app.inject({ method, url: `/octo/v1/${path}`, headers, ...(payload && { payload }) })).json();
}

interface Line {
  readonly kind: string;
  readonly offerName?: string;
  readonly startDate: string;
  readonly amount: number;
}

describe('a trip costs less', () => {
  let id: string;
  beforeAll(async () => {
    id = await offered();
  });
  test.each([
    ['by none that holds', SOON, 'agency', 180, undefined],
    ['by an amount for its agency', SOON, 'other', 172.5, 'Partners only'],
    ['by a part of its price', LATER, 'agency', 162, 'Early'],
    ['by the first that holds', LATER, 'other', 162, 'Early'],
    [
      'by the one of its code, before others',
      { ...LATER, offerCode: 'AUTUMN15' },
      'agency',
      153,
      'Autumn weeks',
    ],
    ["by a code of its agency's", { ...SOON, offerCode: 'club-20' }, 'agency', 144, 'Club members'],
    ['down to the least price', HOURS, 'agency', 50, 'Walks'],
    ['by none of other trips', { ...HOURS, tripKindId: 'bay' }, 'agency', 80, undefined],
  ] as const)('%s', async (_case, trip, who, total, name) => {
    const { data } = await post('order/quote', { guideId: id, ...trip }, who === 'agency' ? agency : other);
    expect(data.totalAmount).toBe(total);
    const lines: Line[] = data.priceBreakdown;
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(total, 6);
    const less = lines.filter(({ amount }) => amount < 0);
    expect(less.map(({ offerName }) => offerName)).toEqual(name === undefined ? [] : [name]);
    for (const line of less)
      expect(line).toMatchObject({ kind: 'trip_rate', days: 1, guests: null, startDate: trip.tripDate });
  });
});

test('a code that there is not, that holds for other trips and that is of others is refused alike', async () => {
  const id = await offered();
  const refused = async (
    offerCode: string,
    trip: object,
    client: ClientCredentials,
    path = 'order/quote',
  ) => {
    const { code, msg, data } = await post(path, { guideId: id, ...trip, offerCode }, client);
    const { requestId: _, ...rest } = data;
    return { code, msg, data: rest };
  };
  const expected = await refused('NO-SUCH', SOON, agency);
  expect(expected).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.offerCode', reason: 'not_offered' }] },
  });
  expect(await refused('autumn15', SOON, agency)).toEqual(expected);
  expect(await refused('CLUB-20', SOON, other)).toEqual(expected);
  expect(await refused('NO-SUCH', { ...HOURS, tripKindId: 'bay' }, agency)).toEqual(expected);
  expect(await refused('CLUB-20', SOON, other, 'order/hold')).toEqual(expected);
  expect(await refused('CLUB-20', { ...SOON, ...CONTACT }, other, 'order/create')).toEqual(expected);
  // Another mistake comes first, whatever the code.
  for (const offerCode of ['NO-SUCH', 'CLUB-20'])
    expect(await refused(offerCode, { ...SOON, guestCount: 9 }, agency)).toMatchObject({
      data: { details: [{ path: 'body.guestCount' }] },
    });
});

test('agencies see what they have without a code, and nothing of codes or of others', async () => {
  const id = await offered({ area: 'Offerton' });
  const everything = async (client: ClientCredentials) => [
    await detailFor(id, client),
    await get('guide/list?area=Offerton', client),
    await get('guide/changes?size=200', client),
    await get(`guide/calendar?guideIds=${id}&from=2027-05-11&to=2027-06-15&withTimes=false`, client),
    await octo(`products/${id}`),
  ];
  const [ofAgency, ofOther] = [await everything(agency), await everything(other)];
  for (const answer of [ofAgency, ofOther]) {
    const text = JSON.stringify(answer);
    for (const secret of ['Club', 'CLUB', 'Autumn', 'autumn15']) expect(text).not.toContain(secret);
  }
  expect(JSON.stringify(ofAgency)).not.toContain('Partners');
  expect(JSON.stringify(ofAgency)).not.toContain(OTHER);
  expect(ofAgency[0].offers).toEqual([EARLY, WALKS]);
  expect(ofOther[0].offers).toEqual([EARLY, PARTNERS, WALKS]);
  expect((await detailFor(id, studio)).offers).toEqual(OFFERS);
  await update(id, { offers: [CLUB] });
  expect(await detailFor(id, agency)).not.toHaveProperty('offers');
});

test('calendars and prices of searches have what needs no code', async () => {
  const id = await offered();
  const dayPrice = async (client: ClientCredentials, day: string) =>
    (await get(`guide/calendar?guideIds=${id}&from=${day}&to=${day}`, client)).data.list[0].days[0].dayPrice;
  expect([await dayPrice(agency, '2027-05-11'), await dayPrice(other, '2027-05-11')]).toEqual([90, 82.5]);
  expect(await dayPrice(agency, '2027-06-15')).toBe(81);
  await update(id, { leastPrice: 85 });
  expect(await dayPrice(agency, '2027-06-15')).toBe(85);
  await update(id, { leastPrice: null, minDays: 2 });
  expect(await dayPrice(agency, '2027-06-15')).toBe(90);
  const searched = async (key: string) => {
    const caller = { key, kind: 'agency', country: 'PT', sandbox: true } as const;
    const wish = { guideIds: [id], tripDate: SOON.tripDate, tripDays: 2, guestCount: 1 };
    const [found] = await readTripPrices(api.orm.em.fork(), caller as never, wish, api.clock.now);
    return found?.totalAmount;
  };
  expect([await searched(AGENCY), await searched(OTHER)]).toEqual([180, 172.5]);
});

test('a hold keeps price and code, and the order that is made from it has both', async () => {
  const id = await offered();
  const key = { 'idempotency-key': 'offers-hold-1' };
  const asked = { guideId: id, ...LATER, offerCode: 'AUTUMN15' };
  const [held, again] = [
    await post('order/hold', asked, agency, 'order/hold', key),
    await post('order/hold', asked, agency, 'order/hold', key),
  ];
  expect(held.data).toMatchObject({ totalAmount: 153, offerCode: 'autumn15' });
  expect(again.data).toEqual(held.data);
  // The offer is gone: what is held stays.
  await update(id, { offers: [] });
  const { holdId } = held.data;
  expect(await post('order/create', { holdId, ...CONTACT, offerCode: 'CLUB-20' })).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.offerCode', reason: 'differs_from_hold' }] },
  });
  const order = await post('order/create', { holdId, ...CONTACT, offerCode: 'Autumn15', expectedTotal: 153 });
  expect(order.data).toMatchObject({ totalAmount: 153 });
  const read = await get(`order/detail/${order.data.orderId}`, studio, 'order/detail/{orderId}');
  expect(read.data).toMatchObject({ totalAmount: 153, offerCode: 'autumn15' });
  expect(read.data.priceBreakdown.at(-1)).toMatchObject({ offerName: 'Autumn weeks', amount: -27 });
});

test('a hold that is changed keeps its code unless it gets another one, or none', async () => {
  const id = await offered();
  const { data } = await post('order/hold', { guideId: id, ...LATER, offerCode: 'autumn15' });
  const changed = async (payload: object) => (await holdAgain(data.holdId, payload)).data;
  // Beyond the weeks of the offer: the code stays, and what everybody has holds.
  expect(await changed({ tripDate: '2027-07-11' })).toMatchObject({
    totalAmount: 162,
    offerCode: 'autumn15',
  });
  expect(await changed({ tripDate: '2027-06-14' })).toMatchObject({
    totalAmount: 153,
    offerCode: 'autumn15',
  });
  expect(await changed({ offerCode: 'club-20' })).toMatchObject({ totalAmount: 144, offerCode: 'CLUB-20' });
  expect(await holdAgain(data.holdId, { offerCode: 'Club-20' })).toMatchObject({
    data: { details: [{ reason: 'nothing_to_change' }] },
  });
  expect(await holdAgain(data.holdId, { offerCode: 'NO-SUCH' })).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.offerCode', reason: 'not_offered' }] },
  });
  const without = await changed({ offerCode: null });
  expect(without).toMatchObject({ totalAmount: 162 });
  expect(without).not.toHaveProperty('offerCode');
});

test('a hold without a code is not booked with one, whatever it is', async () => {
  const id = await offered();
  const { data } = await post('order/hold', { guideId: id, ...SOON });
  const booked = await post('order/create', { holdId: data.holdId, ...CONTACT, offerCode: 'undefined' });
  expect(booked.data.details).toMatchObject([{ path: 'body.offerCode', reason: 'differs_from_hold' }]);
});

test('an order keeps its code, and a change is priced by it as on the day of the booking', async () => {
  const id = await offered({
    offers: [
      { ...AUTUMN, bookedUntil: '2027-05-03' },
      { name: 'Late', amount: 1, bookedFrom: '2027-05-04' },
    ],
  });
  const order = await post('order/create', { guideId: id, ...LATER, ...CONTACT, offerCode: 'autumn15' });
  expect(order.data).toMatchObject({ totalAmount: 153 });
  const key = { 'idempotency-key': 'offers-order-1' };
  const asked = { guideId: id, ...LATER, tripDate: '2027-06-17', ...CONTACT, offerCode: 'autumn15' };
  const first = await post('order/create', asked, agency, 'order/create', key);
  expect((await post('order/create', asked, agency, 'order/create', key)).data).toEqual(first.data);
  api.clock.now = new Date('2027-05-05T12:00:00Z');
  try {
    const quoted = async (payload: object) =>
      (
        await post(
          `order/change-quote/${order.data.orderId}`,
          payload,
          agency,
          'order/change-quote/{orderId}',
        )
      ).data;
    expect(await quoted({ tripDays: 3 })).toMatchObject({ totalAmount: 229.5 });
    expect(await quoted({ tripDate: '2027-07-01', tripDays: 3 })).toMatchObject({ totalAmount: 270 });
    expect(await post('order/quote', { guideId: id, ...LATER, offerCode: 'autumn15' })).toMatchObject({
      code: 40001,
    });
    expect((await post('order/quote', { guideId: id, ...LATER })).data.totalAmount).toBe(179);
  } finally {
    api.clock.now = new Date('2027-05-03T12:00:00Z');
  }
});

test('the total that a caller expects is that after the offer', async () => {
  const id = await offered();
  const asked = { guideId: id, ...LATER, ...CONTACT };
  expect(await post('order/create', { ...asked, expectedTotal: 180 })).toMatchObject({
    code: 40908,
    data: { totalAmount: 162 },
  });
  expect((await post('order/create', { ...asked, expectedTotal: 162 })).code).toBe(200);
});

test('OCTO has prices by booking after what needs no code, and takes no codes', async () => {
  const offers = [EARLY, { name: 'Winter', percent: 50, startDate: '2027-12-01' }];
  const guests = { dayRate: 0, guestKinds: [{ kind: 'adult', amount: 40 }] };
  const id = await offered({ ...guests, tripKinds: [], offers });
  const product = await octo(`products/${id}`);
  expect(product.pricingPer).toBe('BOOKING');
  expect(product.options[0].pricingFrom[0].net).toBe(2_000);
  const asked = { productId: id, optionId: 'DEFAULT', units: [{ id: 'adult', quantity: 2 }] };
  const [day] = await octo('availability', { ...asked, localDate: '2027-06-15' });
  expect(day.pricing.net).toBe(7_200);
  const booking = await octo('bookings', {
    ...{ productId: id, optionId: 'DEFAULT', availabilityId: day.id },
    unitItems: [{ unitId: 'adult' }, { unitId: 'adult' }],
  });
  expect(booking.pricing.net).toBe(7_200);
  expect(booking.unitItems[0]).not.toHaveProperty('pricing');
  expect(await octo('availability', { ...asked, localDate: '2027-06-15', offerCode: 'X' })).toMatchObject({
    error: 'BAD_REQUEST',
  });
});

test('another currency needs amounts anew, and percents not', async () => {
  const id = await offered({ offers: [WALKS] });
  const payload = { currency: 'USD', dayRate: 90, tripKinds: [WALK] };
  expect(await update(id, payload)).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.offers', reason: 'missing' }] },
  });
  expect(await update(id, { offers: [EARLY] })).toMatchObject({ code: 200 });
  expect(await update(id, payload)).toMatchObject({ code: 200 });
});

test.each([
  ['both a part and an amount', { percent: 10, amount: 5 }, 'offers.0.amount', 'conflicting_parameters'],
  ['neither', {}, 'offers.0.percent', 'missing'],
  ['nothing', { percent: 0 }, 'offers.0.percent', 'too_small'],
  ['more than all', { percent: 101 }, 'offers.0.percent', 'too_large'],
  ['a part of a percent', { percent: 1.5 }, 'offers.0.percent', 'wrong_type'],
  ['an amount of nothing', { amount: 0 }, 'offers.0.amount', 'too_small'],
  ['a part of a cent', { amount: 1.005 }, 'offers.0.amount', 'too_many_decimals'],
  ['a code with a blank', { percent: 1, code: 'A B C' }, 'offers.0.code', 'wrong_format'],
  ['a short code', { percent: 1, code: 'AB' }, 'offers.0.code', 'wrong_format'],
  [
    'a trip that there is not',
    { percent: 1, tripKindIds: ['bike'] },
    'offers.0.tripKindIds.0',
    'inconsistent',
  ],
  [
    'a trip twice',
    { percent: 1, tripKindIds: ['walk', 'bay', 'walk'] },
    'offers.0.tripKindIds.2',
    'duplicate',
  ],
  [
    'an end before the beginning',
    { percent: 1, startDate: '2027-06-02', endDate: '2027-06-01' },
    'offers.0.endDate',
    'ends_before_start',
  ],
  ['more days than there may be', { percent: 1, minDays: 61 }, 'offers.0.minDays', 'too_large'],
])('an offer with %s is refused', async (_case, one, path, reason) => {
  expect(await make({ offers: [{ name: 'Wrong', ...one }] })).toMatchObject({
    code: 40001,
    data: { details: [{ path: `body.${path}`, reason }] },
  });
});

test('names and codes are there once, whatever their case', async () => {
  const offers = [
    { name: 'One', percent: 1, code: 'same-CODE' },
    { name: 'One', percent: 2 },
    { name: 'Two', percent: 3, code: 'SAME-code' },
  ];
  const { data } = await make({ offers });
  expect(data.details).toMatchObject([
    { path: 'body.offers.1.name', reason: 'duplicate' },
    { path: 'body.offers.2.code', reason: 'duplicate' },
  ]);
  const many = Array.from({ length: 25 }, (_, at) => ({ name: `Offer ${at}`, percent: 1 }));
  expect(await make({ offers: many })).toMatchObject({ code: 40001 });
  expect(await make({ offers: many.slice(1) })).toMatchObject({ code: 200 });
});

describe('a change may not take away what the rest of the guide names', () => {
  const lost = (path: string) => ({
    ...{ code: 40001, data: { details: [{ path: `body.${path}`, reason: 'inconsistent' }] } },
  });
  const CHILD = { kind: 'child', amount: 5 };
  const PRICED = { ...WALK, rates: [{ name: 'Pairs', minGuests: 2, price: 50, guestPrices: [CHILD] }] };

  test('a trip of hours that an offer is for', async () => {
    const id = await offered();
    for (const tripKinds of [[BAY], [], [BAY, { ...WALK, tripKindId: 'walk-2' }]])
      expect(await update(id, { tripKinds })).toMatchObject(lost('tripKinds'));
    expect(await update(id, { tripKinds: [BAY], offers: OFFERS })).toMatchObject(
      lost('offers.4.tripKindIds.0'),
    );
    expect((await detailFor(id, studio)).tripKinds).toHaveLength(2);
    expect(await update(id, { tripKinds: [BAY], offers: [CLUB] })).toMatchObject({ code: 200 });
    expect(await update(id, { tripKinds: [] })).toMatchObject({ code: 200 });
  });

  test('a trip of hours that is not sold', async () => {
    const id = await offered({ offers: [], stopSales: [{ tripKindIds: [WALK.tripKindId] }] });
    expect(await update(id, { tripKinds: [BAY] })).toMatchObject(lost('tripKinds'));
    expect(await update(id, { tripKinds: [BAY], stopSales: [] })).toMatchObject({ code: 200 });
  });

  test('a kind of guests that a trip or its rate has a price for', async () => {
    const kinds = { guestKinds: [CHILD, { kind: 'adult', amount: 0 }], offers: [] };
    for (const tripKind of [{ ...WALK, guestPrices: [CHILD] }, PRICED]) {
      const id = await offered({ ...kinds, tripKinds: [tripKind] });
      for (const guestKinds of [[{ kind: 'adult', amount: 0 }], []])
        expect(await update(id, { guestKinds })).toMatchObject(lost('guestKinds'));
      expect(await update(id, { guestKinds: [CHILD] })).toMatchObject({ code: 200 });
      expect(await update(id, { guestKinds: [], tripKinds: [WALK] })).toMatchObject({ code: 200 });
    }
  });

  test('a shared trip becomes one for one party with what is about several', async () => {
    const shared = { ...WALK, capacity: 6, leastGuestsToGo: 3, decideHoursBefore: 24 };
    const id = await offered({ offers: [], tripKinds: [shared], waitlistWindowMinutes: 30 });
    const { capacity: _, ...alone } = shared;
    expect(await update(id, { tripKinds: [alone] })).toMatchObject({
      code: 40001,
      data: { details: [{ path: 'body.tripKinds.0.leastGuestsToGo', reason: 'needs_another_parameter' }] },
    });
    expect(await update(id, { tripKinds: [WALK] })).toMatchObject({ code: 200 });
    expect(await detailFor(id, studio)).toMatchObject({ waitlistWindowMinutes: 30 });
  });
});
