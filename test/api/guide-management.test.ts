import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Guide } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';

let api: TestApp;
let studio: ClientCredentials;
let otherStudio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;

beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  expectDescribed = await createConformance(api.app);
  studio = api.sandbox.studio;
  otherStudio = await createMerchant(api, 'mk_other_studio', { kind: 'studio' });
});
afterAll(() => api.close());

const BODY = {
  name: 'Olívia Prado',
  area: 'Évora',
  profile: 'Shows the aqueduct and the cork oaks.',
  languages: ['pt', 'en-GB'],
  serviceTypes: ['city_walk'],
  dayRate: 140.5,
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  maxGuests: 6,
};

type Method = 'POST' | 'PUT' | 'DELETE' | 'GET';
async function call(method: Method, path: string, payload?: object, client = studio) {
  const url = `/open/v1/guide/${path}`;
  const answer = await api.as(client, { method, url, ...(payload ? { payload } : {}) } as InjectOptions);
  expectDescribed(method, url.replace(/\/G\d+$/, '/{guideId}').replace(/\?.*/, ''), answer);
  return answer;
}
async function created(changes: object = {}): Promise<string> {
  const answer = await call('POST', 'create', { ...BODY, ...changes });
  expect(answer.statusCode).toBe(200);
  return answer.json().data.guideId;
}
const detail = async (id: string, client?: ClientCredentials) =>
  (await call('GET', `detail/${id}`, undefined, client)).json().data;
const versionOf = async (id: string) => (await api.orm.em.fork().findOneOrFail(Guide, id)).version;
const expectRefusal = (answer: LightMyRequestResponse, status: number, code: number) =>
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);

