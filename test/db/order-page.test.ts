/** A page of the newest orders costs the same whoever else was booked since, and wherever it is. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findOrderPage, type OrderFilter } from '../../db/queries/orders/order-page.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

const COUNT = 10_000;
const PAGE = 21;
let api: TestApp;
/** Ten thousand of one agency, then as many of another, and no vacuum: what a planner would rather walk by their ids. */
beforeAll(async () => {
  api = await createTestApp();
  await createMerchant(api, 'mk_earlier');
  for (const id of ['G7001', 'G7002']) await createGuide(api, { id });
  const day = { tripDate: '2027-01-01', tripDays: 1, status: 'completed' } as const;
  await createOrderRow(api, { id: 'ORD1', guideId: 'G7001', merchantKey: 'mk_earlier', ...day });
  await createOrderRow(api, { id: 'ORD2', guideId: 'G7002', ...day });
  const em = api.unbounded.em.fork();
  const [row] = await em.execute<[{ names: string }]>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names from information_schema.columns
     where table_name = 'orders' and table_schema = 'public' and column_name <> 'id' and is_generated = 'NEVER'`,
  );
  for (const id of ['ORD1', 'ORD2'])
    await em.execute(
      `insert into orders (id, ${row.names}) select id || lpad(n::text, 9, '0'), ${row.names} from orders, generate_series(1, ${COUNT}) n
       where id = '${id}'`,
    );
  await em.execute('analyze orders');
});
afterAll(() => api.close());

/** Rows that PostgreSQL looked at and did not take, in all parts of the plan. */
async function passedOver(filter: Partial<OrderFilter>): Promise<{ first: string; removed: number }> {
  const em = api.orm.em.fork();
  const plans: string[] = [];
  const explaining = {
    execute: async (sql: string, values: unknown[]) => {
      const plan = await em.execute<{ 'QUERY PLAN': string }[]>(
        `explain (analyze, timing off) ${sql}`,
        values,
      );
      plans.push(...plan.map((line) => line['QUERY PLAN']));
      return await em.execute(sql, values);
    },
  } as unknown as EntityManager;
  const [first] = await findOrderPage(
    explaining,
    { side: 'merchant_key', key: 'mk_earlier', ...filter },
    PAGE,
  );
  const removed = plans.flatMap(
    (line) => /Rows Removed by (?:Filter|Join Filter): (\d+)/.exec(line)?.[1] ?? [],
  );
  return { first: first!.id, removed: removed.reduce((sum, count) => sum + Number(count), 0) };
}

const last = (number: number) => `ORD1${String(number).padStart(9, '0')}`;

test.each<[string, Partial<OrderFilter>]>([
  ['all of them', {}],
  ['those of a state', { status: 'completed' }],
  ['those of a guide', { guideId: 'G7001' }],
])('%s: the first page, and one in the middle', async (_, filter) => {
  expect(await passedOver(filter)).toEqual({ first: last(COUNT), removed: 0 });
  expect(await passedOver({ ...filter, after: last(5_000) })).toEqual({ first: last(4_999), removed: 0 });
});
