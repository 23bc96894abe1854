/** Every way through the life of a statement; the tests walk them, the recorded histories are of them. */
import { randomUUID } from 'node:crypto';
import { Notification, Settlement, SettlementLine } from '../../db/entities/index.ts';
import type { SettlementState } from '../../domain/settlement.ts';
import { AGENCIES, STUDIOS } from '../support/data/books.ts';
import type { SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';

export const PATHS = [
  { name: 'issued-and-paid', steps: ['pay'] },
  { name: 'disputed-rejected-and-paid', steps: ['dispute', 'reject', 'pay'] },
  { name: 'disputed-adjusted-and-paid', steps: ['dispute', 'adjust', 'pay'] },
] as const satisfies readonly { name: string; steps: readonly Step[] }[];

export type Step = 'pay' | 'dispute' | 'reject' | 'adjust';
/** The other recorded histories. */
export const OTHER_HISTORIES = ['nothing-to-settle', 'run-of-a-month', 'run-continued'] as const;

export const SALE = {
  agency: AGENCIES[0]!,
  studio: STUDIOS[0]!,
  currency: 'EUR',
  total: 10_000,
  rate: 1_000,
  refundShare: 0,
};

let months = 0;
/** A month in the past that no other walk uses. */
export function freshMonth(): string {
  const number = months++;
  return `${2024 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** A completed order in that month. */
export async function sell(world: SettlementWorld, month: string, sale = SALE): Promise<string> {
  const id = await world.order(sale);
  await world.move(id, ['confirmed', 'in_progress', 'completed'], new Date(`${month}-10T12:00:00Z`));
  return id;
}

export interface Walk {
  readonly settlementId: string;
  readonly statuses: readonly SettlementState[];
}

/** Settles a month and takes the studio's statement along the steps, to the end of its workflow when it is paid. */
export async function walk(world: SettlementWorld, steps: readonly Step[]): Promise<Walk> {
  const month = freshMonth();
  await sell(world, month);
  await world.gateway.run(month);
  const { id } = await world.statement(SALE.studio, month);
  const statuses: SettlementState[] = [];
  for (const step of steps) {
    await take(world, id, step);
    statuses.push((await read(world, id)).status);
  }
  if (steps.at(-1) === 'pay') await world.temporal.client.workflow.getHandle(id).result();
  const waiting = { settlementId: id, status: 'pending' } as const;
  await until(async () => (await world.orm.em.fork().count(Notification, waiting)) === 0);
  return { settlementId: id, statuses };
}

async function take(world: SettlementWorld, id: string, step: Step): Promise<void> {
  const settlement = await read(world, id);
  const lineId = await firstLine(world, id);
  const answer = { lineId, reason: 'we looked at it', operator: 'ops' };
  const { gateway } = world;
  if (step === 'pay') await gateway.pay(settlement, randomUUID(), { reference: 'SEPA 1', operator: 'ops' });
  if (step === 'dispute') await world.dispute(settlement, lineId, 'Ada Lovelace was never there');
  if (step === 'reject') await gateway.resolve(settlement, randomUUID(), { ...answer, outcome: 'rejected' });
  if (step === 'adjust') {
    await gateway.resolve(settlement, randomUUID(), { ...answer, outcome: 'adjusted', amount: 500 });
  }
}

async function read(world: SettlementWorld, id: string): Promise<Settlement> {
  return await world.orm.em.fork().findOneOrFail(Settlement, id);
}

export async function firstLine(world: SettlementWorld, settlementId: string): Promise<string> {
  const [line] = await world.orm.em
    .fork()
    .find(SettlementLine, { settlementId }, { orderBy: { entryId: 'asc' }, limit: 1 });
  return `LIN${line?.entryId}`;
}
