import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { PreparedStatement } from '../../db/prepared.ts';
import { BOOKABLE_GUIDES } from '../../db/queries/bookable-guide.ts';
import * as deliveries from '../../db/queries/delivery-statements.ts';
import { INSERT_FROM_HOLD, INSERT_ORDERS } from '../../db/queries/insert-order.ts';
import { TAKE_SLOT } from '../../db/queries/pacing.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What orders add rows to, and guides, which are many. */
const GROWING = ['orders', 'order_event', 'reservation', 'notification', 'idempotency_key', 'hold', 'guide'];

const STATEMENTS: PreparedStatement[] = [
  ...[INSERT_ORDERS, INSERT_FROM_HOLD, BOOKABLE_GUIDES, TAKE_SLOT],
  ...Object.values(deliveries).filter((one): one is PreparedStatement => typeof one === 'object'),
];

/** Indexes that are tiny until an endpoint is away, and then hold all that waits. */
const BACKLOG = /notification_(waiting|due|untried|handed_over|unacknowledged)/;

// A connection keeps its plan. One that was made on the first day has to be good when the tables have grown.
test.each(STATEMENTS)(
  '$name, planned on empty tables, reads no table that grows from end to end, nor a backlog',
  async ({ numbered }) => {
    const plan = `explain (generic_plan) ${numbered}`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(plan);
    const scanned = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    expect(scanned.filter((table) => GROWING.includes(table))).toEqual([]);
    expect(rows.filter((row) => BACKLOG.test(row['QUERY PLAN']))).toEqual([]);
  },
);
