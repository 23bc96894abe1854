import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noteGuidesOf, noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { addDays } from '../../domain/trip.ts';
import { updateGuideIndex } from '../../jobs/guide-indexer.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  const em = api.orm.em.fork();
  await em.execute(
    `insert into public_holiday (calendar, day, name) values ('PT', '2027-02-09', 'Carnaval')`,
  );
});
afterAll(() => api.close());

const DAY = '2027-02-01';
let numbers = 500_000;

const change = fc.record({
  kind: fc.constantFrom('guide', 'order', 'cancel', 'pause', 'hide', 'suspend', 'index'),
  status: fc.constantFrom('active', 'paused'),
  visibility: fc.constantFrom('public', 'partners'),
  rating: fc.integer({ min: 100, max: 500 }),
  restDays: fc.integer({ min: 0, max: 126 }),
  day: fc.nat(20),
  /** Blocked days up to years before and after, whole months and years among them. */
  before: fc.constantFrom(0, 1, 30, 400, 3_000),
  after: fc.constantFrom(1, 10, 60, 366, 3_000),
  pick: fc.nat(),
  stopSales: fc.array(
    fc.record(
      {
        startDate: fc.nat(20).map((day) => addDays(DAY, day)),
        endDate: fc.nat(20).map((day) => addDays(DAY, day)),
        agencies: fc.constantFrom(['mk_sandbox_agency'], ['mk_other']),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 1 },
  ),
});
const query = fc.record(
  {
    status: fc.constantFrom('active', 'paused'),
    serviceType: fc.constantFrom('wine', 'food'),
    minRating: fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100),
    area: fc.constantFrom('Porto', 'Lisbon'),
    day: fc.nat(20),
    language: fc.constantFrom('pt', 'pt-BR', 'en', 'PT-br'),
    guests: fc.constantFrom(1, 5, 6, 7, 255, 256, 500),
    instantConfirmation: fc.boolean(),
    price: fc.record({
      from: fc.constantFrom(0, 1, 63, 64, 123, 128),
      width: fc.constantFrom(0, 1, 5, 1_000),
    }),
    near: fc.constantFrom('38.7,-9.1', '0,179.9', '-90,0'),
  },
  { requiredKeys: [] },
);

/** Around places that `near` asks for, and none. */
const PLACES = [
  { latitude: 38.71, longitude: -9.13 },
  { latitude: 0.01, longitude: -179.95 },
  { latitude: -89.9, longitude: 111 },
  {},
];

const WALK = { tripKindId: 'walk', name: 'A walk', durationMinutes: 60, startTimes: ['09:00'], price: 40 };
/** Trips of hours for parties of some sizes, and none. */
const TRIP_KINDS = [[{ ...WALK, maxGuests: 1 }], [{ ...WALK, minGuests: 6 }], [{ ...WALK, capacity: 5 }]];

test('the total is the number of guides on all pages, whatever changed, indexed or not', async () => {
  const property = fc.asyncProperty(
    fc.array(change, { minLength: 1, maxLength: 12 }),
    fc.array(query, { minLength: 1, maxLength: 4 }),
    async (changes, queries) => {
      for (const one of changes) await carryOut(one);
      for (const { day, price, near, ...plain } of queries) {
        const bounds = price && { currency: 'EUR', minPrice: price.from, maxPrice: price.from + price.width };
        const filter = { ...plain, ...bounds, ...(near && { near, radiusKm: 60, sort: 'name' }) };
        const from = addDays(DAY, (day ?? 0) * (day === 20 ? 30 : 1));
        const days = day === undefined ? {} : { availableFrom: from, availableTo: addDays(from, day % 4) };
        const { total, list, path } = await ask({ ...filter, ...days, size: 100 });
        const listed = total <= 100 ? list.length : total;
        expect([total, path]).toEqual([listed, path]);
        // A short page is found by a walk where a long one is read from the index.
        const short = await ask({ ...filter, ...days, size: 2 });
        expect([short.total, short.list, path]).toEqual([total, list.slice(0, 2), path]);
      }
    },
  );
  await fc.assert(property, { numRuns: 25 });
});

async function ask(query: Record<string, unknown>) {
  const wanted = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  const path = `/open/v1/guide/list?${new URLSearchParams(wanted)}`;
  const { total, list } = (await api.as(api.sandbox.agency, { url: path })).json().data;
  return { total, list, path };
}

async function carryOut({
  kind,
  status,
  visibility,
  rating,
  restDays,
  day,
  before,
  after,
  pick,
  stopSales,
}: ChangeOf<typeof change>) {
  const em = api.orm.em.fork();
  if (kind === 'index') return await updateGuideIndex(api.orm);
  if (kind === 'guide') {
    const serviceTypes = pick % 2 === 0 ? ['wine'] : ['wine', 'food'];
    const blocked = [{ startDate: addDays(DAY, day - before), endDate: addDays(DAY, day - before + after) }];
    const languages = [['pt'], ['pt-BR', 'en'], ['EN']][pick % 3]!;
    const numeric = {
      dayRate: [0, 6_350, 12_345, 12_800, 100_000_000_000][pick % 5]!,
      maxGuests: 1 + (pick % 500),
    };
    const tripKinds = TRIP_KINDS[pick % 5] ?? [];
    const least = {
      tripKinds,
      offersWholeDays: tripKinds.length === 0 || pick % 2 === 0,
      minGuests: pick % 4 === 0 ? numeric.maxGuests : null,
      minDays: pick % 3 === 0 ? 1 + (pick % 4) : null,
    };
    const more = {
      languages,
      ...numeric,
      ...least,
      ...PLACES[pick % 4],
      instantConfirmation: pick % 2 === 0,
    };
    const holidayCalendar = pick % 3 === 0 ? 'PT' : null;
    const guide = {
      id: `G${numbers++}`,
      status,
      visibility,
      restDays,
      serviceTypes,
      blocked,
      ...more,
      holidayCalendar,
      stopSales,
    };
    return await createGuide(api, { ...guide, ratingHundredths: pick % 3 === 0 ? null : rating });
  }
  if (kind === 'suspend') {
    const [next] = pick % 2 === 0 ? ['suspended'] : ['active'];
    await em.execute(`update merchant set status = ? where key = 'mk_sandbox_studio'`, [next]);
    return await noteGuidesOf(em, 'mk_sandbox_studio');
  }
  const [guide] = await em.execute<{ id: string }[]>('select id from guide order by id offset ? limit 1', [
    pick % 36,
  ]);
  if (kind === 'order') {
    const order = {
      id: `ORD${numbers++}`,
      guideId: guide!.id,
      tripDate: addDays(DAY, day),
      tripDays: 1 + (pick % 5),
    };
    return await createOrderRow(api, order).catch(() => undefined);
  }
  const cancel = endOrders("guide_id = ? and status = 'pending'");
  const sql = {
    cancel,
    pause: `update guide set status = 'paused' where id = ?`,
    hide: 'update guide set deleted_at = now() where id = ?',
  }[kind];
  await em.execute(sql, [guide!.id]);
  await noteGuideWritten(em, guide!.id, { mayBeFree: true });
}

type ChangeOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
