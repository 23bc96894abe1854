/** What the migration makes of changes whose orders had moved on without a word about them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OrderChange, OrderEvent } from '../../db/entities/index.ts';
import { Migration20261124100000_change_ends as ChangeEnds } from '../../db/migrations/Migration20261124100000_change_ends.ts';
import type { ChangeState } from '../../domain/order-change.ts';
import type { ActorKind, OrderState, ReasonCode } from '../../domain/order-state.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

const AT = new Date('2026-11-01T10:00:00Z');

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  await createGuide(api, { id: 'G1' });
});
afterAll(() => api.close());

/** The statements that write rows, on a database that has the column. */
async function migrateRows(): Promise<void> {
  const migration = new ChangeEnds(api.orm.em.getDriver(), api.orm.config);
  await migration.up();
  const updates = migration
    .getQueries()
    .map(String)
    .filter((sql) => sql.startsWith('update'));
  expect(updates).toHaveLength(3);
  for (const sql of updates) await api.orm.em.fork().execute(sql);
}

test.each<[string, OrderState, ActorKind, ReasonCode, ChangeState, string]>([
  ['the trip began', 'in_progress', 'platform', 'trip_started', 'expired', 'trip_started'],
  [
    'the merchant cancelled',
    'cancelled',
    'merchant',
    'cancelled_by_merchant',
    'withdrawn',
    'order_cancelled',
  ],
  ['the studio cancelled', 'cancelled', 'studio', 'withdrawn_by_studio', 'declined', 'order_cancelled'],
  ['an operator cancelled', 'cancelled', 'operator', 'cancelled_by_operator', 'expired', 'order_cancelled'],
])('%s: the change ended then', async (_, toStatus, actorKind, reason, status, endReason) => {
  const id = `ORD${Date.now()}${toStatus.length}${actorKind.length}`;
  const em = api.orm.em.fork();
  await createOrderRow(api, { id, guideId: 'G1', tripDate: '2027-05-01', tripDays: 1, status: toStatus });
  const event = {
    orderId: id,
    fromStatus: 'confirmed',
    toStatus,
    reason,
    actorKind,
    occurredAt: AT,
  } as const;
  await em.insert(OrderEvent, { ...event, sequence: 4 });
  const change = {
    orderId: id,
    basedOn: 2,
    before: {},
    after: {},
    sequence: 3,
    status: 'requested',
  } as const;
  await em.insert(OrderChange, { ...change, id: `CHG${id.slice(3)}` });
  await migrateRows();
  expect(await api.orm.em.fork().findOneOrFail(OrderChange, { orderId: id })).toMatchObject({
    ...{ status, endReason, decidedAt: AT },
  });
});
