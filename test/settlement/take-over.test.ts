/** Statements and runs that a release of an older program began (docs/decisions/0160). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Notification, Settlement } from '../../db/entities/index.ts';
import { createTakeOver, type TakeOver } from '../../services/reconcile/take-over.ts';
import { PROGRAM, queueOf } from '../../workflows/contract.ts';
import { MAINTENANCE_WORKFLOW } from '../../workflows/maintenance-contract.ts';
import {
  SETTLEMENT_RUN_WORKFLOW,
  SETTLEMENT_WORKFLOW,
  type SettlementInput,
  type SettlementRunInput,
} from '../../workflows/settlement-contract.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';
import { firstLine, freshMonth, SALE, sell, walk } from './statement-paths.ts';

const OLDER = queueOf('settlements', PROGRAM - 1);

let world: SettlementWorld;
let takeOver: TakeOver;
beforeAll(async () => {
  world = await createSettlementWorld();
  takeOver = createTakeOver({ orm: world.orm, client: world.temporal.client, now: () => new Date() });
});
afterAll(() => world.close());

const em = () => world.orm.em.fork();
const handleOf = (id: string) => world.temporal.client.workflow.getHandle(id);
const statement = (id: string) => em().findOneOrFail(Settlement, id);

/** Nobody works on that queue any more. */
async function beginOlder(
  type: string,
  workflowId: string,
  input: SettlementInput | SettlementRunInput | string,
): Promise<void> {
  await world.temporal.client.workflow.start(type, {
    workflowId,
    taskQueue: OLDER,
    args: [input],
    workflowIdConflictPolicy: 'TERMINATE_EXISTING',
  });
}

test('a statement that is still to be closed is closed by its plan, and paid', async () => {
  const month = freshMonth();
  await sell(world, month);
  const { id: settlementId, merchantKey } = await em().findOneOrFail(Settlement, {
    merchantKey: SALE.studio,
    status: 'open',
    currency: 'EUR',
  });
  const plan = { month, closeAt: `${month}-28T00:00:00.000Z`, isWholeMonth: true };
  await beginOlder(SETTLEMENT_WORKFLOW, settlementId, {
    ...{ settlementId, merchantKey, month, status: 'open', plan },
  });
  expect(await takeOver(settlementId)).toBe(true);
  await until(async () => (await statement(settlementId)).status === 'issued');
  await world.gateway.pay(await statement(settlementId), randomUUID(), { reference: 'SEPA 9' });
  expect(await handleOf(settlementId).result()).toEqual({ status: 'paid' });
});

test('a statement that was disputed goes on from where it stands, and each of its events is notified once', async () => {
  const { settlementId } = await walk(world, ['dispute']);
  const { merchantKey, month } = await statement(settlementId);
  const numbers = () =>
    world.delivered
      .filter((id) => id.startsWith(`NTF${settlementId.slice(3)}-`))
      .map((id) => id.split('-')[1]);
  await until(() => numbers().length === 2);
  await em().nativeUpdate(Notification, { settlementId }, { status: 'acknowledged' });
  await beginOlder(SETTLEMENT_WORKFLOW, settlementId, {
    ...{ settlementId, merchantKey, month, status: 'issued' },
  });
  expect(await takeOver(settlementId)).toBe(true);
  const lineId = await firstLine(world, settlementId);
  const resolution = { lineId, outcome: 'rejected', reason: 'it stands' } as const;
  await world.gateway.resolve(await statement(settlementId), randomUUID(), resolution);
  await world.gateway.pay(await statement(settlementId), randomUUID(), { reference: 'SEPA 9' });
  expect(await handleOf(settlementId).result()).toEqual({ status: 'paid' });
  // Deliveries outlive the statement's workflow.
  await until(() => numbers().length >= 4);
  expect(numbers()).toEqual(['1', '2', '3', '4']);
});

test('a run that had begun settles its month', async () => {
  const month = freshMonth();
  await sell(world, month);
  const workflowId = `settlement-run-${month}`;
  await beginOlder(SETTLEMENT_RUN_WORKFLOW, workflowId, { month });
  expect(await takeOver(workflowId)).toBe(true);
  const { issued } = (await handleOf(workflowId).result()) as { issued: number };
  expect(issued).toBeGreaterThanOrEqual(1);
  expect((await world.statement(SALE.studio, month)).status).toBe('issued');
});

test('maintenance is ended: its Schedule begins the next one', async () => {
  await beginOlder(MAINTENANCE_WORKFLOW, 'maintenance-prune', 'prune');
  expect(await takeOver('maintenance-prune')).toBe(true);
  expect((await handleOf('maintenance-prune').describe()).status.name).toBe('TERMINATED');
});
