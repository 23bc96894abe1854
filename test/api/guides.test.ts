import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

let api: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let otherStudio: ClientCredentials;
let liveAgency: ClientCredentials;

beforeAll(async () => {
  api = await createTestApp();
  expectDescribed = await createConformance(api.app);
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  otherStudio = await createMerchant(api, 'mk_other_studio', { kind: 'studio' });
  liveAgency = await createMerchant(api, 'mk_live_agency', { sandbox: false });
  await createMerchant(api, 'mk_live_studio', { sandbox: false, kind: 'studio' });
  await createMerchant(api, 'mk_suspended_studio', { kind: 'studio', status: 'suspended' });
  await createGuide(api, { id: 'G2', name: 'Second' });
  await createGuide(api, { id: 'G10', name: 'Tenth', ratingHundredths: 455, reviewCount: 3, dayRate: 999 });
  await createGuide(api, {
    id: 'G3',
    area: 'Braga',
    serviceAreas: ['Braga', 'Porto'],
    ratingHundredths: 300,
  });
  await createGuide(api, { id: 'G4', status: 'paused', serviceTypes: ['wine', 'food'] });
  await createGuide(api, { id: 'G5', visibility: 'partners' });
  await createGuide(api, { id: 'G6', deletedAt: new Date() });
  await createGuide(api, { id: 'G7', sandbox: false, studioKey: 'mk_live_studio', name: 'Live' });
  await createGuide(api, { id: 'G8', studioKey: 'mk_suspended_studio' });
  await createOrderRow(api, { id: 'ORD001', guideId: 'G2', tripDate: '2026-12-10', tripDays: 3 });
  await createOrderRow(api, {
    id: 'ORD002',
    guideId: 'G2',
    tripDate: '2026-12-20',
    tripDays: 1,
    status: 'cancelled',
  });
  await createOrderRow(api, {
    id: 'ORD003',
    guideId: 'G2',
    tripDate: '2026-11-29',
    tripDays: 4,
    status: 'in_progress',
  });
});
afterAll(() => api.close());

const ask = (url: string, client = api.sandbox.agency) => api.as(client, { url } as InjectOptions);
const list = async (query: string, client?: ClientCredentials) => {
  const answer = await ask(`/open/v1/guide/list?${query}`, client);
  expectDescribed('GET', '/open/v1/guide/list', answer);
  return answer.json().data as { total: number; list: { guideId: string }[] };
};
const idsOf = async (query: string, client?: ClientCredentials) =>
  (await list(query, client)).list.map(({ guideId }) => guideId);
const detail = async (id: string, client?: ClientCredentials) => {
  const answer = await ask(`/open/v1/guide/detail/${id}`, client);
  expectDescribed('GET', '/open/v1/guide/detail/{guideId}', answer);
  return answer;
};

