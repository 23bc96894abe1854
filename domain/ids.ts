/**
 * The public identifiers and how they look (specification, "Resources and their fields").
 * Derived ids come from functions, so that every process computes the same one.
 */
export const GUIDE_ID_PATTERN = '^G[0-9]{1,18}$';
export const ORDER_ID_PATTERN = '^ORD[0-9]{3,24}$';
export const SETTLEMENT_ID_PATTERN = '^STL[0-9]{10,18}$';
/** A line of a statement is an entry of the ledger. */
export const LINE_ID_PATTERN = '^LIN[0-9]{1,18}$';
export const NOTIFICATION_ID_PATTERN = '^NTF[0-9]{3,24}-[0-9]{1,4}$';

const ORDER_ID = new RegExp(ORDER_ID_PATTERN);
const LINE = 'LIN';

/** Whether a text from outside looks like an order's id. */
export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

/** The id of a statement's line. @param entryId of the ledger. */
export function lineId(entryId: number | string): string {
  return `${LINE}${entryId}`;
}

/** The ledger's entry behind a line. @param id as LINE_ID_PATTERN has it. */
export function entryIdOf(id: string): number {
  return Number(id.slice(LINE.length));
}

const RANDOM_DIGITS = 6;

/**
 * A new order id: `ORD`, the milliseconds since 1970, six random digits. Ids of one process sort by time, which
 * keeps the primary key's index compact; the table's primary key is what makes them unique.
 */
export function newOrderId(now: Date): string {
  return `ORD${now.getTime()}${randomDigits(RANDOM_DIGITS)}`;
}

/**
 * The notification of an order's event number `sequence`, or of a settlement's; also its `webhook-id`. The digits of
 * the two are of different lengths, so no order's notification is ever taken for a settlement's.
 */
export function notificationId(subjectId: string, sequence: number): string {
  return `NTF${subjectId.slice('ORD'.length)}-${sequence}`;
}

/** The id of a test notification; its sequence is 0, which no order has. */
export function newTestNotificationId(now: Date): string {
  return `NTF${now.getTime()}${randomDigits(RANDOM_DIGITS)}-0`;
}

function randomDigits(count: number): string {
  const limit = 10 ** count;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % limit).padStart(count, '0');
}
