import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Migration20261129030500_busy_weeks } from '../../db/migrations/Migration20261129030500_busy_weeks.ts';
import { LAYOUT } from '../../db/queries/guides/guide-properties.ts';
import { addDays } from '../../domain/trip.ts';
import { guideIndexJobs, updateGuideIndex } from '../../jobs/guide-indexer.ts';
import { runJobs } from '../../jobs/runner.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
});
afterAll(() => api.close());

const sql = async <Row>(query: string, values: unknown[] = []) =>
  await api.orm.em.fork().execute<Row[]>(query, values);
const waiting = async () =>
  (await sql<{ id: string }>('select distinct subject as id from job order by 1')).map(({ id }) => id);
const total = async (query: string) =>
  (await api.as(api.sandbox.agency, { url: `/open/v1/guide/list?${query}` })).json().data.total;

test('a guide that is blocked for two thousand years takes few rows of the index, and is counted right', async () => {
  await createGuide(api, { id: 'G51', area: 'Faro' });
  await createGuide(api, { id: 'G52', area: 'Faro' });
  await sql(
    `update guide set blocked = '{[1000-01-01,2027-06-15),[2027-06-16,3000-01-01)}' where id = 'G51'`,
  );

  await updateGuideIndex(api.orm);

  expect(await waiting()).toEqual([]);
  const [{ rows }] = (await sql<{ rows: number }>(
    `select count(*)::int as rows from guide_bits where property like 'busy:%'`,
  )) as [{ rows: number }];
  expect(rows).toBeLessThan(2_100);
  expect(await total('area=Faro')).toBe(2);
  expect(await total('area=Faro&availableFrom=2027-06-15&availableTo=2027-06-15')).toBe(2);
  expect(await total('area=Faro&availableFrom=2027-06-14&availableTo=2027-06-15')).toBe(1);
  expect(await total('area=Faro&availableFrom=2027-06-15&availableTo=2027-06-16')).toBe(1);
  expect(await total('area=Faro&availableFrom=2027-12-31&availableTo=2028-01-01')).toBe(1);
});

test('what an older release has indexed is indexed again, with what that release does not know', async () => {
  await createGuide(api, { id: 'G700', area: 'Sagres', minGuests: 3 });
  await createGuide(api, { id: 'G701', area: 'Sagres' });
  await updateGuideIndex(api.orm);
  const forTwo = () => total('area=Sagres&guests=2');
  expect(await forTwo()).toBe(1);
  // An older release has another LAYOUT or none, and clears every property of the guide that is not its own.
  await sql(
    `update guide_bits set bits = set_bit(bits, 700, 0) where property in ('refuses:1', 'refuses:2', '${LAYOUT}')`,
  );
  expect(await forTwo()).toBe(2);

  await createGuide(api, { id: 'G702', area: 'Tavira' });
  await updateGuideIndex(api.orm);
  expect(await waiting()).toEqual(['G700']);
  expect(await forTwo()).toBe(1);
  await updateGuideIndex(api.orm);
  expect(await waiting()).toEqual([]);
  expect(await forTwo()).toBe(1);
});

test('weeks are found busy by any of their days, and by blocked months and years that they reach into', async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `G${800 + n}`);
  for (const id of ids) await createGuide(api, { id, area: 'Silves' });
  // Two whole months and the days around them, one day each of three weeks, a year, nothing.
  const blocked = {
    G800: '{[2027-03-30,2027-06-02)}',
    G801: '{[2027-05-03,2027-05-04)}',
    G802: '{[2027-05-09,2027-05-10)}',
    G803: '{[2027-05-12,2027-05-13)}',
    G804: '{[2026-12-31,2028-01-02)}',
  };
  for (const [id, days] of Object.entries(blocked))
    await sql('update guide set blocked = ?::datemultirange where id = ?', [days, id]);
  await sql(`update guide set rest_days = 1 where id = 'G805'`);
  await updateGuideIndex(api.orm);

  const first = '2027-04-26';
  for (let from = 0; from < 7; from++) {
    for (const days of [1, 3, 7, 8, 13, 14, 20, 21]) {
      const [availableFrom, availableTo] = [addDays(first, from), addDays(first, from + days - 1)];
      const isIn = (day: string) => availableFrom <= day && day <= availableTo;
      const isBusy = [
        true,
        isIn('2027-05-03'),
        isIn('2027-05-09'),
        isIn('2027-05-12'),
        true,
        ['2027-04-26', '2027-05-03', '2027-05-10', '2027-05-17', '2027-05-24'].some(isIn),
      ];
      const expected = ids.length - isBusy.filter(Boolean).length;
      const asked = `area=Silves&availableFrom=${availableFrom}&availableTo=${availableTo}`;
      expect([asked, await total(asked)]).toEqual([asked, expected]);
    }
  }
});

