import type { EntityManager } from '@mikro-orm/postgresql';
import type { Changed } from '../../../contract/schemas/order-changes.ts';
import { type Order, OrderChange } from '../../../db/entities/index.ts';
import { isOpen } from '../../../domain/order-change.ts';
import { viewChange } from '../../../domain/order-change-view.ts';
import { timeFor } from '../../../domain/sandbox.ts';

/** The change that waits for the studio, if any. @param at the time for the order. */
export async function findOpenChange(
  em: EntityManager,
  order: Order,
  at: Date,
): Promise<OrderChange | undefined> {
  if (order.status !== 'confirmed') return undefined;
  const change = await em.findOne(OrderChange, { orderId: order.id, status: 'requested' });
  return change && isOpen(change, order.status, at) ? change : undefined;
}

/** A change as the caller sees it. */
export function showChange(
  change: OrderChange,
  order: Order,
  { withContact, now }: { readonly withContact: boolean; readonly now: Date },
): Changed['change'] {
  const { currency, status: orderStatus } = order;
  const shown = viewChange(change, { currency, orderStatus, at: timeFor(order, now), withContact });
  // One that nobody has submitted yet is read by nobody.
  return shown as Changed['change'];
}
