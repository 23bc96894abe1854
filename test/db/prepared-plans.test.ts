import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { PreparedStatement } from '../../db/prepared.ts';
import * as deliveries from '../../db/queries/notifications/delivery-statements.ts';
import { TAKE_SLOT } from '../../db/queries/notifications/pacing.ts';
import { BOOKABLE_GUIDES } from '../../db/queries/orders/bookable-guide.ts';
import { INSERT_FROM_HOLD, INSERT_ORDERS } from '../../db/queries/orders/insert-order.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

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
const BACKLOG = /notification_(waiting|due|untried|to_wake|unacknowledged)/;

/** Holds last 15 minutes, 48 hours at most: few are open. */
const OPEN_HOLDS = 'hold_open';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

// A connection keeps its plan. One that was made on the first day has to be good when the tables have grown.
test.each(STATEMENTS)(
  '$name, planned on empty tables, goes straight to what it needs of those that grow',
  async ({ numbered }) => {
    const { rows } = await client.query(`explain (generic_plan, format json) ${numbered}`);
    const steps = stepsOf(rows[0]['QUERY PLAN'][0].Plan);
    const readThrough = steps.filter(
      (step) => GROWING.includes(step['Relation Name'] ?? '') && isReadThrough(step),
    );
    expect(readThrough).toEqual([]);
    expect(steps.filter((step) => BACKLOG.test(step['Index Name'] ?? ''))).toEqual([]);
  },
);

/** From end to end, or all of an index. A bitmap's index is a step of its own, and writing is none. */
function isReadThrough(step: Plan): boolean {
  if (step['Index Name'] === OPEN_HOLDS) return false;
  return /^(Seq|Index|Index Only) Scan$/.test(step['Node Type']) && step['Index Cond'] === undefined;
}
