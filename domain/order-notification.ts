/** What is sent for an order event (design, chapter 5). */
import { notificationId } from './ids.ts';
import { type EventFacts, type OrderFacts, viewOrder } from './order-view.ts';

export const ORDER_STATUS_CHANGED = 'order.status_changed';

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
