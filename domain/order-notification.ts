/** What is sent for an order event (docs/notifications.md). */
import type { EventType } from './event-types.ts';
import type { ConfirmationReminder } from './ids.ts';
import { toDecimal } from './money.ts';
import { type ChangeFacts, viewChange } from './order-change-view.ts';
import type { UnmovedReason } from './order-state.ts';
import { type EventFacts, type OrderFacts, type Viewer, viewOrder } from './order-view.ts';

const ORDER_STATUS_CHANGED = 'order.status_changed' satisfies EventType;
const CONFIRMATION_DUE = 'order.confirmation_due' satisfies EventType;
const REVIEW_CREATED = 'review.created' satisfies EventType;

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

/** A body stays short, however often its order was changed: its history has the last events only. */
const TOLD_EVENTS = 10;

/** The notifications of an order's event to each side: JSON without the notification's id, which db/queries/notifications/notify.ts puts in front. */
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
  const event = eventOf(events);
  return JSON.stringify({
    type: ORDER_STATUS_CHANGED,
    orderId: order.id,
    clientReference: order.clientReference ?? null,
    sequence: event.sequence,
    previousStatus: event.fromStatus ?? null,
    status: event.toStatus,
    reason: event.reason,
    occurredAt: event.occurredAt.toISOString(),
    order: viewOrder(order, events.slice(-TOLD_EVENTS), viewer),
  });
}

/** The notification's type for an event that leaves the order in its state. */
export function typeOfUnmoved(reason: UnmovedReason): EventType {
  return UNMOVED_TYPES[reason];
}

const UNMOVED_TYPES = {
  changed_by_merchant: 'order.changed',
  change_accepted_by_studio: 'order.changed',
  change_requested_by_merchant: 'order.change_requested',
  change_declined_by_studio: 'order.change_declined',
  change_withdrawn_by_merchant: 'order.change_withdrawn',
  change_expired: 'order.change_expired',
  refunded_by_studio: 'order.refunded',
} as const satisfies Record<UnmovedReason, EventType>;

/** The bodies of an event that leaves the order in its state: a step of a change. Nothing personal is in them. */
export function orderChangeBodies(
  order: OrderFacts,
  events: readonly EventFacts[],
  change: ChangeFacts,
): OrderEventBodies {
  const at = eventOf(events).occurredAt;
  const options = { currency: order.currency, orderStatus: order.status, at, withContact: false };
  return unmovedBodies(order, events, { change: viewChange(change, options) });
}

/** The bodies of a refund. @param amount of this one, minor units. */
export function orderRefundBodies(
  order: OrderFacts,
  events: readonly EventFacts[],
  amount: number,
): OrderEventBodies {
  const { currency } = order;
  return unmovedBodies(order, events, { refunded: { amount: toDecimal(amount, currency), currency } });
}

function unmovedBodies(order: OrderFacts, events: readonly EventFacts[], what: object): OrderEventBodies {
  const { sequence, reason, occurredAt } = eventOf(events);
  const bodyOf = (viewer: Viewer) =>
    JSON.stringify({
      type: typeOfUnmoved(reason as UnmovedReason),
      orderId: order.id,
      clientReference: order.clientReference ?? null,
      sequence,
      status: order.status,
      reason,
      occurredAt: occurredAt.toISOString(),
      ...what,
      order: viewOrder(order, events.slice(-TOLD_EVENTS), viewer),
    });
  return { merchant: bodyOf('merchant'), studio: bodyOf('studio') };
}

interface BodyWithWords {
  readonly change?: object;
  readonly order?: { readonly history?: readonly object[] } | null;
}

/** A body as it is kept once its order's personal data was erased: without what the parties wrote. */
export function bodyWithoutWords(body: string): string {
  const { change, order, ...rest } = JSON.parse(body) as BodyWithWords;
  const history = order?.history?.map((event) => ({ ...event, note: null }));
  return JSON.stringify({
    ...rest,
    ...(change && { change: { ...change, reason: null, answer: null } }),
    ...(order !== undefined && { order: order && { ...order, ...(history && { history }) } }),
  });
}

function eventOf(events: readonly EventFacts[]): EventFacts {
  const event = events.at(-1);
  if (!event) throw new RangeError('an order has at least one event');
  return event;
}

/** How a body says which reminder it is. */
export const REMINDERS = { confirmationHalf: 'half', confirmationLate: 'late' } as const satisfies Record<
  ConfirmationReminder,
  string
>;

/** The reminder to a studio that has not confirmed an order: JSON without the notification's id. */
export function confirmationDueBody(
  order: OrderFacts,
  events: readonly EventFacts[],
  at: ConfirmationReminder,
  occurredAt: Date,
): string {
  return JSON.stringify({
    type: CONFIRMATION_DUE,
    orderId: order.id,
    clientReference: order.clientReference ?? null,
    sequence: order.sequence,
    confirmBy: order.confirmBy.toISOString(),
    reminder: REMINDERS[at],
    occurredAt: occurredAt.toISOString(),
    order: viewOrder(order, events, 'studio'),
  });
}

/** The notification of an order's review to both sides: JSON without the notification's id. */
export function reviewCreatedBody(
  order: Pick<OrderFacts, 'id' | 'guideId' | 'sequence'>,
  review: { readonly rating: number; readonly text: string; readonly createdAt: Date },
): string {
  return JSON.stringify({
    type: REVIEW_CREATED,
    orderId: order.id,
    guideId: order.guideId,
    sequence: order.sequence,
    rating: review.rating,
    text: review.text,
    occurredAt: review.createdAt.toISOString(),
  });
}