test('the upgrade derives from the index of the release before what indexing every guide again would write', async () => {
  await createGuide(api, { id: 'G900', dayRate: 65_536 });
  await createGuide(api, { id: 'G901', dayRate: 20_000_000 });
  await sql(`update guide set rest_days = 3, blocked = '{[2027-05-28,2027-06-10)}' where id = 'G901'`);
  await updateGuideIndex(api.orm);
  const derived = `property like 'week:%' or property like 'rate!_from:%' escape '!' or property in ('rests', '${LAYOUT}')`;
  const index = () =>
    sql<{ property: string }>(
      `select * from guide_bits where bit_count(bits) > 0 and (${derived}) order by property, chunk`,
    );
  const indexed = await index();
  const kinds = indexed.map(({ property }) => property.split(':')[0]);
  expect(new Set(kinds)).toEqual(new Set(['layout', 'rate_from', 'rests', 'week']));
  await sql(`update guide_bits set property = 'was ' || property where ${derived}`);

  const em = api.orm.em.fork();
  const migration = new Migration20261129030500_busy_weeks(em.getDriver(), api.orm.config);
  migration.up();
  await em.transactional(async (tx) => {
    for (const query of migration.getQueries()) await tx.execute(String(query));
  });
  expect(await index()).toEqual(indexed);
});

test('rates around powers of two are compared as they are with bounds around them', async () => {
  const rates = [16, 24].flatMap((power) => [2 ** power - 1, 2 ** power, 2 ** power + 1]);
  const all = [0, 1, ...rates, 2 ** 36];
  for (const [n, dayRate] of all.entries())
    await createGuide(api, { id: `G${950 + n}`, area: 'Elvas', dayRate });
  await updateGuideIndex(api.orm);
  for (const min of all) {
    for (const max of all.filter((one) => one >= min)) {
      const asked = `area=Elvas&currency=EUR&minPrice=${min / 100}&maxPrice=${max / 100}`;
      const expected = all.filter((rate) => min <= rate && rate <= max).length;
      expect([asked, await total(asked)]).toEqual([asked, expected]);
    }
  }
});

test('a guide that cannot be indexed holds up no other, is left out for longer each time, and comes back', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `G${600 + n}`);
  for (const id of ids) await createGuide(api, { id, area: 'Lagos' });
  // More than a property of the index can hold.
  await sql(`update guide set service_type_keys = array[repeat('x', 200)] where id = 'G617'`);
  const reported: string[] = [];
  const deps = { orm: api.orm, onError: (error: unknown) => void reported.push(String(error)) };
  const round = () => runJobs(deps, 'guide_index', guideIndexJobs(api.orm));
  const breakEnds = () => sql("update job set run_at = now() where kind = 'guide_index'");

  await round();
  expect(await waiting()).toEqual(['G617']);
  expect(await total('area=Lagos')).toBe(40);
  await round();
  const failed = reported.length;
  expect(new Set(reported)).toEqual(new Set([expect.stringMatching(/ G617 failed .* in 5 s/)]));
  const [{ reason } = {}] = await sql<{ reason?: string }>('select last_error as reason from job');
  expect(reason).toBe('database error 22001');

  await breakEnds();
  await round();
  expect(reported[failed]).toMatch(/ G617 failed .* in 10 s/);

  await sql(`update guide set service_type_keys = '{wine}' where id = 'G617'`);
  await breakEnds();
  await round();
  expect(await waiting()).toEqual([]);
  expect(reported).toHaveLength(2 * failed);
  expect(await total('area=Lagos')).toBe(40);
});
