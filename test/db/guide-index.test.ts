import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
