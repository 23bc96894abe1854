/** What people are notified of: what happens to their company's orders and statements (docs/console.md, "Notices"). */
import type { CompanyRole } from './console-roles.ts';
import type { EventType } from './event-types.ts';
import type { HoldState } from './hold.ts';
import type { OrderState, ReasonCode } from './order-state.ts';
import { addDays } from './trip.ts';
import { dateIn, instantOf, textIn } from './wall-time.ts';

/** What a person chooses among. */
export const NOTICE_TOPICS = ['requests', 'orders', 'messages', 'money'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** What a notice says, and the topic that it belongs to. */
export const NOTICE_KINDS = {
  /** An order waits for the studio's answer. */
  request_new: 'requests',
  /** Half, then nine tenths of the time for that answer are over; to owners: nobody has read it for an hour. */
  request_due: 'requests',
  /** A change waits for the studio's answer. */
  change_requested: 'requests',
  /** To the studio: an order that needed no answer. */
  order_booked: 'orders',
  order_confirmed: 'orders',
  order_cancelled: 'orders',
  order_changed: 'orders',
  change_declined: 'orders',
  change_withdrawn: 'orders',
  change_expired: 'orders',
  order_refunded: 'orders',
  review_new: 'orders',
  guide_available: 'orders',
  message_new: 'messages',
  statement_issued: 'money',
  dispute_answered: 'money',
  statement_paid: 'money',
} as const satisfies Record<string, NoticeTopic>;
export type NoticeKind = keyof typeof NOTICE_KINDS;

/** Who is notified of what until they choose: whoever works with it. */
const DEFAULT_TOPICS: Record<CompanyRole, readonly NoticeTopic[]> = {
  owner: NOTICE_TOPICS,
  administrator: NOTICE_TOPICS,
  operations: ['requests', 'orders', 'messages'],
  finance: ['money'],
  developer: [],
  reader: [],
};

export function defaultTopics(role: CompanyRole): readonly NoticeTopic[] {
  return DEFAULT_TOPICS[role];
}

/** Events that nobody gets a notice of: one's own doing, and what other mails report. The index of the others is without them. */
export const UNNOTICED_TYPES = [
  'settlement.disputed',
  'merchant.verified',
  'merchant.refused',
  'callback.failing',
  'callback.paused',
  'callback.recovered',
] as const satisfies readonly EventType[];

/** An event, and whose event it is: the feed's copy of one merchant. */
export interface NoticedEvent {
  readonly type: EventType;
  /** Of an order's event; null where it has none. */
  readonly reason: ReasonCode | null;
  /** What the merchant is to the order; both may be true, and both false of a provider. */
  readonly isOrdering: boolean;
  readonly isStudio: boolean;
  /** The order's state now. */
  readonly orderStatus: OrderState | null;
  /** The platform confirms it by itself. */
  readonly isInstant: boolean;
}

/** What people of that merchant are notified of; undefined: of nothing, since it is their own doing, or is settled already. */
export function noticeOf(event: NoticedEvent): NoticeKind | undefined {
  const { type, reason, isOrdering, isStudio } = event;
  if (type.startsWith('settlement.')) return MONEY[type];
  if (type === 'guide.available') return 'guide_available';
  if (!isOrdering && !isStudio) return undefined;
  if (type === 'message.received') return 'message_new';
  if (type === 'review.created') return isStudio && !isOrdering ? 'review_new' : undefined;
  const kind =
    type === 'order.confirmation_due' ? 'request_due' : reason === null ? undefined : OF_REASON[reason];
  if (kind === undefined) return undefined;
  const isWaiting = event.orderStatus === 'pending' && !event.isInstant;
  if (OF_PENDING.includes(kind) && !isWaiting) return undefined;
  return concerns(kind, reason, event) ? kind : undefined;
}

const MONEY: Partial<Record<EventType, NoticeKind>> = {
  'settlement.issued': 'statement_issued',
  'settlement.dispute_resolved': 'dispute_answered',
  'settlement.adjusted': 'dispute_answered',
  'settlement.paid': 'statement_paid',
};

const OF_REASON: Partial<Record<ReasonCode, NoticeKind>> = {
  created: 'request_new',
  instant: 'order_booked',
  confirmed_by_studio: 'order_confirmed',
  rejected_by_studio: 'order_cancelled',
  withdrawn_by_studio: 'order_cancelled',
  cancelled_by_merchant: 'order_cancelled',
  cancelled_by_operator: 'order_cancelled',
  confirmation_expired: 'order_cancelled',
  changed_by_merchant: 'order_changed',
  change_requested_by_merchant: 'change_requested',
  change_accepted_by_studio: 'order_changed',
  change_declined_by_studio: 'change_declined',
  change_withdrawn_by_merchant: 'change_withdrawn',
  change_expired: 'change_expired',
  refunded_by_studio: 'order_refunded',
};

const OF_PENDING: readonly NoticeKind[] = ['request_new', 'request_due'];
/** For the studio, whoever caused it. */
const OF_STUDIO: readonly NoticeKind[] = ['request_new', 'request_due', 'change_requested', 'order_booked'];

/** All else is for both sides, but not for the one that did it. */
function concerns(
  kind: NoticeKind,
  reason: ReasonCode | null,
  { isOrdering, isStudio }: NoticedEvent,
): boolean {
  if (OF_STUDIO.includes(kind)) return isStudio;
  if (reason?.endsWith('_by_merchant')) return !isOrdering;
  if (reason?.endsWith('_by_studio')) return !isStudio;
  return true;
}

/** What a studio may have to answer, as it is now. */
export interface AwaitedAnswers {
  readonly status: OrderState;
  /** RFC 3339. */
  readonly confirmBy: string;
  /** Of the change that waits; null: none does. */
  readonly changeAnswerBy: string | null;
}

/** A trip as notices and their mails show it: nothing of it is personal. */
export interface NoticedTrip {
  /** `YYYY-MM-DD` */
  readonly tripDate: string;
  readonly tripDays: number;
  readonly startTime: string | null;
  readonly guestCount: number;
  /** Minor units. */
  readonly totalAmount: number;
  readonly currency: string;
  readonly timeZone: string;
}

/** A hold of a waitlist's turn (docs/orders.md, "The reserved window"). */
export interface NoticedHold extends NoticedTrip {
  readonly guideId: string;
  readonly status: HoldState;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** An order as notices, their mails and the page of a mail's link show it. */
export interface NoticedOrder extends NoticedTrip, AwaitedAnswers {
  readonly clientReference: string | null;
  /** What the studio wrote; null where the trip has none. */
  readonly meetingPoint: string | null;
  /** RFC 3339: of the trip. */
  readonly startAt: string;
  readonly endAt: string;
  /** Number of the order's last event. */
  readonly sequence: number;
}

/** Whether such a notice asks for an answer. */
export function asksForAnswer(kind: NoticeKind): boolean {
  return NOTICE_KINDS[kind] === 'requests';
}

/** Until when what the notice asks for has to be answered, RFC 3339; null: it asks for nothing, or was answered. */
export function answerByOf(kind: NoticeKind, order: AwaitedAnswers | null): string | null {
  if (order === null || !asksForAnswer(kind)) return null;
  if (kind === 'change_requested') return order.changeAnswerBy;
  return order.status === 'pending' ? order.confirmBy : null;
}

/** Whether it asked for an answer, or offered a hold, and no longer does. */
export function isAnswered(
  kind: NoticeKind,
  order: AwaitedAnswers | null,
  hold: Pick<NoticedHold, 'status'> | null,
): boolean {
  if (hold !== null) return hold.status !== 'held';
  return asksForAnswer(kind) && answerByOf(kind, order) === null;
}

/** Minutes between two mails with notices to one person about one company: a mail has all that came meanwhile. */
export const NOTICE_MAIL_EVERY_MINUTES = 5;
/** Minutes after which owners are reminded of a request that nobody of their company has read. */
export const REMINDED_AFTER_MINUTES = 60;
/** A mail lists so many, and says how many more there are. */
export const NOTICES_IN_A_MAIL = 20;
/** Days that a notice is kept. */
export const NOTICE_DAYS = 90;

/** When a person gets no mail, by their own clock: from the one hour until the other, maybe over midnight. */
export interface QuietHours {
  /** IANA. */
  readonly timeZone: string;
  /** Full hours, 0 to 23; never the same. */
  readonly from: number;
  readonly until: number;
}

/** When a person gets the one mail of a day, by their own clock. */
export interface DailyHour {
  /** IANA. */
  readonly timeZone: string;
  /** A full hour, 0 to 23. */
  readonly at: number;
}

/** The last such moment, and the next one. */
export function dailyAround(
  { timeZone, at }: DailyHour,
  now: Date,
): { readonly last: Date; readonly next: Date } {
  const today = dateIn(timeZone, now);
  const on = (day: string) => instantOf(day, hourText(at), timeZone).at;
  const isOver = on(today).getTime() <= now.getTime();
  return isOver
    ? { last: on(today), next: on(addDays(today, 1)) }
    : { last: on(addDays(today, -1)), next: on(today) };
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** As a person has chosen them; all null: they have no quiet hours. */
export interface ChosenQuiet {
  readonly timeZone: string | null;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
}

/** Milliseconds until the quiet hours end; 0 outside of them, and for who has none. */
export function quietLeft({ timeZone, quietFrom: from, quietUntil: until }: ChosenQuiet, now: Date): number {
  return timeZone === null || from === null || until === null ? 0 : quietFor({ timeZone, from, until }, now);
}

/** Milliseconds until the quiet hours end; 0 outside of them. */
export function quietFor({ timeZone, from, until }: QuietHours, now: Date): number {
  const hour = Number(textIn(timeZone, now, 'H'));
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until;
  if (!isQuiet) return 0;
  const today = dateIn(timeZone, now);
  const isTomorrow = hour >= until;
  const day = isTomorrow ? addDays(today, 1) : today;
  const end = instantOf(day, hourText(until), timeZone).at;
  return Math.max(0, end.getTime() - now.getTime());
}
