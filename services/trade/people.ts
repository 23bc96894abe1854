import type { EntityManager } from '@mikro-orm/postgresql';
import { type AssigneeRow, findAssignee } from '../../db/queries/console/order-assignments.ts';
import { findOrderActs } from '../../db/queries/console/trade-people.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { findVisibleOrder } from '../orders/reading.ts';
import { isOutsider } from './colleague.ts';

/** What one of the merchant's own people did to an order. */
interface OrderAct {
  /** As in the audit log: `order.confirmed`, `message.sent`. */
  readonly action: string;
  /** What it was done to: `order:ORD…`, `message:MSG…`. */
  readonly subject: string;
  /** The name as it is now. */
  readonly person: string;
  readonly at: string;
}

interface OrderPeople {
  /** The earliest first. */
  readonly list: OrderAct[];
  /** Who looks after it; null: nobody. */
  readonly assigned: AssigneeRow | null;
}

/**
 * Who of the merchant's own people did what to an order, and who looks after it. Neither the other side's people are shown, nor any to
 * somebody at a provider.
 * @throws OrderNotFound also for another merchant's.
 */
export async function readOrderPeople(
  em: EntityManager,
  merchant: CallingMerchant,
  orderId: string,
): Promise<OrderPeople> {
  await findVisibleOrder(em, merchant, orderId);
  if (isOutsider(merchant)) return { list: [], assigned: null };
  const acts = await findOrderActs(em, merchant.key, orderId);
  const assigned = await findAssignee(em, { orderId, ownerKey: merchant.key });
  return {
    list: acts.map(({ at, ...act }) => ({ ...act, at: at.toISOString() })),
    assigned: assigned ?? null,
  };
}
