/** Rates for some agencies alone: they book by them, and nobody else learns of them, by whichever door (docs/guides.md, "Contract rates"). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { readTripPrices } from '../../services/trade/trip-prices.ts';
import type { TestApp } from '../support/app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const [AGENCY, OTHER, STRANGER] = ['mk_sandbox_agency', 'mk_contract_too', 'mk_no_contract'];
const WALK = {
  tripKindId: 'walk',
  name: 'A walk',
  durationMinutes: 60,
  startTimes: ['09:00', '14:00'],
  price: 60,
};
const HIDDEN = 'Hidden Terms';
const CONTRACT = { name: HIDDEN, agencies: [AGENCY, OTHER] };
const GUIDE = {
  ...{ name: 'Cora', area: 'Contractville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 140, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  maxUnconfirmedDays: 3_650,
  dayRates: [
    { ...CONTRACT, price: 77.77 },
    { name: 'Groups', minGuests: 5, price: 200 },
  ],
  tripKinds: [{ ...WALK, rates: [{ ...CONTRACT, price: 33.33 }] }],
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const DAY = { tripDate: '2027-05-11', tripDays: 1, guestCount: 1 };
const HOURS = { tripDate: '2027-05-11', tripKindId: 'walk', startTime: '09:00', guestCount: 1 };

let api: TestApp;
let app: FastifyInstance;
let clients: Record<'agency' | 'other' | 'stranger' | 'provider' | 'studio', ClientCredentials>;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let id: string;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-04-01T12:00:00Z');
  const { agency, studio } = api.sandbox;
  const [other, stranger, provider] = [
    await createMerchant(api, OTHER),
    await createMerchant(api, STRANGER),
    await createMerchant(api, 'mk_contract_provider', { kind: 'provider' }),
  ];
  for (const key of [AGENCY, STRANGER])
    await grantLink(api, key, 'mk_contract_provider', ['guide:read', 'order:read', 'order:write']);
  clients = { agency, studio, other, stranger, provider };
  expectDescribed = await createConformance(app);
  const made = await asks(clients.studio)('POST', 'guide/create', GUIDE);
  expect(made).toMatchObject({ code: 200 });
  id = made.data.guideId;
});
afterAll(() => api.close());

/** What one client asks, for itself or for another. */
function asks(client: ClientCredentials, onBehalfOf?: string) {
  return async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, described = path) => {
    const headers = {
      authorization: `Bearer ${await api.token(client)}`,
      ...(onBehalfOf && { 'on-behalf-of': onBehalfOf }),
    };
    const options: InjectOptions = { method, url: `/open/v1/${path}`, headers, ...(payload && { payload }) };
    const answer = await app.inject(options);
    expectDescribed(method, `/open/v1/${described.replace(/\?.*/, '')}`, answer);
    return answer.json();
  };
}

/** What each door says to that client; prices by name. */
async function everyDoor(client: ClientCredentials, onBehalfOf?: string) {
  const ask = asks(client, onBehalfOf);
  const quote = async (trip: object) => (await ask('POST', 'order/quote', { guideId: id, ...trip })).data;
  const detail = (await ask('GET', `guide/detail/${id}`, undefined, 'guide/detail/{guideId}')).data;
  const list = await ask('GET', 'guide/list?area=Contractville');
  const changes = await ask('GET', 'guide/changes?size=200');
  const { data: calendar } = await ask(
    'GET',
    `guide/calendar?guideIds=${id}&from=2027-05-11&to=2027-05-12&withTimes=true`,
  );
  const held = (await ask('POST', 'order/hold', { guideId: id, ...DAY, tripDate: '2027-06-01' })).data;
  const moved = (
    await ask(
      'POST',
      `order/hold/change/${held.holdId}`,
      { tripDate: '2027-06-02' },
      'order/hold/change/{holdId}',
    )
  ).data;
  const order = (
    await ask('POST', 'order/create', { guideId: id, ...HOURS, ...CONTACT, tripDate: '2027-06-03' })
  ).data;
  const change = (
    await ask(
      'POST',
      `order/change-quote/${order.orderId}`,
      { startTime: '14:00' },
      'order/change-quote/{orderId}',
    )
  ).data;
  await api.orm.em.fork().execute('delete from reservation where guide_id = ?', [id]);
  return {
    days: await quote(DAY),
    hours: await quote(HOURS),
    ...{ detail, list, changes, calendar, held, moved, order, change, octo: await octo(client, onBehalfOf) },
  };
}

async function octo(client: ClientCredentials, onBehalfOf?: string) {
  const headers = {
    authorization: `Bearer ${await api.token(client)}`,
    'octo-capabilities': 'octo/pricing',
    ...(onBehalfOf && { 'on-behalf-of': onBehalfOf }),
  };
  const product = await app.inject({ url: `/octo/v1/products/${id}`, headers });
  const availability = async (optionId: string) => {
    const payload = { productId: id, optionId, localDateStart: '2027-05-11', localDateEnd: '2027-05-11' };
    return (await app.inject({ method: 'POST', url: '/octo/v1/availability', headers, payload })).json();
  };
  return { product: product.json(), days: await availability('DEFAULT'), hours: await availability('walk') };
}

