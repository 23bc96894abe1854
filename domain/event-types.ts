/** The events that merchants are notified of (docs/notifications.md, "Event types"). */

export const EVENT_TYPES = [
  /** An order reached another state, or was created. To both parties. */
  'order.status_changed',
  /** Half, then nine tenths of the time to confirm an order are over. To the studio. */
  'order.confirmation_due',
  /** An order was changed. To both parties, like all that follows about changes and refunds. */
  'order.changed',
  /** The merchant asks for a change that needs the studio's consent. */
  'order.change_requested',
  'order.change_declined',
  /** The merchant no longer asks for it. */
  'order.change_withdrawn',
  /** The studio did not answer in time. */
  'order.change_expired',
  /** The studio gives a part of the price back. */
  'order.refunded',
  /** The ordering merchant rated a trip. To both parties. */
  'review.created',
  /** One side of an order wrote to the other. To the other one. */
  'message.received',
  /** The time that a merchant waits for has become free. */
  'guide.available',
  'settlement.issued',
  /** The merchant objects to a line. */
  'settlement.disputed',
  /** An operator answered a dispute. */
  'settlement.dispute_resolved',
  /** An operator posted an amount because of a dispute; it is a line of the next statement. */
  'settlement.adjusted',
  'settlement.paid',
  /** An endpoint has acknowledged nothing for an hour. To the merchant's other endpoints. */
  'callback.failing',
  /** An endpoint is paused. To the merchant's other endpoints. */
  'callback.paused',
  /** An endpoint that was reported as failing works again. To the merchant's other endpoints. */
  'callback.recovered',
  /** An operator approved the merchant. */
  'merchant.verified',
  /** An operator refused the merchant. */
  'merchant.refused',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EVERY_EVENT = '*';

/** The filters of an endpoint that take events of this type: `*`, its family (`order.*`), the type itself. */
export function filtersTaking(type: EventType): readonly string[] {
  return [EVERY_EVENT, `${type.split('.')[0]}.*`, type];
}

/** Everything that a filter may be, in the order in which documents show it. */
export const EVENT_FILTERS: readonly string[] = [
  EVERY_EVENT,
  ...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`)),
  ...EVENT_TYPES,
];

/** The types that one of these filters takes. */
export function typesTakenBy(filters: readonly string[]): EventType[] {
  return EVENT_TYPES.filter((type) => filtersTaking(type).some((filter) => filters.includes(filter)));
}
