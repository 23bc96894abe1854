import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import {
  createOctoGuides,
  expectRefusal,
  MORNING,
  OCTO_GUIDES,
  type OctoClient,
  octoClient,
  PRICING,
} from './octo-app.ts';

const { mixed, wholeDays, byGuest } = OCTO_GUIDES;
let api: TestApp;
let octo: OctoClient;

beforeAll(async () => {
  api = await createTestApp();
  // 10:30 in Lisbon, Monday.
  api.clock.now = new Date('2027-05-03T09:30:00Z');
  octo = octoClient(api, api.app, api.sandbox.agency);
  // Mondays are free; the first days of June are blocked.
  await createOctoGuides(api, { restDays: 1, blocked: [{ startDate: '2027-06-01', endDate: '2027-06-03' }] });
});
afterAll(() => api.close());

const check = async (body: object, headers = {}) => (await octo.post('/availability', body, headers)).json();
const calendar = async (body: object, headers = {}) =>
  (await octo.post('/availability/calendar', body, headers)).json();
const morning = { productId: mixed, optionId: 'morning' };

/** An order of these hours, UTC. */
async function take(id: string, guideId: string, tripDate: string, hours: readonly [string, string]) {
  await createOrderRow(api, { id, guideId, tripDate, tripDays: 1 });
  const times = hours.map((time) => `${tripDate}T${time}:00Z`);
  const em = api.orm.em.fork();
  await em.execute('update orders set trip_start_at = ?, trip_end_at = ? where id = ?', [...times, id]);
  await em.execute('update reservation set start_at = ?, end_at = ? where id = ?', [...times, id]);
}

test('every start of a day, with the offset of the place', async () => {
  const starts = await check({ ...morning, localDateStart: '2027-05-04', localDateEnd: '2027-05-04' });
  expect(starts).toHaveLength(3);
  expect(starts[0]).toEqual({
    id: '2027-05-04T09:00:00+01:00',
    localDateTimeStart: '2027-05-04T09:00:00+01:00',
    localDateTimeEnd: '2027-05-04T12:00:00+01:00',
    utcCutoffAt: '2027-05-04T08:00:00Z',
    allDay: false,
    available: true,
    status: 'AVAILABLE',
    vacancies: 3,
    capacity: 3,
    maxUnits: 3,
    openingHours: [],
  });
  expect(await check({ ...morning, localDate: '2027-05-04' })).toEqual(starts);
  // Winter: the same wall clock, another offset.
  const [winter] = await check({ ...morning, localDate: '2027-11-02' });
  expect(winter.id).toBe('2027-11-02T09:00:00+00:00');
});

test('a whole day lasts from midnight to midnight, the day clocks change as well', async () => {
  const [day] = await check({ productId: mixed, optionId: 'DEFAULT', localDate: '2027-10-31' });
  expect(day).toMatchObject({
    id: '2027-10-31T00:00:00+01:00',
    localDateTimeEnd: '2027-11-01T00:00:00+00:00',
    allDay: true,
    openingHours: [{ from: '00:00', to: '23:59' }],
  });
  const [tokyo] = await check({ productId: wholeDays, optionId: 'DEFAULT', localDate: '2027-05-05' });
  expect(tokyo).toMatchObject({
    id: '2027-05-05T00:00:00+09:00',
    allDay: true,
    openingHours: [{ from: '00:00', to: '23:59' }],
    // Nobody has to confirm it: while it lasts.
    utcCutoffAt: '2027-05-05T15:00:00Z',
  });
});