describe('the list', () => {
  test('shows the first ten by default, and how many there are', async () => {
    const page = await list('');
    expect(page.list).toHaveLength(10);
    expect(page.total).toBe(44 + 4);
  });

  test('shows an item as specified', async () => {
    const page = await list('area=Porto&minRating=4.55');
    expect(page).toEqual({
      total: 1,
      list: [
        {
          guideId: 'G10',
          name: 'Tenth',
          area: 'Porto',
          rating: 4.55,
          status: 'active',
          reviewCount: 3,
          dayRate: 9.99,
          currency: 'EUR',
          instantConfirmation: false,
          languages: ['pt'],
          maxGuests: 5,
          timeZone: 'Europe/Lisbon',
          location: null,
          coverPhoto: null,
          updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    });
  });

  test('pages hold every guide once, in the order of their numbers', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => idsOf(`size=15&page=${page}`)));
    const ids = pages.flat();
    expect(new Set(ids).size).toBe(48);
    expect(ids.slice(0, 5)).toEqual(['G2', 'G3', 'G4', 'G10', 'G1001']);
  });

  test('a page past the end is empty and still tells the total', async () => {
    expect(await list('page=1000000&size=100')).toEqual({ total: 48, list: [] });
  });

  test.each([
    ['area=Porto', ['G2', 'G3', 'G4', 'G10']],
    ['area=Braga', ['G3']],
    ['area=porto', ['G2', 'G3', 'G4', 'G10']],
    ['area=POR%CC%81TO', ['G2', 'G3', 'G4', 'G10']],
    ['area=Por', []],
    ["area=' or 1=1 --", []],
    ['area=Porto&status=paused', ['G4']],
    ['area=Porto&status=retired', []],
    ['serviceType=food&area=Porto', ['G4']],
    ['area=Porto&minRating=3', ['G3', 'G10']],
    ['area=Porto&minRating=4.56', []],
    ['area=Porto&minRating=0', ['G2', 'G3', 'G4', 'G10']],
    ['area=Porto&sort=-rating', ['G10', 'G3', 'G2', 'G4']],
    ['area=Porto&sort=dayRate', ['G10', 'G2', 'G3', 'G4']],
    ['area=Porto&availableFrom=2026-12-12&availableTo=2026-12-14', ['G3', 'G10']],
    ['area=Porto&availableFrom=2026-12-13&availableTo=2026-12-20', ['G2', 'G3', 'G10']],
    ['area=Porto&availableFrom=2026-12-10&availableTo=2026-12-10', ['G3', 'G10']],
  ])('?%s finds %j', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  test("a studio's partner guides are in its own list and in nobody else's", async () => {
    expect(await idsOf('area=Porto', api.sandbox.studio)).toContain('G5');
    expect(await idsOf('area=Porto', otherStudio)).not.toContain('G5');
  });

  test('a live merchant sees live guides only', async () => {
    expect(await idsOf('', liveAgency)).toEqual(['G7']);
  });

  test.each([
    ['size=0', ['query.size']],
    ['size=101', ['query.size']],
    ['size=ten&page=-1', ['query.page', 'query.size']],
    ['page=1.5', ['query.page']],
    ['page=', ['query.page']],
    ['page=1&page=2', ['query.page']],
    ['page=9223372036854775808', ['query.page']],
    ['page=1e400&minRating=1e400', ['query.minRating', 'query.page']],
    ['status=asleep', ['query.status']],
    ['area=', ['query.area']],
    ['area=%00', ['query.area']],
    [`area=${'a'.repeat(101)}`, ['query.area']],
    ['city=Porto', ['query.city']],
    ['minRating=6', ['query.minRating']],
    ['sort=price', ['query.sort']],
    ['availableFrom=2026-12-01', ['query.availableTo']],
    ['availableTo=2026-12-01', ['query.availableFrom']],
    ['availableFrom=2026-12-02&availableTo=2026-12-01', ['query.availableTo']],
    ['availableFrom=2020-01-01&availableTo=2020-01-02', ['query.availableFrom']],
    ['availableFrom=2026-11-30&availableTo=2026-12-02', ['query.availableFrom']],
    ['availableFrom=1000-01-01&availableTo=2999-12-31', ['query.availableFrom']],
    ['availableFrom=2026-12-02&availableTo=2028-12-01', ['query.availableTo']],
    ['availableFrom=2026-02-30&availableTo=2026-03-01', ['query.availableFrom']],
    ['availableFrom=0000-01-01&availableTo=9999-12-31', ['query.availableFrom', 'query.availableTo']],
  ])('?%s is refused with 40001 for %j', async (query, paths) => {
    const answer = await ask(`/open/v1/guide/list?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
    const { details } = answer.json().data;
    expect([...new Set(details.map(({ path }: { path: string }) => path))].sort()).toEqual(paths);
  });
});

describe('the detail', () => {
  test('shows everything that there is to know', async () => {
    const answer = await detail('G2');
    expect(answer.json().data).toMatchObject({
      guideId: 'G2',
      name: 'Second',
      rating: 0,
      dayRate: 123.45,
      currency: 'EUR',
      languages: ['pt'],
      serviceAreas: ['Porto'],
      serviceTypes: ['wine'],
      reviewStatistics: { count: 0, averageRating: 0 },
      timeZone: 'Europe/Lisbon',
      maxGuests: 5,
      instantConfirmation: false,
      confirmationHours: 24,
      cancellationPolicy: {
        preset: 'moderate',
        tiers: [
          { daysBefore: 7, refundPercent: 100 },
          { daysBefore: 2, refundPercent: 50 },
        ],
      },
      visibility: 'public',
    });
  });

  test('time slots are what live orders leave of ninety days', async () => {
    const { timeSlots } = (await detail('G2')).json().data;
    expect(timeSlots).toEqual([
      { startDate: '2026-12-03', endDate: '2026-12-09' },
      { startDate: '2026-12-13', endDate: '2027-02-28' },
    ]);
  });

  test("the first slot is the first day that can be booked, by the guide's calendar", async () => {
    const kyoto = (await list('area=Kyoto')).list as { guideId: string; instantConfirmation: boolean }[];
    api.clock.now = new Date('2026-12-01T16:00:00Z');
    const firstSlot = async (instantConfirmation: boolean) => {
      const guide = kyoto.find((one) => one.instantConfirmation === instantConfirmation);
      return (await detail(guide!.guideId)).json().data.timeSlots[0].startDate;
    };
    expect(await firstSlot(true)).toBe('2026-12-02');
    expect(await firstSlot(false)).toBe('2026-12-03');
  });

  test('a guide that is not active has no time slots', async () => {
    expect((await detail('G4')).json().data.timeSlots).toEqual([]);
  });

  test('amounts have the decimals of their currency', async () => {
    const kuwait = (await list('area=Kuwait%20City')).list[0];
    const kyoto = (await list('area=Kyoto')).list[0];
    expect([kuwait, kyoto]).toMatchObject([
      { dayRate: 45, currency: 'KWD' },
      { dayRate: 28_000, currency: 'JPY' },
    ]);
  });

  test.each([
    ['unknown', 'G999999'],
    ['deleted', 'G6'],
    ['of the other world', 'G7'],
    ['of a suspended studio', 'G8'],
  ])('a guide that is %s: 40004', async (_name, id) => {
    const answer = await detail(id);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 40004]);
  });

  test("another studio's partner guide: 40003; its own studio reads it", async () => {
    expect((await detail('G5')).json().code).toBe(40003);
    expect((await detail('G5', otherStudio)).statusCode).toBe(403);
    expect((await detail('G5', api.sandbox.studio)).statusCode).toBe(200);
  });

  test.each(['X1', 'G', 'G1x', `G${'1'.repeat(19)}`, '%00', 'G1%27', '1001'])(
    '%s is malformed: 40001',
    async (id) => {
      const { code, data } = (await detail(id)).json();
      expect([code, data.details[0].path]).toEqual([40001, 'path.guideId']);
    },
  );
});
