/** What is written with an order, whichever way it comes in, and what a failure of it means. */
import { DriverException } from '@mikro-orm/postgresql';
import type { NewOrder, OrderInsert } from '../../db/queries/orders/insert-order.ts';
import { orderEventBodies } from '../../domain/order-notification.ts';
import { asMade, toKeep, viewMade } from './created.ts';
import type { KeyedCall } from './repeats.ts';

const UNIQUE_VIOLATION = '23505';

export function insertOf(
  order: NewOrder,
  { merchant, key, requestHash }: KeyedCall,
): Omit<OrderInsert, 'guideVersion'> {
  const actingKey = merchant.via?.actingKey;
  const { facts, events } = asMade(order, actingKey);
  const kept = () => toKeep(viewMade(order, actingKey));
  return {
    order,
    bodies: orderEventBodies(facts, events),
    actingKey,
    ...(key === undefined ? {} : { idempotency: { key, requestHash, answer: kept() } }),
  };
}

export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DriverException && 'constraint' in error && error.constraint === constraint;
}

/** Of the rows written with an order, only its key and its reference can exist already. */
export function isTwinInFlight(error: unknown): boolean {
  return error instanceof DriverException && error.code === UNIQUE_VIOLATION;
}
