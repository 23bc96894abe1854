/** What is sent for an order event (docs/notifications.md). */
import { notificationId } from './ids.ts';
import { type EventFacts, type OrderFacts, viewOrder } from './order-view.ts';

const ORDER_STATUS_CHANGED = 'order.status_changed';

const CALLBACK_TEST = 'callback.test';

/** The body of a test: the members of a notification, and nothing in those that speak of an order. */
export function testBody(id: string, now: Date): string {
  return JSON.stringify({
    notificationId: id,
    type: CALLBACK_TEST,
    orderId: null,
    clientReference: null,
    sequence: 0,
    previousStatus: null,
    status: null,
    reason: null,
    occurredAt: now.toISOString(),
    order: null,
  });
}

/**
 * The body of an event's notification. It is fixed when the event happens: every attempt sends the same bytes, so
 * that a merchant may compare or store them.
 */
export function notificationBody(order: OrderFacts, events: readonly EventFacts[]): string {
  const event = events.at(-1);
  if (!event) throw new RangeError('an order has at least one event');
  return JSON.stringify({
    notificationId: notificationId(order.id, event.sequence),
    type: ORDER_STATUS_CHANGED,
    orderId: order.id,
    clientReference: order.clientReference ?? null,
    sequence: event.sequence,
    previousStatus: event.fromStatus ?? null,
    status: event.toStatus,
    reason: event.reason,
    occurredAt: event.occurredAt.toISOString(),
    order: viewOrder(order, events, 'merchant'),
  });
}
