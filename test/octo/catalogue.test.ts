import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import {
  createOctoGuides,
  expectRefusal,
  OCTO_GUIDES,
  type OctoClient,
  octoClient,
  PRICING,
} from './octo-app.ts';

let api: TestApp;
let octo: OctoClient;

beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2027-01-10T12:00:00Z');
  octo = octoClient(api, api.app, api.sandbox.agency);
  await createOctoGuides(api);
});
afterAll(() => api.close());

const product = async (id: string, headers = {}) => (await octo.get(`/products/${id}`, headers)).json();

test('the supplier is the platform, wherever it is reached', async () => {
  const answer = await octo.get('/supplier');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      id: 'guidepost',
      name: 'Guidepost',
      endpoint: `${BASE_URL}/octo/v1`,
      contact: { website: null, email: null, telephone: null, address: null },
    },
  ]);
});

test('pricing is the one capability, and answers say whether they have it', async () => {
  expect((await octo.get('/capabilities')).json()).toEqual([
    { id: 'octo/pricing', revision: 1, required: false, dependencies: [], docs: null },
  ]);
  const asked = await octo.get('/supplier', { 'octo-capabilities': 'octo/content, octo/pricing' });
  expect(asked.headers['octo-capabilities']).toBe('octo/pricing');
  expect((await octo.get('/supplier')).headers['octo-capabilities']).toBe('');
});

test('a guide of whole days and hours is a product of start times, with whole days by default', async () => {
  const shown = await product(OCTO_GUIDES.mixed);
  expect(shown).toMatchObject({
    id: OCTO_GUIDES.mixed,
    internalName: 'Inês Prado',
    locale: 'pt',
    timeZone: 'Europe/Lisbon',
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: 'START_TIME',
    deliveryFormats: ['QRCODE'],
    deliveryMethods: ['VOUCHER'],
    redemptionMethod: 'MANIFEST',
  });
  expect(shown.options).toMatchObject([
    {
      id: 'DEFAULT',
      default: true,
      availabilityLocalStartTimes: ['00:00'],
      // The policy gives all back until 00:00 of the 7th day before.
      cancellationCutoffAmount: 7,
      cancellationCutoffUnit: 'day',
      restrictions: { minUnits: 1, maxUnits: 5 },
      units: [{ id: 'adult', type: 'ADULT', restrictions: { minAge: 0, maxAge: 130, paxCount: 1 } }],
    },
    {
      id: 'morning',
      default: false,
      internalName: 'A morning in Porto',
      availabilityLocalStartTimes: ['09:00', '10:00', '15:00'],
      // Counted from a start at 15:00.
      cancellationCutoffAmount: 7 * 24 + 15,
      cancellationCutoffUnit: 'hour',
      restrictions: { minUnits: 1, maxUnits: 3 },
    },
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/pricing|currenc/i);
});

test('a guide of whole days only is a product of opening hours', async () => {
  const shown = await product(OCTO_GUIDES.wholeDays);
  expect([shown.availabilityType, shown.locale]).toEqual(['OPENING_HOURS', 'ja']);
  expect(shown.options).toMatchObject([{ id: 'DEFAULT', default: true, availabilityLocalStartTimes: [] }]);
});

describe('with octo/pricing', () => {
  const priced = (amount: number, currency: string, currencyPrecision: number) => ({
    original: amount,
    retail: amount,
    net: amount,
    currency,
    currencyPrecision,
    includedTaxes: [],
  });

  test('a price for the booking says the least that an option costs', async () => {
    const shown = await product(OCTO_GUIDES.mixed, PRICING);
    expect(shown).toMatchObject({
      defaultCurrency: 'EUR',
      availableCurrencies: ['EUR'],
      pricingPer: 'BOOKING',
    });
    const from = shown.options.map((option: { pricingFrom: unknown }) => option.pricingFrom);
    expect(from).toEqual([[priced(12_345, 'EUR', 2)], [priced(9_000, 'EUR', 2)]]);
  });

  test('a season that is still to come counts, one that is over does not', async () => {
    const [before] = (await product(OCTO_GUIDES.wholeDays, PRICING)).options;
    expect(before.pricingFrom).toEqual([priced(15_000, 'JPY', 0)]);
    const now = api.clock.now;
    api.clock.now = new Date('2027-04-01T12:00:00Z');
    const [after] = (await product(OCTO_GUIDES.wholeDays, PRICING)).options;
    api.clock.now = now;
    expect(after.pricingFrom).toEqual([priced(20_000, 'JPY', 0)]);
  });

  test('where only guests cost, each unit has its price', async () => {
    const shown = await product(OCTO_GUIDES.byGuest, PRICING);
    expect(shown.pricingPer).toBe('UNIT');
    expect(shown.options[0].pricingFrom).toBeUndefined();
    expect(shown.options[0].units).toMatchObject([
      { id: 'adult', pricingFrom: [priced(2_500, 'EUR', 2)] },
      { id: 'child', restrictions: { minAge: 4, maxAge: 12 }, pricingFrom: [priced(1_000, 'EUR', 2)] },
    ]);
  });
});

test('the list has the active guides that OCTO can book, by number, and tells where it goes on', async () => {
  await createGuide(api, { id: 'G7010', status: 'paused' });
  const first = await octo.get('/products');
  const ids = first.json().map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([OCTO_GUIDES.mixed, OCTO_GUIDES.byGuest]));
  expect(ids).not.toEqual(expect.arrayContaining([OCTO_GUIDES.asking]));
  expect(ids).not.toEqual(expect.arrayContaining(['G7010']));
  expect(first.headers.link).toBeUndefined();

  await api.orm.em.fork().execute(`
    insert into guide (id, studio_key, sandbox, name, area, languages, service_areas, service_types, day_rate, currency,
      time_zone, max_guests, cancellation_policy)
    select 'G' || n, 'mk_sandbox_studio', true, 'Many', 'Faro', '{pt}', '{Faro}', '{}', 100, 'EUR', 'Europe/Lisbon', 4,
      '{"preset": "custom", "tiers": []}' from generate_series(100001, 100600) n`);
  const page = await octo.get('/products');
  const link = String(page.headers.link);
  expect(page.json().length).toBeLessThanOrEqual(500);
  const next = /^<https:\/\/api.guidepost.example\/octo\/v1(\/products\?cursor=[\w-]+)>; rel="next"$/.exec(
    link,
  )?.[1];
  const rest = await octo.get(next!);
  expect(rest.headers.link).toBeUndefined();
  const all = [...page.json(), ...rest.json()].map(({ id }) => id);
  expect(all.length).toBe(ids.length + 600);
  expect(new Set(all).size).toBe(all.length);
  // Nobody else can use the cursor.
  const other = await createMerchant(api, 'mk_octo_other');
  expectRefusal(await octoClient(api, api.app, other).get(next!), 'BAD_REQUEST');
});

