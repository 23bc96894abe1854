import type { EntityManager } from '@mikro-orm/postgresql';
import { findOrderActs } from '../../db/queries/console/trade-people.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { findVisibleOrder } from '../orders/reading.ts';

/** What one of the merchant's own people did to an order. */
export interface OrderAct {
  /** As in the audit log: `order.confirmed`, `message.sent`. */
  readonly action: string;
  /** What it was done to: `order:ORD…`, `message:MSG…`. */
  readonly subject: string;
  /** The name as it is now. */
  readonly person: string;
  readonly at: string;
}

/**
 * Who of the merchant's own people did what to an order, the earliest first. The other side's people are not shown.
 * @throws OrderNotFound also for another merchant's.
 */
export async function readOrderPeople(
  em: EntityManager,
  merchant: CallingMerchant,
  orderId: string,
): Promise<OrderAct[]> {
  await findVisibleOrder(em, merchant, orderId);
  const acts = await findOrderActs(em, merchant.key, orderId);
  return acts.map(({ at, ...act }) => ({ ...act, at: at.toISOString() }));
}
