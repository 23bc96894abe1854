/**
 * The public identifiers and their form (specification, "Resources and their fields").
 * Derived ids come from functions, so that every process computes the same one.
 */
export const GUIDE_ID_PATTERN = '^G[0-9]{1,18}$';
export const ORDER_ID_PATTERN = '^ORD[0-9]{3,24}$';
export const HOLD_ID_PATTERN = '^HLD[0-9]{3,24}$';
export const SETTLEMENT_ID_PATTERN = '^STL[0-9]{10,18}$';
/** A line of a statement is an entry of the ledger. */
export const LINE_ID_PATTERN = '^LIN[0-9]{1,18}$';
/** The number of its subject; that of its event and, where it is none of the history, which; its endpoint, if not the first one of whose the subject is. */
export const NOTIFICATION_ID_PATTERN = '^NTF[0-9]{3,24}-[0-9]{1,9}[a-z]?(?:-[0-9]{1,18})?$';
export const ENDPOINT_ID_PATTERN = '^EP[0-9]{1,18}$';
export const RECOVERY_ID_PATTERN = '^RCV[0-9]{1,18}$';
export const CHANGE_ID_PATTERN = '^CHG[0-9]{3,24}$';

export const MESSAGE_ID_PATTERN = '^MSG[0-9]{1,18}$';
export const WAITLIST_ID_PATTERN = '^WTL[0-9]{1,18}$';
export const SUBMISSION_ID_PATTERN = '^VER[0-9]{1,15}$';
export const DOCUMENT_ID_PATTERN = '^DOC[0-9]{1,15}$';
export const LINK_REQUEST_ID_PATTERN = '^LNK[0-9]{1,15}$';
export const PROPOSAL_ID_PATTERN = '^PRP[0-9]{1,15}$';
export const DISPUTE_ID_PATTERN = '^DSP[0-9]{1,15}$';
export const FILE_ID_PATTERN = '^FIL[0-9]{1,15}$';

const ORDER_ID = new RegExp(ORDER_ID_PATTERN);
const HOLD_ID = new RegExp(HOLD_ID_PATTERN);
const LINE = 'LIN';

/** Whether a text from outside has the form of an order's id. */
export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

/** The same of a hold's. */
export function isHoldId(text: string): boolean {
  return HOLD_ID.test(text);
}

/** The id of a statement's line. @param entryId of the ledger. */
export function lineId(entryId: number | string): string {
  return `${LINE}${entryId}`;
}

/** The id of a message. @param number the row's. */
export function messageId(number: number): string {
  return `MSG${number}`;
}

/** The id of an entry of a waitlist. @param number the row's. */
export function waitlistId(number: number): string {
  return `WTL${number}`;
}

/** Ids of the console's rows: three letters and their number. */
const NUMBERED = {
  submission: 'VER',
  document: 'DOC',
  linkRequest: 'LNK',
  proposal: 'PRP',
  dispute: 'DSP',
  disputeMessage: 'DSM',
  file: 'FIL',
} as const;

/** The id of such a row: of a submission for verification, a dispute, a stored file. @param number the row's. */
export function numberedId(kind: keyof typeof NUMBERED, number: number): string {
  return `${NUMBERED[kind]}${number}`;
}

/** The row behind such an id, as its pattern has it. */
export function numberOf(kind: keyof typeof NUMBERED, id: string): number {
  return Number(id.slice(NUMBERED[kind].length));
}

/** The row behind such an id. */
export function waitlistNumberOf(id: string): number {
  return Number(id.slice('WTL'.length));
}

/**
 * The subject of an order's messages. It is not the order itself, whose positions are its workflow's, and whose events would
 * have to be acknowledged first (docs/decisions/0002).
 */
export function conversationOf(orderId: string): string {
  return `CNV${orderId.slice('ORD'.length)}`;
}

/** Follows the message's number in ids of its notifications; differs from all of BETWEEN. */
export const MESSAGE_TAG = 'm';

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

/** A new hold's id: as an order's, with `HLD`. */
export function newHoldId(now: Date): string {
  return `HLD${now.getTime()}${randomDigits(RANDOM_DIGITS)}`;
}

/** A new id of an order's change: `CHG`, and digits as an order's. */
export function newChangeId(now: Date): string {
  return `CHG${now.getTime()}${randomDigits(RANDOM_DIGITS)}`;
}

/**
 * Marks, in ids, an order's events between two of its history: they follow the number of the event before them. Their
 * order is that in which they are delivered.
 */
export const BETWEEN = { history: '', confirmationHalf: 'h', confirmationLate: 'n', review: 'r' } as const;
export type Between = keyof typeof BETWEEN;
/** When a studio is reminded: half, and nine tenths, of its time are over. */
export type ConfirmationReminder = Extract<Between, 'confirmationHalf' | 'confirmationLate'>;

/** The position of a subject's event: there are ten for each event of its history. */
export function positionOf(sequence: number, between: Between = 'history'): number {
  return sequence * 10 + Object.keys(BETWEEN).indexOf(between);
}

/**
 * The notification of an order's event number `sequence`, or of a settlement's, for the first endpoint of the merchant
 * that ordered, or whose settlement it is; also its `webhook-id`. The digits of the two are of different lengths, so no
 * order's notification is ever taken for a settlement's. Others are called so with the endpoint's number behind it
 * (db/queries/notifications/notify.ts).
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
