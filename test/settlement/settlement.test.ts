import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LedgerEntry, Notification, Settlement, SettlementDispute } from '../../db/entities/index.ts';
import { monthOf } from '../../domain/settlement-month.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../workflows/contract.ts';
import { STUDIOS, TIME_ZONE } from '../support/data/books.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { firstLine, freshMonth, PATHS, SALE, sell, walk } from './statement-paths.ts';

const STATUS_AFTER = { pay: 'paid', dispute: 'disputed', reject: 'issued', adjust: 'issued' } as const;

const TOLD_OF = {
  pay: ['settlement.paid'],
  dispute: ['settlement.disputed'],
  reject: ['settlement.dispute_resolved'],
  adjust: ['settlement.dispute_resolved', 'settlement.adjusted'],
} as const;

let world: SettlementWorld;
beforeAll(async () => {
  world = await createSettlementWorld();
});
afterAll(async () => {
  await world.close();
});
const em = () => world.orm.em.fork();

describe('a statement', () => {
  test.each(PATHS)('can go: $name', async ({ steps }) => {
    const { settlementId, statuses } = await walk(world, steps);
    expect(statuses).toEqual(steps.map((step) => STATUS_AFTER[step]));

    const notified = ['settlement.issued', ...steps.flatMap((step) => TOLD_OF[step])];
    const notifications = await em().find(Notification, { settlementId }, { orderBy: { sequence: 'asc' } });
    expect(notifications.map(({ type }) => type)).toEqual(notified);
    const digits = settlementId.slice('STL'.length);
    const mine = world.delivered.filter((id) => id.startsWith(`NTF${digits}-`));
    expect(mine).toEqual(notified.map((_, index) => `NTF${digits}-${index + 1}`));
    const paid = notifications.at(-1)!;
    expect(JSON.parse(paid.body)).toMatchObject({
      type: 'settlement.paid',
      settlementId,
      previousStatus: 'issued',
      settlement: { status: 'paid', paymentReference: 'SEPA 1', currency: 'EUR' },
    });
  });

  test('is paid by a posting that clears the account', async () => {
    const { settlementId } = await walk(world, ['pay']);
    const [sum] = await em().execute<{ sum: number }[]>(
      `select sum(e.amount)::float8 as sum from settlement_line l join ledger_entry e on e.id = l.entry_id
       where l.settlement_id = ?`,
      [settlementId],
    );
    expect(sum?.sum).toBe(0);
  });

  test('that is adjusted stays as it was issued; the next one has the correction', async () => {
    const { settlementId } = await walk(world, ['dispute', 'adjust']);
    const settlement = await em().findOneOrFail(Settlement, settlementId);
    expect(settlement).toMatchObject({ balance: 9_000, lineCount: 1, status: 'issued' });
    const dispute = await em().findOneOrFail(SettlementDispute, { settlementId });
    const entries = await em().find(
      LedgerEntry,
      { postingId: dispute.postingId! },
      { orderBy: { id: 'asc' } },
    );
    expect(entries.map(({ amount }) => amount)).toEqual([500, -500]);
    expect(dispute).toMatchObject({ reason: 'Ada Lovelace was never there', resolution: 'we looked at it' });
  });

  test('keeps what a merchant wrote out of Temporal', async () => {
    const { settlementId } = await walk(world, ['dispute']);
    const history = await world.temporal.client.workflow.getHandle(settlementId).fetchHistory();
    expect(textsOf(history).join('\n')).not.toContain('Lovelace');
  });

  test('refuses what its state does not allow, and lines that are not its own', async () => {
    const { settlementId } = await walk(world, ['pay']);
    const settlement = await em().findOneOrFail(Settlement, settlementId);
    const pay = () => world.gateway.pay(settlement, randomUUID(), { reference: 'SEPA 2' });
    await expect(pay()).rejects.toThrow(/paid/);

    const other = await walk(world, ['dispute']);
    const disputed = await em().findOneOrFail(Settlement, other.settlementId);
    const line = await firstLine(world, other.settlementId);
    await expect(world.dispute(disputed, line, 'again')).rejects.toThrow(/already disputed/);
    await expect(world.dispute(disputed, 'LIN999999', 'which?')).rejects.toThrow(/no such line/);
    await expect(world.gateway.pay(disputed, randomUUID(), { reference: 'x' })).rejects.toThrow(/disputed/);
  });

  test('whose workflow was terminated goes on from where the database says', async () => {
    const { settlementId } = await walk(world, ['dispute']);
    await world.temporal.client.workflow.getHandle(settlementId).terminate();
    const settlement = await em().findOneOrFail(Settlement, settlementId);
    const lineId = await firstLine(world, settlementId);
    await world.gateway.resolve(settlement, randomUUID(), {
      lineId,
      outcome: 'rejected',
      reason: 'it stands',
    });
    const issued = await em().findOneOrFail(Settlement, settlementId);
    await world.gateway.pay(issued, randomUUID(), { reference: 'SEPA 3' });
    await world.temporal.client.workflow.getHandle(settlementId).result();
    expect((await em().findOneOrFail(Settlement, settlementId)).status).toBe('paid');
  });

  test('can be found by operators', async () => {
    const { settlementId } = await walk(world, ['dispute']);
    const handle = world.temporal.client.workflow.getHandle(settlementId);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.settlementStatus)).toBe('disputed');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.merchantKey)).toBe(SALE.studio);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.settlementMonth)).toMatch(/^\d{4}-\d\d$/);
  });
});

describe('a run', () => {
  test('settles each merchant and currency once, however often it runs', async () => {
    const month = freshMonth();
    await sell(world, month);
    await sell(world, month, { ...SALE, currency: 'JPY', studio: STUDIOS[1]! });
    const first = await world.gateway.run(month);
    const second = await world.gateway.run(month);
    expect(first.issued).toBeGreaterThanOrEqual(4);
    expect(second).toEqual({ month, issued: 0 });
  });

  test('that was terminated half-way is started again, and nothing is settled twice', async () => {
    const month = freshMonth();
    await sell(world, month);
    const workflowId = `half-${month}`;
    const handle = await world.temporal.client.workflow.start('settlementRun', {
      workflowId,
      taskQueue: TASK_QUEUES.settlements,
      args: [{ month }],
    });
    await handle.terminate();
    await world.gateway.run(month);
    const balance = async (key: string) => (await world.statement(key, month)).balance;
    expect(await balance(SALE.studio)).toBe(9_000);
    expect(await balance(SALE.agency)).toBe(-10_000);
  });

  test('puts what comes late into the next statement', async () => {
    const [month, next] = [freshMonth(), freshMonth()];
    await sell(world, month);
    await world.gateway.run(month);
    await sell(world, month, { ...SALE, total: 777 });
    await world.gateway.run(next);
    expect(await world.statement(SALE.agency, month)).toMatchObject({ balance: -10_000, lineCount: 1 });
    expect(await world.statement(SALE.agency, next)).toMatchObject({ balance: -777, lineCount: 1 });
  });

  test('may close the running month early, and refuses one that has not begun', async () => {
    const now = new Date();
    const month = monthOf(now, TIME_ZONE);
    const id = await world.order(SALE);
    await world.move(id, ['confirmed', 'in_progress', 'completed'], new Date(now.getTime() - 1_000));
    await world.gateway.run(month, { partial: true });
    expect(await world.statement(SALE.studio, month)).toMatchObject({ status: 'issued', part: 1 });
    await expect(world.gateway.run(month)).rejects.toThrow();
    await expect(world.gateway.run('2199-01')).rejects.toThrow();
  });
});

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