type Doors = Awaited<ReturnType<typeof everyDoor>>;
const pricesOf = ({
  days,
  hours,
  calendar,
  held,
  moved,
  order,
  change,
  octo: { product, ...octo },
}: Doors) => ({
  quotes: [days.totalAmount, hours.totalAmount],
  calendar: calendar.list[0].days.map(({ dayPrice }: { dayPrice: number }) => dayPrice),
  holds: [held.totalAmount, moved.totalAmount],
  orders: [order.totalAmount, change.totalAmount],
  octo: [octo.days[0].pricing.net, octo.hours[0].pricing.net],
  octoFrom: product.options.map((option: { pricingFrom: { net: number }[] }) => option.pricingFrom[0]?.net),
});
const CONTRACTED = {
  ...{ quotes: [77.77, 33.33], calendar: [77.77, 77.77], holds: [77.77, 77.77], orders: [33.33, 33.33] },
  ...{ octo: [7_777, 3_333], octoFrom: [7_777, 3_333] },
};
const COMMON = {
  ...{ quotes: [140, 60], calendar: [140, 140], holds: [140, 140], orders: [60, 60] },
  ...{ octo: [14_000, 6_000], octoFrom: [14_000, 6_000] },
};

describe('an agency of the contract', () => {
  test.each([
    ['itself', 'agency', undefined, AGENCY],
    ['another one', 'other', undefined, OTHER],
    ['a provider that acts for it', 'provider', AGENCY, AGENCY],
  ] as const)(
    'books by its rates at every door, and sees its own key alone: %s',
    async (_case, who, forWhom, key) => {
      const doors = await everyDoor(clients[who], forWhom);
      expect(pricesOf(doors)).toEqual(CONTRACTED);
      expect(doors.detail.dayRates[0]).toEqual({ ...CONTRACT, agencies: [key], price: 77.77 });
      expect(doors.detail.tripKinds[0].rates).toEqual([{ ...CONTRACT, agencies: [key], price: 33.33 }]);
      const foreign = key === AGENCY ? OTHER : AGENCY;
      expect(JSON.stringify(doors)).not.toContain(foreign);
      expect(doors.days.priceBreakdown[0]).toMatchObject({ kind: 'day_rate', rateName: HIDDEN });
      expect(doors.order.priceBreakdown[0]).toMatchObject({ kind: 'trip_rate', rateName: HIDDEN });
    },
  );
});

describe('nobody else', () => {
  test.each([
    ['an agency', 'stranger', undefined],
    ['a provider that acts for the contract’s agency too, when it acts for another', 'provider', STRANGER],
  ] as const)('learns of them by any door: %s', async (_case, who, forWhom) => {
    const doors = await everyDoor(clients[who], forWhom);
    expect(pricesOf(doors)).toEqual(COMMON);
    expect(doors.detail.dayRates).toEqual([{ name: 'Groups', minGuests: 5, price: 200 }]);
    // Not even an empty list, which would say that there are some.
    expect(doors.detail.tripKinds).toEqual([WALK]);
    const said = JSON.stringify(doors);
    for (const secret of [HIDDEN, AGENCY, OTHER, '77.77', '33.33', '7777', '3333'])
      expect(said).not.toContain(secret);
  });

  test('nor does a provider by itself, or another studio', async () => {
    const foreign = await createMerchant(api, 'mk_contract_studio', { kind: 'studio' });
    for (const client of [clients.provider, foreign]) {
      const { data } = await asks(client)('GET', `guide/detail/${id}`, undefined, 'guide/detail/{guideId}');
      expect(JSON.stringify(data)).not.toContain(HIDDEN);
      expect(data).toMatchObject({ guideId: id });
    }
  });

  test('the studio sees all of it; its calendar has the price of everybody', async () => {
    const ask = asks(clients.studio);
    const { data } = await ask('GET', `guide/detail/${id}`, undefined, 'guide/detail/{guideId}');
    expect(data).toMatchObject({ dayRates: GUIDE.dayRates, tripKinds: GUIDE.tripKinds });
    const { data: calendar } = await ask(
      'GET',
      `guide/calendar?guideIds=${id}&from=2027-05-11&to=2027-05-11`,
    );
    expect(calendar.list[0].days[0].dayPrice).toBe(140);
  });
});

test('the price of a search is that of who searches', async () => {
  const wish = { guideIds: [id], tripDate: '2027-05-11', tripDays: 1, guestCount: 1 };
  const caller = (key: string) =>
    ({ key, kind: 'agency', status: 'active', country: 'PT', sandbox: true }) as const;
  const found = (key: string) => readTripPrices(api.orm.em.fork(), caller(key), wish, api.clock.now);
  expect(await found(AGENCY)).toMatchObject([{ totalAmount: 77.77 }]);
  expect(await found(STRANGER)).toMatchObject([{ totalAmount: 140 }]);
});

test('a change by the studio of something else keeps them', async () => {
  const made = (await asks(clients.studio)('POST', 'guide/create', { ...GUIDE, tripKinds: [] })).data.guideId;
  const change = await asks(clients.studio)(
    'PUT',
    `guide/update/${made}`,
    { dayRate: 150 },
    'guide/update/{guideId}',
  );
  expect(change.data).toMatchObject({ dayRate: 150, dayRates: GUIDE.dayRates });
});

test.each([
  ['nobody', [], 'too_few'],
  ['one twice', [AGENCY, AGENCY], 'duplicate'],
  ['more than 50', Array.from({ length: 51 }, (_, index) => `mk_${index}`), 'too_many'],
])('a rate for %s is refused', async (_case, agencies, reason) => {
  const dayRates = [{ name: HIDDEN, agencies, price: 1 }];
  expect(await asks(clients.studio)('POST', 'guide/create', { ...GUIDE, dayRates })).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'body.dayRates.0.agencies', reason }] },
  });
});