test('a start that clocks skip is not there, nor is one of its neighbours twice', async () => {
  const startTimes = ['00:30', '01:00', '01:30', '02:00'];
  await createGuide(api, { id: 'G7031', tripKinds: [{ ...MORNING, startTimes, durationMinutes: 30 }] });
  const asked = { productId: 'G7031', optionId: 'morning' };
  const starts: { id: string }[] = await check({ ...asked, localDate: '2028-03-26' });
  expect(starts.map(({ id }) => id)).toEqual(['2028-03-26T00:30:00+00:00', '2028-03-26T02:00:00+01:00']);
  expect(await check({ ...asked, availabilityIds: ['2028-03-26T01:30:00+00:00'] })).toEqual([]);
  const twice: { id: string }[] = await check({ ...asked, localDate: '2027-10-31' });
  expect(twice.map(({ id }) => id).slice(0, 3)).toEqual([
    ...['2027-10-31T00:30:00+01:00', '2027-10-31T01:00:00+01:00', '2027-10-31T01:30:00+01:00'],
  ]);
});

test('by ids: those that are starts of the option, and no others', async () => {
  const ids = ['2027-05-04T10:00:00+01:00', '2027-05-04T10:30:00+01:00', '2027-05-04T10:00:00+02:00', 'x'];
  const found = await check({ ...morning, availabilityIds: ids });
  expect(found.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
});

test('what is over can’t be booked; rest days and blocks are closed; a taken time is sold out', async () => {
  // In Tokyo it is Monday evening: a rest day.
  const today = await check({ productId: byGuest, optionId: 'morning', localDate: '2027-05-03' });
  expect(today.map(({ status }: { status: string }) => status)).toEqual(['CLOSED', 'CLOSED', 'CLOSED']);
  expect(await check({ ...morning, localDateStart: '2027-04-01', localDateEnd: '2027-05-02' })).toEqual([]);
  const [blocked] = await check({ ...morning, localDate: '2027-06-02' });
  expect(blocked).toMatchObject({ status: 'CLOSED', available: false, vacancies: 0 });

  await take('ORD1795230000000777001', mixed, '2027-05-06', ['10:00', '13:00']);
  // 11:00 to 14:00 where the guide is: the start at 09:00 lasts until 12:00.
  const taken = await check({ ...morning, localDate: '2027-05-06' });
  expect(taken.map(({ status }: { status: string }) => status)).toEqual([
    'SOLD_OUT',
    'SOLD_OUT',
    'AVAILABLE',
  ]);
  const [whole] = await check({ productId: mixed, optionId: 'DEFAULT', localDate: '2027-05-06' });
  expect(whole).toMatchObject({ status: 'SOLD_OUT', available: false, vacancies: 0, capacity: 5 });

  const days = await calendar({ ...morning, localDateStart: '2027-05-03', localDateEnd: '2027-05-06' });
  expect(
    days.map(({ localDate, status, available }: Record<string, unknown>) => [localDate, status, available]),
  ).toEqual([
    ['2027-05-03', 'CLOSED', false],
    ['2027-05-04', 'AVAILABLE', true],
    ['2027-05-05', 'AVAILABLE', true],
    ['2027-05-06', 'AVAILABLE', true],
  ]);
  const wholes = await calendar({
    productId: mixed,
    optionId: 'DEFAULT',
    localDateStart: '2027-05-06',
    localDateEnd: '2027-05-06',
  });
  expect(wholes).toMatchObject([
    { localDate: '2027-05-06', status: 'SOLD_OUT', available: false, vacancies: 0 },
  ]);
});

test('a party that is too large finds nothing', async () => {
  const units = [{ id: 'adult', quantity: 4 }];
  const [start] = await check({ ...morning, localDate: '2027-05-04', units });
  expect(start).toMatchObject({ available: false, capacity: 3 });
});

describe('with octo/pricing', () => {
  test('a booking costs what order/quote says, for these guests', async () => {
    const units = [{ id: 'adult', quantity: 4 }];
    const request = { productId: mixed, optionId: 'DEFAULT', localDate: '2027-05-04', units };
    const [day] = await check(request, PRICING);
    const payload = { guideId: mixed, tripDate: '2027-05-04', tripDays: 1, guestCount: 4 };
    const quote = (
      await api.as(api.sandbox.agency, { method: 'POST', url: '/open/v1/order/quote', payload })
    ).json();
    expect(day.pricing).toMatchObject({ retail: 14_345, net: 14_345, currency: 'EUR', currencyPrecision: 2 });
    expect(quote.data.totalAmount).toBe(143.45);
    expect(day.unitPricing).toBeUndefined();
  });

  test('units have their own prices where they are all that costs', async () => {
    const units = [
      { id: 'adult', quantity: 2 },
      { id: 'child', quantity: 1 },
    ];
    const request = { productId: byGuest, optionId: 'morning', units };
    const [start] = await check({ ...request, localDate: '2027-05-04' }, PRICING);
    expect(start.unitPricing).toMatchObject([
      { unitId: 'adult', retail: 2_500 },
      { unitId: 'child', retail: 1_000 },
    ]);
    expect(start.pricing.retail).toBe(6_000);
    const [day] = await calendar(
      { ...request, localDateStart: '2027-05-04', localDateEnd: '2027-05-04' },
      PRICING,
    );
    expect(day.unitPricingFrom).toMatchObject([{ unitId: 'adult', retail: 2_500 }, { unitId: 'child' }]);
  });
});

describe('a trip kind with rates', () => {
  const SUMMER = { startDate: '2027-06-01', endDate: '2027-08-31' };
  const early = { name: 'Early', ...SUMMER, startTimes: ['09:00'], price: 7_000 };
  const asked = (productId: string) => ({ productId, optionId: 'morning' });
  const july = { localDateStart: '2027-07-06', localDateEnd: '2027-07-06' };

  test('costs what each start costs, and a day what its cheapest start with places left does', async () => {
    await createGuide(api, {
      id: 'G7011',
      instantConfirmation: true,
      tripKinds: [{ ...MORNING, rates: [early] }],
    });
    const starts = await check({ ...asked('G7011'), localDate: '2027-07-06' }, PRICING);
    expect(starts.map((start: { pricing: { net: number } }) => start.pricing.net)).toEqual([
      7_000, 9_000, 9_000,
    ]);
    const dayPrice = async (body: object) =>
      (await calendar({ ...asked('G7011'), ...body }, PRICING))[0].pricingFrom.net;
    expect(await dayPrice(july)).toBe(7_000);
    expect(await dayPrice({ localDateStart: '2027-05-04', localDateEnd: '2027-05-04' })).toBe(9_000);
    await take('ORD1795230000000777002', 'G7011', '2027-07-06', ['08:00', '11:00']);
    expect(await dayPrice(july)).toBe(9_000);
  });

  test('where guests alone cost, each unit has the price of its time; the size of a party makes it a price of the booking', async () => {
    const guestKinds = [{ kind: 'adult' as const, amount: 2_500 }];
    const late = {
      name: 'Late',
      startTimes: ['15:00'],
      price: 0,
      guestPrices: [{ kind: 'adult' as const, amount: 2_000 }],
    };
    const byGuests = { dayRate: 0, offersWholeDays: false, instantConfirmation: true, guestKinds };
    const kind = { ...MORNING, price: 0 };
    await createGuide(api, { id: 'G7012', ...byGuests, tripKinds: [{ ...kind, rates: [late] }] });
    const starts = await check({ ...asked('G7012'), localDate: '2027-07-06' }, PRICING);
    type Start = { unitPricing?: { net: number }[] };
    expect(starts.map(({ unitPricing }: Start) => unitPricing?.[0]?.net)).toEqual([2_500, 2_500, 2_000]);
    expect(await calendar({ ...asked('G7012'), ...july }, PRICING)).toMatchObject([
      { unitPricingFrom: [{ unitId: 'adult', net: 2_000 }] },
    ]);
    const product = async (id: string) => (await octo.get(`/products/${id}`, PRICING)).json();
    expect(await product('G7012')).toMatchObject({
      pricingPer: 'UNIT',
      options: [{ units: [{ pricingFrom: [{ net: 2_000 }] }] }],
    });
    const party = { ...late, name: 'Four', minGuests: 4 };
    await createGuide(api, { id: 'G7013', ...byGuests, tripKinds: [{ ...kind, rates: [party] }] });
    expect(await product('G7013')).toMatchObject({
      pricingPer: 'BOOKING',
      options: [{ pricingFrom: [{ net: 2_500 }] }],
    });
  });
});

describe('refused:', () => {
  const range = { localDateStart: '2027-05-04', localDateEnd: '2027-05-05' };
  test.each<[string, object, string, object?]>([
    ['no product', { optionId: 'DEFAULT', ...range }, 'INVALID_PRODUCT_ID', { productId: '' }],
    [
      'another product',
      { productId: 'x', optionId: 'DEFAULT', ...range },
      'INVALID_PRODUCT_ID',
      { productId: 'x' },
    ],
    ['no option', { productId: mixed, ...range }, 'INVALID_OPTION_ID', { optionId: '' }],
    [
      'another option',
      { productId: mixed, optionId: 'evening', ...range },
      'INVALID_OPTION_ID',
      { optionId: 'evening' },
    ],
    [
      'whole days of who offers none',
      { productId: byGuest, optionId: 'DEFAULT', ...range },
      'INVALID_OPTION_ID',
      { optionId: 'DEFAULT' },
    ],
    [
      'another unit',
      { ...morning, ...range, units: [{ id: 'dog', quantity: 1 }] },
      'INVALID_UNIT_ID',
      { unitId: 'dog' },
    ],
    ['half a range', { ...morning, localDateEnd: '2027-05-05' }, 'BAD_REQUEST'],
    [
      'a range that ends first',
      { ...morning, localDateStart: '2027-05-05', localDateEnd: '2027-05-04' },
      'BAD_REQUEST',
    ],
    [
      'more than a year',
      { ...morning, localDateStart: '2027-05-04', localDateEnd: '2028-05-05' },
      'BAD_REQUEST',
    ],
    ['no such day', { ...morning, localDateStart: '2027-02-30', localDateEnd: '2027-03-01' }, 'BAD_REQUEST'],
    ['a number for a product', { productId: 7, optionId: 'x', ...range }, 'BAD_REQUEST'],
    ['another currency', { ...morning, ...range, currency: 'USD' }, 'BAD_REQUEST'],
    ['half a guest', { ...morning, ...range, units: [{ id: 'adult', quantity: 0.5 }] }, 'BAD_REQUEST'],
  ])('%s', async (_, body, error, members = {}) => {
    expectRefusal(await octo.post('/availability/calendar', body), error, members);
    expectRefusal(await octo.post('/availability', body), error, members);
  });

  test('more starts than an answer holds', async () => {
    const quarters = ['00', '15', '30', '45'];
    const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const startTimes = hours.flatMap((hour) => quarters.map((minute) => `${hour}:${minute}`));
    await createGuide(api, { id: 'G7030', tripKinds: [{ ...MORNING, startTimes }] });
    const asked = { productId: 'G7030', optionId: 'morning', localDateStart: '2027-07-01' };
    expect(await check({ ...asked, localDateEnd: '2027-07-31' })).toHaveLength(31 * 96);
    expectRefusal(await octo.post('/availability', { ...asked, localDateEnd: '2027-08-15' }), 'BAD_REQUEST');
    expect(await calendar({ ...asked, localDateEnd: '2027-08-15' })).toHaveLength(46);
    expectRefusal(
      await octo.post('/availability/calendar', { ...asked, localDateEnd: '2028-06-29' }),
      'BAD_REQUEST',
    );
  });

  test('ids together with days, and nothing to go by', async () => {
    const ids = { availabilityIds: ['2027-05-04T09:00:00+01:00'] };
    expectRefusal(await octo.post('/availability', { ...morning, ...range, ...ids }), 'BAD_REQUEST');
    expectRefusal(await octo.post('/availability', morning), 'BAD_REQUEST');
    expectRefusal(await octo.post('/availability/calendar', morning), 'BAD_REQUEST');
  });
});
