import { Order } from '../../db/entities/index.ts';
import { OrderNotFound } from '../../domain/errors.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { compareOrder, type Sources } from '../reconcile/compare.ts';
import type { Disagreement } from '../reconcile/disagreement.ts';
import { createRepair } from '../reconcile/repair.ts';

/** How PostgreSQL and Temporal disagree on one order; null: they agree. @throws OrderNotFound */
export async function showOrder(sources: Sources, orderId: string): Promise<Disagreement | null> {
  await known(sources, orderId);
  return (await compareOrder(sources, orderId)) ?? null;
}

export interface CaughtUp {
  /** What was different; null: nothing was, and nothing was done. */
  readonly found: Disagreement | null;
  readonly repaired: string | null;
}

/** Has Temporal follow the database on one order. @throws OrderNotFound */
export async function reconcileOrder(
  sources: Sources,
  actor: AuditActor,
  orderId: string,
): Promise<CaughtUp> {
  const { merchantKey } = await known(sources, orderId);
  const found = (await compareOrder(sources, orderId)) ?? null;
  if (found === null) return { found, repaired: null };
  const details = { disagreement: found.kind, database: found.database, temporal: found.temporal };
  const entry = { action: 'order.reconciled', subject: `order:${orderId}`, merchantKey, details };
  await recordAudit(sources.orm.em.fork(), actor, entry);
  return { found, repaired: await createRepair(sources)(found) };
}

async function known({ orm }: Pick<Sources, 'orm'>, orderId: string): Promise<Order> {
  const order = await orm.em.fork().findOne(Order, orderId);
  if (order === null) throw new OrderNotFound();
  return order;
}
