import type { Books, NotificationRow } from '../facts.ts';
import type { Receipt } from '../receiver.ts';
import { type Violation, violations } from './violation.ts';

/** Every event reached its merchant: signed, in sequence, and acknowledged once in the books. */
export function checkDeliveries(books: Books, receipts: readonly Receipt[]): Violation[] {
  const byNotification = Map.groupBy(receipts, ({ notificationId }) => notificationId);
  const { notifications, orders, events } = books;
  const unsigned = receipts.filter(({ isSigned }) => !isSigned).map(({ notificationId }) => notificationId);
  const events$ = [...events.values()].flat().map((event) => `${event.order_id} ${event.sequence}`);
  const told = new Set(notifications.map((row) => `${row.order_id} ${row.sequence}`));
  const last = new Map(notifications.map((row) => [row.order_id, row]));
  return [
    ...violations('every notification is signed', unsigned),
    ...violations(
      'every event has its notification',
      events$.filter((name) => !told.has(name)),
    ),
    ...violations('every notification was acknowledged, once in the books', unsettled(notifications)),
    ...violations(
      'what is acknowledged in the books was acknowledged by the merchant',
      notifications.filter(({ id }) => !isAcknowledged(byNotification.get(id))).map(({ id }) => id),
    ),
    ...violations(
      "an order's notifications arrive in sequence",
      outOfSequence(byNotification, notifications),
    ),
    ...violations(
      'the last notification tells where the order stands',
      [...orders.values()]
        .filter(({ id, status }) => byNotification.get(last.get(id)?.id ?? '')?.[0]?.status !== status)
        .map(({ id, status }) => `${id} is ${status}`),
    ),
    ...violations(
      'nothing arrives that did not happen',
      [...byNotification.keys()].filter((id) => !notifications.some((row) => row.id === id)).slice(0, 50),
    ),
  ];
}

function unsettled(notifications: readonly NotificationRow[]): string[] {
  return notifications
    .filter((row) => {
      const isOnce =
        row.status === 'acknowledged' && row.acknowledged_at !== null && row.acknowledgements > 0;
      return !isOnce || row.attempts !== row.booked;
    })
    .map((row) => `${row.id}: ${row.status}, ${row.acknowledgements} of ${row.booked} attempts`);
}

function isAcknowledged(receipts: readonly Receipt[] | undefined): boolean {
  return receipts?.some(({ acknowledged }) => acknowledged !== undefined) ?? false;
}

/** A notification may first arrive only after the one before it was acknowledged. */
function outOfSequence(
  byNotification: ReadonlyMap<string, readonly Receipt[]>,
  notifications: readonly NotificationRow[],
): string[] {
  return notifications.flatMap(({ id, order_id: orderId, sequence }, index) => {
    const before = notifications[index - 1];
    if (sequence === 1 || before?.order_id !== orderId) return [];
    const acknowledged = (byNotification.get(before.id) ?? []).map(
      (receipt) => receipt.acknowledged ?? Infinity,
    );
    const arrived = (byNotification.get(id) ?? []).map((receipt) => receipt.arrived);
    return Math.min(...acknowledged) < Math.min(...arrived) ? [] : [`${id} arrived before ${before.id}`];
  });
}
