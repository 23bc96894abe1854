/** Trips that are not newly sold, to all or to some agencies, by whichever door (docs/guides.md, "Stop-sales"). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { STOPPED } from '../../db/queries/guides/stop-sales.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { daysOf } from '../../domain/availability.ts';
import { offerFor } from '../../domain/contract-rates.ts';
import { isStoppedForSearch } from '../../domain/stop-sale.ts';
import { addDays } from '../../domain/trip.ts';
import { WEEKDAYS } from '../../domain/weekday.ts';
import { updateGuideIndex } from '../../jobs/guide-indexer.ts';
import { readTripPrices } from '../../services/trade/trip-prices.ts';
import type { TestApp } from '../support/app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const [AGENCY, OTHER, STUDIO] = ['mk_sandbox_agency', 'mk_still_sold_to', 'mk_sandbox_studio'];
const NOTE = 'Kept for ourselves';
const WALK = {
  ...{ tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00', '14:00'], price: 60 },
};
const BAY = { ...WALK, tripKindId: 'bay', name: 'The bay', startTimes: ['11:00'], capacity: 6 };
const GUIDE = {
  ...{ name: 'Stella', area: 'Stopville', languages: ['pt'], serviceTypes: ['city_walk'] },
  ...{ dayRate: 140, currency: 'EUR', timeZone: 'Europe/Lisbon', maxGuests: 8, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, tripKinds: [WALK, BAY] },
};
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const DAY = '2027-05-11';
const STOP = { startDate: DAY, endDate: DAY, agencies: [AGENCY], note: NOTE };

let api: TestApp;
let app: FastifyInstance;
let clients: Record<'agency' | 'other' | 'provider' | 'studio', ClientCredentials>;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2027-04-01T12:00:00Z');
  const { agency, studio } = api.sandbox;
  const other = await createMerchant(api, OTHER);
  const provider = await createMerchant(api, 'mk_stop_provider', { kind: 'provider' });
  const scopes = ['guide:read', 'order:read', 'order:write'] as const;
  for (const key of [AGENCY, OTHER]) await grantLink(api, key, 'mk_stop_provider', [...scopes]);
  clients = { agency, studio, other, provider };
  expectDescribed = await createConformance(app);
});
afterAll(() => api.close());

interface Who {
  readonly client: ClientCredentials;
  readonly onBehalfOf?: string | undefined;
}

async function send({ client, onBehalfOf }: Who, options: InjectOptions) {
  const headers = {
    authorization: `Bearer ${await api.token(client)}`,
    ...(onBehalfOf && { 'on-behalf-of': onBehalfOf }),
  };
  return await app.inject({ ...options, headers: { ...headers, ...options.headers } });
}
function asks(who: Who) {
  return async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, described = path) => {
    const answer = await send(who, { method, url: `/open/v1/${path}`, ...(payload && { payload }) });
    expectDescribed(method, `/open/v1/${described.replace(/\?.*/, '')}`, answer);
    return answer.json();
  };
}
const octo = async (who: Who, path: string, payload: object, capabilities = '') =>
  (
    await send(who, {
      ...{ method: 'POST', url: `/octo/v1/${path}`, payload },
      headers: { 'octo-capabilities': capabilities },
    })
  ).json();

const agency = () => asks({ client: clients.agency });
const studio = () => asks({ client: clients.studio });
const make = (guide: object) => studio()('POST', 'guide/create', { ...GUIDE, ...guide });
async function sold(guide: object = {}): Promise<string> {
  const { code, data } = await make(guide);
  expect(code).toBe(200);
  return data.guideId;
}
const update = (id: string, payload: object) =>
  studio()('PUT', `guide/update/${id}`, payload, 'guide/update/{guideId}');
const change = (holdId: string, payload: object) =>
  agency()('POST', `order/hold/change/${holdId}`, payload, 'order/hold/change/{holdId}');

/** Whether a whole day can be had, by each door. */
async function everyDoor(who: Who, key: string, id: string, tripDate = DAY) {
  const ask = asks(who);
  const trip = { guideId: id, tripDate, tripDays: 1, guestCount: 1 };
  const quote = (await ask('POST', 'order/quote', trip)).data;
  const calendar = await ask('GET', `guide/calendar?guideIds=${id}&from=${tripDate}&to=${tripDate}`);
  const detail = (await ask('GET', `guide/detail/${id}`, undefined, 'guide/detail/{guideId}')).data;
  const found = await ask(
    'GET',
    `guide/list?area=Stopville&availableFrom=${tripDate}&availableTo=${tripDate}&size=100`,
  );
  const slot = { productId: id, optionId: 'DEFAULT' };
  const [start] = await octo(who, 'availability', { ...slot, localDate: tripDate });
  const [priced] = await octo(who, 'availability', { ...slot, localDate: tripDate }, 'octo/pricing');
  const range = { localDateStart: tripDate, localDateEnd: tripDate };
  const [day] = await octo(who, 'availability/calendar', { ...slot, ...range });
  const waited = await ask('POST', 'waitlist/create', { guideId: id, tripDate, tripDays: 1 });
  const caller = { key, kind: 'agency', status: 'active', country: 'PT', sandbox: true } as const;
  const wish = { guideIds: [id], tripDate, tripDays: 1, guestCount: 1 };
  const [price] = await readTripPrices(api.orm.em.fork(), caller, wish, api.clock.now);
  const hold = await ask('POST', 'order/hold', trip);
  await free(id);
  const order = await ask('POST', 'order/create', { ...trip, ...CONTACT });
  await free(id);
  const booked = await octo(who, 'bookings', {
    ...slot,
    availabilityId: start.id,
    unitItems: [{ unitId: 'adult' }],
  });
  await free(id);
  expect(JSON.stringify([detail, quote, found, calendar, hold, order])).not.toContain(NOTE);
  expect(detail).not.toHaveProperty('stopSales');
  return {
    quote: quote.available,
    reasons: quote.obstacleDetails.map(({ reason }: { reason: string }) => reason),
    calendar: calendar.data.list[0].days[0].state,
    slot: detail.timeSlots.some(
      ({ startDate, endDate }: { startDate: string; endDate: string }) =>
        startDate <= tripDate && tripDate <= endDate,
    ),
    found: found.data.list.some(({ guideId }: { guideId: string }) => guideId === id),
    octo: [start.status, priced.status, day.status],
    waitlist: waited.code,
    price: price?.available,
    codes: [hold.code, order.code],
    booked: booked.status ?? booked.error,
  };
}
const free = (id: string) => api.orm.em.fork().execute('delete from reservation where guide_id = ?', [id]);

const OPEN = {
  ...{ quote: true, reasons: [], calendar: 'available', slot: true, found: true, waitlist: 40910 },
  ...{ octo: ['AVAILABLE', 'AVAILABLE', 'AVAILABLE'], price: true, codes: [200, 200], booked: 'ON_HOLD' },
};
const SHUT = {
  ...{ quote: false, reasons: ['not_on_sale'], calendar: 'closed', slot: false, found: false, waitlist: 200 },
  ...{
    octo: ['CLOSED', 'CLOSED', 'CLOSED'],
    price: false,
    codes: [40902, 40902],
    booked: 'UNPROCESSABLE_ENTITY',
  },
};

describe('what is stopped for an agency is not available to it at any door', () => {
  let id: string;
  beforeAll(async () => {
    id = await sold({ stopSales: [STOP] });
  });
  test.each([
    ['the agency', 'agency', undefined, AGENCY, SHUT],
    ['a provider that acts for it', 'provider', AGENCY, AGENCY, SHUT],
    ['another agency', 'other', undefined, OTHER, OPEN],
    ['the provider, when it acts for another', 'provider', OTHER, OTHER, OPEN],
  ] as const)('%s', async (_case, who, onBehalfOf, key, expected) => {
    // Beside the index of searches, and by it.
    expect(await everyDoor({ client: clients[who], onBehalfOf }, key, id)).toEqual(expected);
    await updateGuideIndex(api.orm);
    expect(await everyDoor({ client: clients[who], onBehalfOf }, key, id)).toEqual(
      // The entry of the first time is there still.
      expected,
    );
    const next = await everyDoor({ client: clients[who], onBehalfOf }, key, id, addDays(DAY, 1));
    expect(next).toEqual(OPEN);
  });

  test('the studio sees all of it, and a change of something else keeps it', async () => {
    const { data } = await update(id, { dayRate: 150 });
    expect(data).toMatchObject({ dayRate: 150, stopSales: [STOP] });
    const foreign = { client: await createMerchant(api, 'mk_stop_studio', { kind: 'studio' }) };
    const seen = await asks(foreign)('GET', `guide/detail/${id}`, undefined, 'guide/detail/{guideId}');
    expect(seen.data).not.toHaveProperty('stopSales');
  });

  test('a stop for nobody named is for all, also in the calendar of the studio', async () => {
    const all = await sold({ stopSales: [{ startDate: DAY, endDate: DAY }] });
    for (const [client, key] of [
      [clients.agency, AGENCY],
      [clients.other, OTHER],
    ] as const)
      expect(await everyDoor({ client }, key, all)).toEqual(SHUT);
    const { data } = await studio()('GET', `guide/calendar?guideIds=${all}&from=${DAY}&to=${DAY}`);
    expect(data.list[0].days[0].state).toBe('closed');
  });
});

test('a trip of several days is stopped by one of them, by whichever condition', async () => {
  const id = await sold({
    stopSales: [
      { weekdays: ['sunday'], wholeDays: true },
      { tripKindIds: ['walk'], startDate: '2027-06-01' },
    ],
  });
  const quoted = async (trip: object) =>
    (await agency()('POST', 'order/quote', { guideId: id, guestCount: 1, ...trip })).data;
  // From a Friday on, and from a Monday on.
  expect(await quoted({ tripDate: '2027-05-14', tripDays: 4 })).toMatchObject({
    available: false,
    obstacles: ['the guide is not sold on 2027-05-16'],
    obstacleDetails: [{ path: 'body.tripDate', reason: 'not_on_sale', days: ['2027-05-16'] }],
  });
  expect(await quoted({ tripDate: '2027-05-17', tripDays: 6 })).toMatchObject({ available: true });
  const walk = { tripKindId: 'walk', startTime: '09:00' };
  expect(await quoted({ tripDate: '2027-05-16', ...walk })).toMatchObject({ available: true });
  expect(await quoted({ tripDate: '2027-06-01', ...walk })).toMatchObject({ available: false });
  const bay = { tripKindId: 'bay', startTime: '11:00' };
  expect(await quoted({ tripDate: '2027-06-01', ...bay })).toMatchObject({ available: true });
  const path = `guide/calendar?guideIds=${id}&from=2027-05-16&to=2027-06-01&withTimes=true`;
  const { days } = (await agency()('GET', path)).data.list[0];
  // Hours on a Sunday, and of the others those that are sold.
  expect([days[0].state, days[1].state, days.at(-1).state]).toEqual(['partly', 'available', 'available']);
  expect(days.at(-1).times).toMatchObject([
    { tripKindId: 'walk', startTimes: [] },
    { tripKindId: 'bay', startTimes: ['11:00'] },
  ]);
});

describe('what was sold before stays', () => {
  test('a hold can be booked, and changed but to other days that are stopped', async () => {
    const id = await sold();
    const held = async (tripDate: string) =>
      (await agency()('POST', 'order/hold', { guideId: id, tripDate, tripDays: 1, guestCount: 1 })).data
        .holdId;
    const [first, second] = [await held(DAY), await held('2027-05-20')];
    await update(id, { stopSales: [{ ...STOP, endDate: '2027-05-12' }] });
    const shut = { code: 40902, data: { details: [{ reason: 'not_on_sale' }] } };
    expect(await change(second, { tripDate: '2027-05-12' })).toMatchObject(shut);
    expect(await change(first, { tripDays: 2 })).toMatchObject(shut);
    expect(await change(first, { tripDate: '2027-05-12' })).toMatchObject(shut);
    expect(await change(first, { guestCount: 3 })).toMatchObject({ code: 200, data: { guestCount: 3 } });
    expect(await agency()('POST', 'order/create', { holdId: first, ...CONTACT })).toMatchObject({
      code: 200,
      data: { tripDate: DAY, guestCount: 3 },
    });
  });

  test('an order keeps its days and may have more guests, and gets no other days that are stopped', async () => {
    const id = await sold();
    const trip = { guideId: id, tripDate: DAY, tripDays: 2, guestCount: 1 };
    const { orderId } = (await agency()('POST', 'order/create', { ...trip, ...CONTACT })).data;
    await update(id, { stopSales: [{ ...STOP, startDate: '2027-05-10', endDate: '2027-05-12' }] });
    const quoted = async (payload: object) => {
      const path = `order/change-quote/${orderId}`;
      const { data } = await agency()('POST', path, payload, 'order/change-quote/{orderId}');
      return [data.possible, ...data.obstacleDetails.map(({ reason }: { reason: string }) => reason)];
    };
    expect(await quoted({ guestCount: 4 })).toEqual([true]);
    expect(await quoted({ tripDays: 1 })).toEqual([true]);
    expect(await quoted({ tripDays: 3 })).toEqual([true]);
    expect(await quoted({ tripDate: '2027-05-10' })).toEqual([false, 'not_on_sale']);
    expect(await quoted({ tripDays: 1, tripKindId: 'walk', startTime: '09:00' })).toEqual([
      false,
      'not_on_sale',
    ]);
  });

  test('a booking of OCTO may have more units, and no other day that is stopped', async () => {
    const id = await sold();
    const who = { client: clients.agency };
    const slot = { productId: id, optionId: 'DEFAULT' };
    const days = await octo(who, 'availability', {
      ...slot,
      localDateStart: DAY,
      localDateEnd: '2027-05-12',
    });
    const unitItems = [{ unitId: 'adult' }];
    const booked = await octo(who, 'bookings', { ...slot, availabilityId: days[0].id, unitItems });
    await update(id, { stopSales: [{ ...STOP, endDate: '2027-05-12' }] });
    const changed = async (payload: object) =>
      (await send(who, { method: 'PATCH', url: `/octo/v1/bookings/${booked.uuid}`, payload })).json();
    expect(await changed({ availabilityId: days[1].id })).toMatchObject({ error: 'UNPROCESSABLE_ENTITY' });
    expect(await changed({ unitItems: [...unitItems, ...unitItems] })).toMatchObject({ status: 'ON_HOLD' });
  });
});

test('a stop that is written while a booking is worked out is kept', async () => {
  const id = await sold();
  const trip = { guideId: id, tripDays: 1, guestCount: 1, ...CONTACT };
  const answers = await Promise.all([
    update(id, { stopSales: [STOP] }),
    ...daysOf({ startDate: DAY, endDate: addDays(DAY, 3) }).map((tripDate) =>
      agency()('POST', 'order/create', { ...trip, tripDate }),
    ),
  ]);
  expect(answers.every(({ code }) => [200, 40902].includes(code))).toBe(true);
  expect(await agency()('POST', 'order/create', { ...trip, tripDate: DAY })).toMatchObject({ code: 40902 });
});

test('a search by days finds whom the rule of bookings lets be booked', async () => {
  const day = fc.nat(12).map((days) => addDays('2027-05-03', days));
  const stops = fc.array(
    fc.record(
      {
        ...{ startDate: day, endDate: day, wholeDays: fc.boolean() },
        weekdays: fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }),
        tripKindIds: fc.subarray(['walk', 'bay'], { minLength: 1 }),
        agencies: fc.constantFrom([AGENCY], [OTHER], [AGENCY, OTHER]),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  );
  const kept = fc.array(
    fc.record(
      {
        ...{ startDate: day, endDate: day, wholeDays: fc.boolean(), places: fc.constant(2) },
        weekdays: fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }),
        tripKindIds: fc.subarray(['walk', 'bay'], { minLength: 1 }),
        agencies: fc.constantFrom([AGENCY], [OTHER], [AGENCY, OTHER]),
        releaseDaysBefore: fc.nat(20),
      },
      { requiredKeys: ['agencies', 'releaseDaysBefore'] },
    ),
    { maxLength: 3 },
  );
  const kinds = fc.subarray([WALK, BAY]);
  const property = fc.asyncProperty(stops, kept, fc.boolean(), kinds, day, fc.nat(3), async (...world) => {
    const [stopSales, allotments, wholeDays, tripKinds, startDate, more] = world;
    const offersWholeDays = wholeDays || tripKinds.length === 0;
    const range = { startDate, endDate: addDays(startDate, more) };
    const terms = { studioKey: STUDIO, timeZone: 'Pacific/Auckland', stopSales, allotments };
    const offer = { dayRates: [], offers: [], ...terms, offersWholeDays, tripKinds };
    const sql = `select ${STOPPED} as stopped from (select ?::jsonb as stop_sales, ?::jsonb as allotments, ?::jsonb as trip_kinds,
      ?::boolean as offers_whole_days, '${STUDIO}' as studio_key, 'Pacific/Auckland' as time_zone) guide`;
    // The next day there.
    const at = new Date('2027-04-30T18:00:00Z');
    for (const key of [AGENCY, 'mk_neither', STUDIO]) {
      const [row] = await api.orm.em
        .fork()
        .execute<{ stopped: boolean }[]>(sql, [
          ...[key, range.startDate, range.endDate, at, JSON.stringify(stopSales), JSON.stringify(allotments)],
          ...[JSON.stringify(tripKinds), offersWholeDays],
        ]);
      const seen = offerFor(offer, key, at);
      expect(row?.stopped).toBe(daysOf(range).some((one) => isStoppedForSearch(seen, one)));
    }
  });
  await fc.assert(property, { numRuns: 300 });
});

test('a guide of partners with a stop is counted once', async () => {
  const id = 'G7700001';
  const guide = { id, area: 'Stoptown', visibility: 'partners', stopSales: [{ ...STOP, agencies: [OTHER] }] };
  await createGuide(api, guide as never);
  const find = async (client: ClientCredentials) => {
    const path = `guide/list?area=Stoptown&availableFrom=${DAY}&availableTo=${DAY}`;
    return (await asks({ client })('GET', path)).data.total;
  };
  expect(await find(clients.studio)).toBe(1);
  await updateGuideIndex(api.orm);
  expect(await find(clients.studio)).toBe(1);
  expect(await find(clients.agency)).toBe(0);
});

test.each([
  [
    'an end before the beginning',
    { startDate: '2027-06-02', endDate: '2027-06-01' },
    '0.endDate',
    'ends_before_start',
  ],
  ['a trip that there is not', { tripKindIds: ['bike'] }, '0.tripKindIds.0', 'inconsistent'],
  ['a trip twice', { tripKindIds: ['walk', 'walk'] }, '0.tripKindIds.1', 'duplicate'],
  ['nobody', { agencies: [] }, '0.agencies', 'too_few'],
  ['an agency twice', { agencies: [AGENCY, AGENCY] }, '0.agencies', 'duplicate'],
  ['a day that there is not', { startDate: '2027-02-30' }, '0.startDate', 'wrong_format'],
  ['a member that there is not', { minGuests: 2 }, '0.minGuests', 'unknown_parameter'],
])('a stop with %s is refused', async (_case, stop, path, reason) => {
  expect(await make({ stopSales: [stop] })).toMatchObject({
    code: 40001,
    data: { details: [{ path: `body.stopSales.${path}`, reason }] },
  });
});

test('there are fifty at most, and a key that nobody has stops nobody', async () => {
  const stop = { agencies: ['mk_that_nobody_has'] };
  expect(await make({ stopSales: Array.from({ length: 51 }, () => stop) })).toMatchObject({ code: 40001 });
  const id = await sold({ stopSales: Array.from({ length: 50 }, () => stop) });
  const trip = { guideId: id, tripDate: DAY, tripDays: 1, guestCount: 1 };
  expect((await agency()('POST', 'order/quote', trip)).data.available).toBe(true);
});
