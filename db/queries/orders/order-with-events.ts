import type { EntityManager } from '@mikro-orm/postgresql';
import { Order, OrderEvent } from '../../entities/index.ts';
import { readSnapshot } from '../../snapshot.ts';

export interface OrderWithEvents {
  readonly order: Order;
  /** Its history, in order. */
  readonly events: OrderEvent[];
}

/**
 * An order with its history, of one moment: they are read side by side, and once more where a move came between. (Within a
 * transaction the caller has locked the order.) Null where there is no such order.
 */
export async function findWithEvents(em: EntityManager, orderId: string): Promise<OrderWithEvents | null> {
  const read = await readBoth(em, orderId);
  if (read === null) return null;
  const isOfOneMoment = read.order.sequence === read.events.at(-1)?.sequence;
  return isOfOneMoment ? read : await readSnapshot(em, (inside) => readBoth(inside, orderId));
}

/** The same of an order that there must be. */
export async function readWithEvents(em: EntityManager, orderId: string): Promise<OrderWithEvents> {
  const read = await findWithEvents(em, orderId);
  if (read === null) throw new RangeError(`there is no order ${orderId}`);
  return read;
}

async function readBoth(em: EntityManager, orderId: string): Promise<OrderWithEvents | null> {
  const [order, events] = await Promise.all([
    em.findOne(Order, orderId),
    em.find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } }),
  ]);
  return order && { order, events };
}
