/** What is written with an order, whichever way it comes in, and what a failure of it means. */
import { DriverException } from '@mikro-orm/postgresql';
import type { NewOrder, OrderInsert } from '../../../db/queries/insert-order.ts';
import { toDecimal } from '../../../domain/money.ts';
import { type OrderEventBodies, orderEventBodies } from '../../../domain/order-notification.ts';
import type { OrderCreated } from '../../schemas/orders.ts';
import type { KeyedCall } from './repeats.ts';

const UNIQUE_VIOLATION = '23505';

export function insertOf(
  order: NewOrder,
  { merchant, key, requestHash }: KeyedCall,
): Omit<OrderInsert, 'guideVersion'> {
  const actingKey = merchant.via?.actingKey;
  return {
    order,
    bodies: creationBodies(order, actingKey),
    actingKey,
    ...(key === undefined ? {} : { idempotency: { key, requestHash, answer: { ...answerOf(order) } } }),
  };
}

export function answerOf(order: NewOrder): OrderCreated {
  return {
    orderId: order.id,
    status: 'pending',
    totalAmount: toDecimal(order.totalAmount, order.currency),
    currency: order.currency,
  };
}

function creationBodies(order: NewOrder, actingKey: string | undefined): OrderEventBodies {
  const created = {
    sequence: 1,
    toStatus: 'pending',
    reason: 'created',
    actorKind: 'merchant',
    actingKey,
    occurredAt: order.createdAt,
  } as const;
  return orderEventBodies({ ...order, status: 'pending', sequence: 1 }, [created]);
}

export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DriverException && 'constraint' in error && error.constraint === constraint;
}

/** Of what is written with an order only its key and its reference can be there already. */
export function isTwinInFlight(error: unknown): boolean {
  return error instanceof DriverException && error.code === UNIQUE_VIOLATION;
}
