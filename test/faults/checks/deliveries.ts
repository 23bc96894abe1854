import { availableActions, type OrderState } from '../../../domain/order-state.ts';
import type { Books, NotificationRow, OrderRow } from '../facts.ts';
import type { Receipt } from '../receiver.ts';
import { type Violation, violations } from './violation.ts';

const STATUS_CHANGED = 'order.status_changed';
const OF_HISTORY = /^order\.(status_changed|refunded|change)/;

type Receipts = ReadonlyMap<string, readonly Receipt[]>;

/**
 * Every event of every order reached each endpoint of both its sides: signed, in sequence, as that side sees the order,
 * and acknowledged in the books.
 */
export function checkDeliveries(books: Books, receipts: readonly Receipt[]): Violation[] {
  const byNotification = Map.groupBy(receipts, ({ notificationId }) => notificationId);
  const { notifications } = books;
  const unsigned = receipts.filter(({ isSigned }) => !isSigned).map(({ notificationId }) => notificationId);
  const known = new Set(notifications.map(({ id }) => id));
  return [
    ...violations('every notification is signed', unsigned),
    ...violations('every endpoint of both sides is notified of every event', unannounced(books)),
    ...violations('nobody is notified of what others do', strangers(books, receipts)),
    ...violations('every notification was acknowledged, once in the books', unsettled(notifications)),
    ...violations(
      'what is acknowledged in the books was acknowledged by its endpoint',
      notifications.filter(({ id }) => !isAcknowledged(byNotification.get(id))).map(({ id }) => id),
    ),
    ...violations(
      'what one endpoint receives of an order arrives in sequence',
      // Messages are a subject of their own (docs/decisions/0002).
      [true, false].flatMap((isMessage) =>
        outOfSequence(
          byNotification,
          notifications.filter(({ type }) => type.startsWith('message.') === isMessage),
        ),
      ),
    ),
    ...violations(
      'the last notification of each endpoint says where the order stands',
      outOfDate(byNotification, books),
    ),
    ...violations('a notification shows the order as its side sees it', wronglyViewed(byNotification, books)),
    ...violations(
      'nothing arrives that did not happen',
      [...byNotification.keys()].filter((id) => !known.has(id) && !books.besides.has(id)).slice(0, 50),
    ),
  ];
}

/** Events that an endpoint has no notification of, or two. */
function unannounced({ orders, events, endpoints, notifications }: Books): string[] {
  const own = Map.groupBy(endpoints.values(), (endpoint) => endpoint.merchant_key);
  const nameOf = (order: string, sequence: number, endpoint: string) => `${order} ${sequence} to ${endpoint}`;
  const notified = Map.groupBy(
    notifications.filter(({ type }) => OF_HISTORY.test(type)),
    (row) => nameOf(row.order_id, row.sequence, row.endpoint_id),
  );
  const due = [...orders.values()].flatMap(({ id, merchant_key: merchant, studio_key: studio }) => {
    const hearing = [...(own.get(merchant) ?? []), ...(own.get(studio) ?? [])];
    return (events.get(id) ?? []).flatMap(({ sequence }) =>
      hearing.map((endpoint) => nameOf(id, sequence, endpoint.id)),
    );
  });
  return due.filter((name) => notified.get(name)?.length !== 1);
}

/** What was written for an endpoint of neither side, or arrived where it does not belong. */
function strangers({ orders, endpoints, notifications }: Books, receipts: readonly Receipt[]): string[] {
  const written = notifications.filter((row) => {
    const { merchant_key: merchant, studio_key: studio } = orders.get(row.order_id) as OrderRow;
    const owner = endpoints.get(row.endpoint_id)?.merchant_key;
    return owner !== row.merchant_key || ![merchant, studio].includes(owner);
  });
  const addresses = new Map(notifications.map((row) => [row.id, endpoints.get(row.endpoint_id)?.url]));
  const misled = receipts.filter(({ notificationId: id, url }) => (addresses.get(id) ?? url) !== url);
  return [
    ...written.map(({ id, endpoint_id: endpoint }) => `${id} is for ${endpoint}`),
    ...misled.map(({ notificationId: id, url }) => `${id} arrived at ${url}`),
  ];
}

function unsettled(notifications: readonly NotificationRow[]): string[] {
  return notifications
    .filter((row) => {
      const isOnce =
        row.status === 'acknowledged' && row.acknowledged_at !== null && row.acknowledgements.length > 0;
      return !isOnce || row.attempts !== row.booked;
    })
    .map((row) => `${row.id}: ${row.status}, ${row.acknowledgements.length} of ${row.booked} attempts`);
}

function isAcknowledged(receipts: readonly Receipt[] | undefined): boolean {
  return receipts?.some(({ acknowledged }) => acknowledged !== undefined) ?? false;
}

/** A notification may first arrive only after the one before it was acknowledged by the same endpoint. */
function outOfSequence(byNotification: Receipts, notifications: readonly NotificationRow[]): string[] {
  return notifications.flatMap(({ id, order_id: order, endpoint_id: endpoint }, index) => {
    const before = notifications[index - 1];
    if (before?.order_id !== order || before.endpoint_id !== endpoint) return [];
    const acknowledged = (byNotification.get(before.id) ?? []).map(
      (receipt) => receipt.acknowledged ?? Infinity,
    );
    const arrived = (byNotification.get(id) ?? []).map((receipt) => receipt.arrived);
    return Math.min(...acknowledged) < Math.min(...arrived) ? [] : [`${id} arrived before ${before.id}`];
  });
}

function outOfDate(byNotification: Receipts, { orders, notifications }: Books): string[] {
  const changes = notifications.filter(({ type }) => type === STATUS_CHANGED);
  const last = new Map(changes.map((row) => [`${row.order_id} ${row.endpoint_id}`, row]));
  return [...last.values()]
    .filter(({ id, order_id: order }) => byNotification.get(id)?.[0]?.status !== orders.get(order)?.status)
    .map(({ id, order_id: order }) => `${order} is ${orders.get(order)?.status}, ${id} is the last`);
}

/** What each side can do with an order is known to it alone to be its own. */
function wronglyViewed(byNotification: Receipts, { orders, notifications }: Books): string[] {
  return notifications.flatMap(({ id, type, order_id: order, merchant_key: merchant }) => {
    if (type !== STATUS_CHANGED) return [];
    const viewer = orders.get(order)?.studio_key === merchant ? 'studio' : 'merchant';
    return (byNotification.get(id) ?? [])
      .filter(({ status, actions }) => actions !== availableActions(status as OrderState, viewer).join())
      .map(({ status, actions }) => `${id}: ${viewer}, ${status}, actions ${actions}`);
  });
}