describe('creating a guide', () => {
  test('answers its full information, and agencies find it at once', async () => {
    const id = await created({
      seasonalRates: [{ startDate: '2027-06-01', endDate: '2027-08-31', dayRate: 190 }],
      guestSurcharge: { fromGuest: 5, amountPerDay: 12.25 },
      cancellationPolicy: { preset: 'custom', tiers: [{ daysBefore: 3, refundPercent: 33.33 }] },
    });
    expect(await detail(id, api.sandbox.agency)).toMatchObject({
      ...BODY,
      serviceAreas: ['Évora'],
      rating: 0,
      status: 'active',
      visibility: 'public',
      confirmationHours: 24,
      restDays: [],
      blocked: [],
      timeSlots: [{ startDate: '2026-12-02', endDate: '2027-02-28' }],
      seasonalRates: [{ startDate: '2027-06-01', endDate: '2027-08-31', dayRate: 190 }],
      guestSurcharge: { fromGuest: 5, amountPerDay: 12.25 },
      cancellationPolicy: { preset: 'custom', tiers: [{ daysBefore: 3, refundPercent: 33.33 }] },
      reviewStatistics: { count: 0, averageRating: 0, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
    });
    const found = await call('GET', 'list?text=OLIVIA%20cork', undefined, api.sandbox.agency);
    expect(found.json().data).toMatchObject({ total: 1, list: [{ guideId: id }] });
  });

  test('what a guide speaks and offers from before the lists is shown, and mended by a change that names it', async () => {
    const old = { languages: ['Japanese', 'English'], serviceTypes: ['Vélo Tour'] };
    await createGuide(api, { id: 'G1966', ...old });
    expect(await detail('G1966', api.sandbox.agency)).toMatchObject(old);
    expect((await call('PUT', 'update/G1966', { profile: 'As before.' })).statusCode).toBe(200);
    const kept = await call('PUT', 'update/G1966', { languages: ['Japanese', 'en'] });
    const details = [{ path: 'body.languages.0', reason: 'not_a_language_tag' }];
    expect(kept.json()).toMatchObject({ code: 40001, data: { details } });
    const mended = { languages: ['ja', 'en'], serviceTypes: ['cycling'] };
    expect((await call('PUT', 'update/G1966', mended)).json().data).toMatchObject(mended);
  });

  test.each([
    ['an unknown currency', { currency: 'XXY' }, 'body.currency'],
    ['gold', { currency: 'XAU' }, 'body.currency'],
    ['no currency', { currency: 'xxx' }, 'body.currency'],
    ['an offset for a time zone', { timeZone: '+05:00' }, 'body.timeZone'],
    ['an abbreviation for a time zone', { timeZone: 'EST5EDT' }, 'body.timeZone'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'body.timeZone'],
    ['a language that is none', { languages: ['pt', '!!'] }, 'body.languages.1'],
    ['a language by its name', { languages: ['Japanese', 'English'] }, 'body.languages.0'],
    ['a language that nobody has registered', { languages: ['pt', 'xx'] }, 'body.languages.1'],
    ['a kind of service of its own', { serviceTypes: ['city_walk', 'City walking'] }, 'body.serviceTypes.1'],
    ['too many decimals', { dayRate: 1.234 }, 'body.dayRate'],
    ['decimals of yen', { currency: 'JPY', dayRate: 100.5 }, 'body.dayRate'],
    ['an amount beyond every order', { dayRate: 99_999_999_999 }, 'body.dayRate'],
    ['a negative amount', { dayRate: -1 }, 'body.dayRate'],
    ['an endless name', { name: 'x'.repeat(101) }, 'body.name'],
    ['a blank name', { name: ' ' }, 'body.name'],
    ['no languages', { languages: [] }, 'body.languages'],
    ['no guests', { maxGuests: 0 }, 'body.maxGuests'],
    ['an unknown member', { rating: 5 }, 'body.rating'],
    [
      'a season that ends before it starts',
      { seasonalRates: [{ startDate: '2027-02-02', endDate: '2027-02-01', dayRate: 1 }] },
      'body.seasonalRates.0.endDate',
    ],
    [
      'a season of a thousand years',
      { seasonalRates: [{ startDate: '2027-02-02', endDate: '2999-12-31', dayRate: 1 }] },
      'body.seasonalRates.0.endDate',
    ],
    [
      'a season of the middle ages',
      { seasonalRates: [{ startDate: '1066-10-14', endDate: '2027-01-01', dayRate: 1 }] },
      'body.seasonalRates.0.startDate',
    ],
    [
      'seasons that overlap',
      {
        seasonalRates: [
          { startDate: '2027-02-01', endDate: '2027-02-10', dayRate: 1 },
          { startDate: '2027-02-10', endDate: '2027-02-12', dayRate: 2 },
        ],
      },
      'body.seasonalRates.1',
    ],
    [
      'a surcharge with too many decimals',
      { guestSurcharge: { fromGuest: 2, amountPerDay: 0.001 } },
      'body.guestSurcharge.amountPerDay',
    ],
    [
      'tiers that rise',
      {
        cancellationPolicy: {
          preset: 'custom',
          tiers: [
            { daysBefore: 7, refundPercent: 50 },
            { daysBefore: 2, refundPercent: 60 },
          ],
        },
      },
      'body.cancellationPolicy.tiers.1.refundPercent',
    ],
    [
      'tiers out of order',
      {
        cancellationPolicy: {
          preset: 'custom',
          tiers: [
            { daysBefore: 2, refundPercent: 50 },
            { daysBefore: 7, refundPercent: 40 },
          ],
        },
      },
      'body.cancellationPolicy.tiers.1.daysBefore',
    ],
    [
      'tiers in days and in hours',
      {
        cancellationPolicy: {
          preset: 'custom',
          tiers: [
            { daysBefore: 2, refundPercent: 50 },
            { hoursBefore: 12, refundPercent: 40 },
          ],
        },
      },
      'body.cancellationPolicy.tiers.1.hoursBefore',
    ],
    [
      'hours that rise',
      {
        cancellationPolicy: {
          preset: 'custom',
          tiers: [
            { hoursBefore: 12, refundPercent: 50 },
            { hoursBefore: 24, refundPercent: 40 },
          ],
        },
      },
      'body.cancellationPolicy.tiers.1.hoursBefore',
    ],
    [
      'a tier in neither',
      { cancellationPolicy: { preset: 'custom', tiers: [{ refundPercent: 50 }] } },
      'body.cancellationPolicy.tiers.0.daysBefore',
    ],
    ['custom without tiers', { cancellationPolicy: { preset: 'custom' } }, 'body.cancellationPolicy.tiers'],
    [
      'a preset with tiers',
      { cancellationPolicy: { preset: 'strict', tiers: [] } },
      'body.cancellationPolicy.tiers',
    ],
  ])('with %s is refused with 40001 that names the place', async (_what, changes, path) => {
    const answer = await call('POST', 'create', { ...BODY, ...changes });
    expectRefusal(answer, 400, 40001);
    expect(answer.json().data.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test('a currency is kept in capitals, and found whatever the letters', async () => {
    const id = await created({ currency: 'fjd', dayRate: 400 });
    expect(await detail(id)).toMatchObject({ currency: 'FJD', dayRate: 400 });
    expect((await call('PUT', `update/${id}`, { currency: 'Fjd' })).json().data.currency).toBe('FJD');
    for (const currency of ['FJD', 'fjd']) {
      expect((await call('GET', `list?currency=${currency}`)).json().data.total).toBe(1);
    }
  });

  test('by an agency is refused with 40006', async () => {
    expectRefusal(await call('POST', 'create', BODY, api.sandbox.agency), 403, 40006);
  });
});

describe('changing a guide', () => {
  test('changes what is given, keeps the rest, and counts the version up', async () => {
    const id = await created({ guestSurcharge: { fromGuest: 3, amountPerDay: 5 } });
    const before = await versionOf(id);
    const answer = await call('PUT', `update/${id}`, { name: 'Olívia P.', status: 'paused', dayRate: 150 });
    expect(answer.json().data).toMatchObject({
      name: 'Olívia P.',
      status: 'paused',
      dayRate: 150,
      area: 'Évora',
      guestSurcharge: { fromGuest: 3, amountPerDay: 5 },
      timeSlots: [],
    });
    expect(await versionOf(id)).toBe(before + 1);
  });

  test('a new area takes the place of the old one among the areas that it serves', async () => {
    const id = await created({ area: 'Beja', serviceAreas: ['Serpa'] });
    const moved = await call('PUT', `update/${id}`, { area: 'Elvas' });
    expect(moved.json().data).toMatchObject({ area: 'Elvas', serviceAreas: ['Elvas', 'Serpa'] });
    expect((await call('GET', 'list?area=Beja')).json().data.total).toBe(0);
    expect((await call('GET', 'list?area=elvas')).json().data.total).toBe(1);
    const both = await call('PUT', `update/${id}`, { area: 'Moura', serviceAreas: ['Elvas'] });
    expect(both.json().data.serviceAreas).toEqual(['Moura', 'Elvas']);
  });

  test('a new currency needs every amount anew', async () => {
    const id = await created({ guestSurcharge: { fromGuest: 3, amountPerDay: 5 } });
    const answer = await call('PUT', `update/${id}`, { currency: 'JPY' });
    expectRefusal(answer, 400, 40001);
    expect(answer.json().data.details.map(({ path }: { path: string }) => path)).toEqual([
      'body.dayRate',
      'body.guestSurcharge',
    ]);
    const complete = { currency: 'JPY', dayRate: 20_000, guestSurcharge: null };
    expect((await call('PUT', `update/${id}`, complete)).json().data).toMatchObject(complete);
  });

  test('so it does of prices of days and trips, least prices and offers that take an amount off', async () => {
    const amounts = {
      dayRates: [{ name: 'Early', minDaysBefore: 30, price: 120 }],
      leastPrice: 90,
      offers: [{ name: 'Spring', amount: 10 }],
      tripKinds: [
        { tripKindId: 'walk', name: 'Walk', durationMinutes: 120, startTimes: ['09:00'], price: 60 },
      ],
      weekendRate: { weekdays: ['sunday'], dayRate: 160 },
    };
    const id = await created(amounts);
    const answer = await call('PUT', `update/${id}`, { currency: 'JPY', dayRate: 20_000 });
    expectRefusal(answer, 400, 40001);
    const missing = answer.json().data.details.map(({ path }: { path: string }) => path);
    expect(missing.toSorted()).toEqual(
      Object.keys(amounts)
        .map((name) => `body.${name}`)
        .toSorted(),
    );
    const percent = { offers: [{ name: 'Spring', percent: 10 }] };
    const other = await created(percent);
    const repriced = await call('PUT', `update/${other}`, { currency: 'JPY', dayRate: 20_000 });
    expect(repriced.json().data).toMatchObject({ currency: 'JPY', ...percent });
  });

  test.each([
    ['update', 'PUT', { name: 'Mine' }],
    ['availability', 'PUT', { restDays: ['monday'] }],
    ['delete', 'DELETE', undefined],
  ] as const)(
    '%s: 40003 for another studio, 40004 for none, 40006 for an agency',
    async (path, method, body) => {
      const id = await created();
      expectRefusal(await call(method, `${path}/${id}`, body, otherStudio), 403, 40003);
      expectRefusal(await call(method, `${path}/G999999999`, body), 404, 40004);
      expectRefusal(await call(method, `${path}/${id}`, body, api.sandbox.agency), 403, 40006);
      expect(await versionOf(id)).toBe(1);
    },
  );
});

/** As far as a studio can write. */
const FAR = { startDate: '2016-12-01', endDate: '2036-12-01' };

describe('availability', () => {
  test('whole years can be blocked at once', async () => {
    const id = await created();
    for (const range of [{ startDate: '2026-12-01', endDate: '2027-12-31' }, FAR]) {
      const answer = await call('PUT', `availability/${id}`, { blocked: [range] });
      expect(answer.json().data).toMatchObject({ blocked: [range], timeSlots: [] });
    }
  });

  test('what was stored before there were limits stays, and can be taken back', async () => {
    const id = await created();
    const stored = [{ startDate: '1000-01-01', endDate: '2999-12-31' }];
    await api.orm.em.fork().nativeUpdate(Guide, { id }, { blocked: stored });
    const rested = await call('PUT', `availability/${id}`, { restDays: ['monday'] });
    expect(rested.json().data).toMatchObject({ restDays: ['monday'], blocked: stored, timeSlots: [] });
    const renamed = await call('PUT', `update/${id}`, { name: 'Olívia P.' });
    expect(renamed.json().data).toMatchObject({ name: 'Olívia P.', blocked: stored });
    const opened = await call('PUT', `availability/${id}`, { blocked: [] });
    expect(opened.json().data.timeSlots).not.toEqual([]);
  });

  test('rest days and blocked days leave the slots, and the days around them stay', async () => {
    const id = await created();
    const blocked = [
      { startDate: '2026-12-09', endDate: '2026-12-10' },
      { startDate: '2026-12-11', endDate: '2026-12-11' },
    ];
    const answer = await call('PUT', `availability/${id}`, { restDays: ['sunday', 'saturday'], blocked });
    const { restDays, blocked: merged, timeSlots } = answer.json().data;
    expect(restDays).toEqual(['saturday', 'sunday']);
    expect(merged).toEqual([{ startDate: '2026-12-09', endDate: '2026-12-11' }]);
    expect(timeSlots.slice(0, 3)).toEqual([
      { startDate: '2026-12-02', endDate: '2026-12-04' },
      { startDate: '2026-12-07', endDate: '2026-12-08' },
      { startDate: '2026-12-14', endDate: '2026-12-18' },
    ]);
    const kept = await call('PUT', `availability/${id}`, { restDays: [] });
    expect(kept.json().data).toMatchObject({ restDays: [], blocked: merged });
  });

  test.each([
    ['2026-12-07', '2026-12-08', 1],
    ['2026-12-08', '2026-12-09', 0],
    ['2026-12-04', '2026-12-05', 0],
    ['2026-12-12', '2026-12-18', 0],
    ['2026-12-14', '2026-12-18', 1],
  ])('the filter %s to %s finds %i such guides', async (from, to, total) => {
    if ((await call('GET', 'list?area=Tomar')).json().data.total === 0) {
      const id = await created({ area: 'Tomar' });
      const blocked = [{ startDate: '2026-12-09', endDate: '2026-12-11' }];
      await call('PUT', `availability/${id}`, { restDays: ['sunday', 'saturday'], blocked });
    }
    const found = await call('GET', `list?area=Tomar&availableFrom=${from}&availableTo=${to}`);
    expect(found.json().data.total).toBe(total);
  });

  test('a day that a live order holds cannot be closed; the refusal names it, and nothing changes', async () => {
    const id = await created();
    const order = { guideId: id, tripDate: '2026-12-14', tripDays: 3 };
    await createOrderRow(api, { id: 'ORD100', ...order });
    await createOrderRow(api, { id: 'ORD101', ...order, tripDate: '2026-12-20', status: 'cancelled' });
    const before = await versionOf(id);

    const overlap = { blocked: [{ startDate: '2026-12-16', endDate: '2026-12-22' }] };
    const blocked = await call('PUT', `availability/${id}`, overlap);
    const rested = await call('PUT', `availability/${id}`, { restDays: ['tuesday'] });

    expectRefusal(blocked, 409, 40902);
    expect(blocked.json().data.bookedDays).toEqual(['2026-12-16']);
    expectRefusal(rested, 409, 40902);
    expect(rested.json().data.bookedDays).toEqual(['2026-12-15']);
    expect(await detail(id)).toMatchObject({ restDays: [], blocked: [] });
    expect(await versionOf(id)).toBe(before);
    const free = { blocked: [{ startDate: '2026-12-17', endDate: '2026-12-22' }] };
    expect((await call('PUT', `availability/${id}`, free)).statusCode).toBe(200);
  });

  test.each([
    [{}, 'body'],
    [{ restDays: ['funday'] }, 'body.restDays.0'],
    [{ blocked: [{ startDate: '2026-12-02', endDate: '2026-12-01' }] }, 'body.blocked.0.endDate'],
    [{ blocked: [{ startDate: '2026-02-30', endDate: '2026-03-01' }] }, 'body.blocked.0.startDate'],
    [{ blocked: [{ startDate: '1000-01-01', endDate: '2026-12-31' }] }, 'body.blocked.0.startDate'],
    [{ blocked: [FAR, { startDate: '2026-12-01', endDate: '2999-12-31' }] }, 'body.blocked.1.endDate'],
  ])('%j is refused with 40001', async (body, path) => {
    const answer = await call('PUT', `availability/${await created()}`, body);
    expectRefusal(answer, 400, 40001);
    expect(answer.json().data.details[0].path).toBe(path);
  });
});

describe('deleting a guide', () => {
  test('is refused while it has live orders, and then hides it from everybody', async () => {
    const id = await created({ area: 'Sintra' });
    const order = { id: 'ORD200', guideId: id, tripDate: '2026-12-14', tripDays: 3 };
    await createOrderRow(api, order);
    expectRefusal(await call('DELETE', `delete/${id}`), 409, 40901);

    await api.orm.em.fork().execute(endOrders("id = 'ORD200'", 'completed'));
    expect((await call('DELETE', `delete/${id}`)).json().data).toEqual({ guideId: id, deleted: true });

    expectRefusal(await call('GET', `detail/${id}`), 404, 40004);
    expect((await call('GET', 'list?area=Sintra')).json().data.total).toBe(0);
    expectRefusal(await call('DELETE', `delete/${id}`), 404, 40004);
  });
});

describe('the filters of the list', () => {
  test.each([
    ['text=SEIXAS', 1],
    ['text=ines%20lisbon', 1],
    ['text=100%25', 0],
    ['text=_a', 0],
    ['currency=KWD', 2],
    ['area=Lisbon&sort=-name', 4],
    ['area=Lisbon&sort=rating', 4],
  ])('?%s finds %i', async (query, total) => {
    expect((await call('GET', `list?${query}`, undefined, api.sandbox.agency)).json().data.total).toBe(total);
  });

  test('price sorts by currency first, both ways', async () => {
    const read = async (sort: string) =>
      (await call('GET', `list?size=100&sort=${sort}`))
        .json()
        .data.list.map(({ currency, dayRate }: { currency: string; dayRate: number }) => [currency, dayRate]);
    const up = await read('dayRate');
    expect(up.map(([currency]: [string]) => currency)).toEqual(
      up.map(([currency]: [string]) => currency).toSorted(),
    );
    expect(await read('-dayRate')).toEqual(up.toReversed());
  });
});

test("a partners' guide: no trace for strangers, everything for linked merchants, until they are unlinked", async () => {
  const stranger = await createMerchant(api, 'mk_stranger');
  const agency = await createMerchant(api, 'mk_friend');
  await createGuide(api, { id: 'G77', area: 'Óbidos', visibility: 'partners' });
  const total = async (client: ClientCredentials) =>
    (await call('GET', 'list?area=%C3%93bidos', undefined, client)).json().data.total;
  const partner = (method: Method, path: string, client = studio) =>
    api.as(client, { method, url: `/open/v1/partner/${path}` } as InjectOptions);

  expect(await total(agency)).toBe(0);
  expectRefusal(await call('GET', 'detail/G77', undefined, agency), 403, 40003);

  const linked = await partner('PUT', 'link/mk_friend');
  expectDescribed('PUT', '/open/v1/partner/link/{merchantKey}', linked);
  expect(linked.json().data).toMatchObject({ merchantKey: 'mk_friend', name: 'mk_friend' });
  expect((await partner('PUT', 'link/mk_friend')).json()).toEqual(linked.json());
  expect((await partner('GET', 'list')).json().data.list).toMatchObject([{ merchantKey: 'mk_friend' }]);

  expect(await total(agency)).toBe(1);
  expect((await call('GET', 'detail/G77', undefined, agency)).statusCode).toBe(200);
  expect(await total(stranger)).toBe(0);
  expectRefusal(await call('GET', 'detail/G77', undefined, stranger), 403, 40003);

  expectRefusal(await partner('PUT', 'link/mk_nobody'), 400, 40001);
  expectRefusal(await partner('PUT', 'link/mk_other_studio'), 400, 40001);
  expectRefusal(await partner('GET', 'list', agency), 403, 40006);

  await partner('DELETE', 'unlink/mk_friend');
  expect(await total(agency)).toBe(0);
});
