/** What was written is seen before its workflow knows of it, or without it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { Notification, type Settlement } from '../../db/entities/index.ts';
import { pay } from '../../db/queries/money/statement-moves.ts';
import type { SettlementState } from '../../domain/settlement.ts';
import { startUnattended } from '../../jobs/unattended.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { TIME_ZONE } from '../support/data/books.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';
import { firstLine, freshMonth, SALE, sell } from './statement-paths.ts';

let world: SettlementWorld;
/** What activities that begin now write is answered once this is resolved. */
let answered = Promise.resolve();
/** Updates whose worker dies. */
const dies = new Set<string>();
beforeAll(async () => {
  const late =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      const mayAnswer = answered;
      const answer = await work(...args);
      await mayAnswer;
      return answer;
    };
  /** The first time its worker dies right behind the write. */
  const dying =
    <Asked extends { readonly updateId: string }, Answer>(work: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked) => {
      const answer = await work(asked);
      if (dies.delete(asked.updateId)) await Context.current().cancelled;
      return answer;
    };
  world = await createSettlementWorld(({ closeSettlement, recordDispute, recordPayment }) => ({
    closeSettlement: late(closeSettlement),
    recordDispute: dying(late(recordDispute)),
    recordPayment: dying(recordPayment),
  }));
});
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

/** A month whose statement is issued and announced. */
async function issuedStatement(): Promise<Settlement> {
  answered = Promise.resolve();
  const month = freshMonth();
  await sell(world, month);
  await world.gateway.run(month);
  const { id } = await world.statement(SALE.studio, month);
  await untilTold(id);
  return await world.statement(SALE.studio, month);
}

async function untilTold(settlementId: string): Promise<void> {
  const waiting = { settlementId, status: 'pending' } as const;
  await until(async () => (await world.orm.em.fork().count(Notification, waiting)) === 0);
}

describe('a worker that dies right behind the write, while nobody repeats the command', () => {
  const asking = (asked: Promise<unknown>) => asked.catch(() => undefined);

  // Orders lose such an Update (docs/decisions/0071). Here it was accepted before anything was written, and Temporal repeats the write.
  test('leaves a payment that its workflow learns of', async () => {
    const issued = await issuedStatement();
    const updateId = randomUUID();
    dies.add(updateId);
    void asking(world.gateway.pay(issued, updateId, { reference: 'SEPA 1' }));
    await shown(issued.month, 'paid');
    const outcome = await world.temporal.client.workflow.getHandle(issued.id).result();
    expect(outcome).toEqual({ status: 'paid' });
    expect(dies.size).toBe(0);
    await untilTold(issued.id);
  });

  test('leaves a dispute that its workflow learns of: it can be answered, and is notified once', async () => {
    const issued = await issuedStatement();
    const lineId = await firstLine(world, issued.id);
    const updateId = randomUUID();
    dies.add(updateId);
    void asking(world.gateway.dispute(issued, updateId, { lineId }));
    const disputed = await shown(issued.month, 'disputed');
    const answer = { lineId, reason: 'we looked at it', operator: 'ops', outcome: 'rejected' } as const;
    await world.gateway.resolve(disputed, randomUUID(), answer);
    await untilTold(issued.id);
    const type = 'settlement.disputed' as const;
    expect(await world.orm.em.fork().count(Notification, { settlementId: issued.id, type })).toBe(1);
  });
});

test('a payment of which its workflow knows nothing, since Temporal was restored from before it: the search for what is stalled informs it', async () => {
  const { orm, temporal } = world;
  const issued = await issuedStatement();
  const asked = { settlementId: issued.id, updateId: randomUUID(), at: new Date(), timeZone: TIME_ZONE };
  expect(await pay(orm.em.fork(), { ...asked, reference: 'SEPA 1', operator: 'ops' })).toBeUndefined();
  const old = { createdAt: new Date(Date.now() - 60_000) };
  await orm.em.fork().nativeUpdate(Notification, { settlementId: issued.id, status: 'pending' }, old);

  const gateway = createNotificationGateway(temporal.client, () => new Date());
  const errors: unknown[] = [];
  await startUnattended({ orm, gateway, onError: (error) => errors.push(error) }).stop();

  expect(await temporal.client.workflow.getHandle(issued.id).result()).toEqual({ status: 'paid' });
  await untilTold(issued.id);
  expect(errors).toEqual([]);
});
