/**
 * The public identifiers and how they look (specification, "Resources and their fields").
 * Derived ids come from functions, so that every process computes the same one.
 */
export const GUIDE_ID_PATTERN = '^G[0-9]{1,18}$';
export const ORDER_ID_PATTERN = '^ORD[0-9]{3,24}$';
export const NOTIFICATION_ID_PATTERN = '^NTF[0-9]{3,24}-[0-9]{1,4}$';

const RANDOM_DIGITS = 6;

/**
 * A new order id: `ORD`, the milliseconds since 1970, six random digits. Ids of one process sort by time, which
 * keeps the primary key's index compact; the table's primary key is what makes them unique.
 */
export function newOrderId(now: Date): string {
  return `ORD${now.getTime()}${randomDigits(RANDOM_DIGITS)}`;
}

/** The notification of an order's event number `sequence`; also its `webhook-id`. */
export function notificationId(orderId: string, sequence: number): string {
  return `NTF${orderId.slice('ORD'.length)}-${sequence}`;
}

function randomDigits(count: number): string {
  const limit = 10 ** count;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % limit).padStart(count, '0');
}