test.each([
  ['nobody', 'G999999999'],
  ['one whose required question OCTO cannot answer', OCTO_GUIDES.asking],
  ['no guide’s id at all', 'invalidProductId'],
  ['an absurd one', '%27%20or%201=1%20--%F0%9F%92%A9'],
])('a product that is %s is no product', async (_, id) => {
  expectRefusal(await octo.get(`/products/${id}`), 'INVALID_PRODUCT_ID', {
    productId: decodeURIComponent(id),
  });
});

test('another world’s guide, and a partners’ guide, are no products', async () => {
  await createGuide(api, { id: 'G7011', visibility: 'partners' });
  expectRefusal(await octo.get('/products/G7011'), 'INVALID_PRODUCT_ID', { productId: 'G7011' });
  const live = await createMerchant(api, 'mk_octo_live', { sandbox: false });
  const client = octoClient(api, api.app, live);
  expectRefusal(await client.get(`/products/${OCTO_GUIDES.mixed}`), 'INVALID_PRODUCT_ID', {
    productId: OCTO_GUIDES.mixed,
  });
  expect((await client.get('/products')).json()).toEqual([]);
});

test('without a token, and with one that is none', async () => {
  expectRefusal(await api.app.inject('/octo/v1/products'), 'UNAUTHORIZED');
  const headers = { authorization: 'Bearer nonsense' };
  expectRefusal(await api.app.inject({ url: '/octo/v1/products', headers }), 'FORBIDDEN');
});
