/** What is sent for an order event (docs/notifications.md). */
import { type EventFacts, type OrderFacts, type Viewer, viewOrder } from './order-view.ts';

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

/** What each side of an order is told of an event: JSON without the notification's id, which db/queries/notify.ts puts in front. */
export interface OrderEventBodies {
  readonly merchant: string;
  readonly studio: string;
}

/**
 * The bodies of an event's notifications. They are fixed when the event happens: every attempt sends the same bytes, so
 * that a merchant may compare or store them.
 */
export function orderEventBodies(order: OrderFacts, events: readonly EventFacts[]): OrderEventBodies {
  return { merchant: bodyFor('merchant', order, events), studio: bodyFor('studio', order, events) };
}

function bodyFor(viewer: Viewer, order: OrderFacts, events: readonly EventFacts[]): string {
  const event = events.at(-1);
  if (!event) throw new RangeError('an order has at least one event');
  return JSON.stringify({
    type: ORDER_STATUS_CHANGED,
    orderId: order.id,
    clientReference: order.clientReference ?? null,
    sequence: event.sequence,
    previousStatus: event.fromStatus ?? null,
    status: event.toStatus,
    reason: event.reason,
    occurredAt: event.occurredAt.toISOString(),
    order: viewOrder(order, events, viewer),
  });
}
