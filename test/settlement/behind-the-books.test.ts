/** What was written is seen before its workflow knows of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Settlement } from '../../db/entities/index.ts';
import type { SettlementState } from '../../domain/settlement.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';
import { firstLine, freshMonth, SALE, sell } from './statement-paths.ts';

let world: SettlementWorld;
/** What activities that begin now write is answered once this is resolved. */
let answered = Promise.resolve();
beforeAll(async () => {
  const late =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      const mayAnswer = answered;
      const answer = await work(...args);
      await mayAnswer;
      return answer;
    };
  world = await createSettlementWorld(({ closeSettlement, recordDispute }) => ({
    closeSettlement: late(closeSettlement),
    recordDispute: late(recordDispute),
  }));
}, 60_000);
afterAll(async () => {
  await world.close();
});

/** @returns the statement, once the database shows it so. */
async function shown(month: string, status: SettlementState): Promise<Settlement> {
  await until(async () => (await world.statement(SALE.studio, month)).status === status);
  return await world.statement(SALE.studio, month);
}

/** Until the workflow has taken or refused it. */
async function taken(settlementId: string, asked: Promise<unknown>, updates: number): Promise<void> {
  const handle = world.temporal.client.workflow.getHandle(settlementId);
  let isOver = false;
  asked.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await until(async () => {
    const { events } = await handle.fetchHistory();
    const accepted = events!.filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
    return isOver || accepted.length === updates;
  });
}

/** A month whose statement is shown as issued, while its workflow does not hear of that before `closed` is resolved. */
async function closingLate() {
  const month = freshMonth();
  await sell(world, month);
  const closed = Promise.withResolvers<void>();
  answered = closed.promise;
  const running = world.gateway.run(month);
  const issued = await shown(month, 'issued');
  const lineId = await firstLine(world, issued.id);
  const answer = { lineId, reason: 'we looked at it', operator: 'ops', outcome: 'rejected' } as const;
  return { month, closed, running, issued, answer };
}

test('a statement that is shown as issued can be paid; one that is shown as disputed can be answered', async () => {
  const { month, closed, running, issued, answer } = await closingLate();
  const { id } = issued;
  const disputing = world.dispute(issued, answer.lineId, 'it rained');
  await taken(id, disputing, 1);
  const disputed = Promise.withResolvers<void>();
  answered = disputed.promise;
  closed.resolve();

  const statement = await shown(month, 'disputed');
  const resolving = world.gateway.resolve(statement, randomUUID(), answer);
  await taken(id, resolving, 2);
  disputed.resolve();
  // Not before: the other statements of the month may have begun to close late, and wait for the same.
  await running;

  expect(await disputing).toMatchObject({ status: 'disputed' });
  expect(await resolving).toMatchObject({ status: 'issued' });
  await world.gateway.pay(await shown(month, 'issued'), randomUUID(), { reference: 'SEPA 1' });
  await world.temporal.client.workflow.getHandle(id).result();
});

test('what waited for its turn is refused by where the statement stands then', async () => {
  const { month, closed, running, issued, answer } = await closingLate();
  const resolving = world.gateway.resolve(issued, randomUUID(), answer);
  await taken(issued.id, resolving, 1);
  closed.resolve();
  await running;

  await expect(resolving).rejects.toThrow(/issued/);
  expect((await world.statement(SALE.studio, month)).status).toBe('issued');
});
