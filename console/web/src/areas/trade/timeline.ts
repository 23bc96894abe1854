/** One order's life in one list: states, changes, messages, notifications, and who of one's own people acted. */

import type { OrderPeople } from '../../../../server/trade/schemas.ts';
import type { Data } from '../../api/types.ts';

export type OrderDetail = Data<'getOrder'>;
export type HistoryEntry = OrderDetail['history'][number];
export type Message = Data<'listMessages'>['list'][number];
export type Change = Data<'listOrderChanges'>['list'][number];
export type Delivered = Data<'listNotifications'>['list'][number];
type Act = OrderPeople['list'][number];

export interface TimelineEntry {
  readonly key: string;
  readonly at: string;
  readonly event?: HistoryEntry;
  /** What the event did to the trip. */
  readonly change?: Change | undefined;
  readonly message?: Message;
  /** One of one's own people. */
  readonly person?: string | undefined;
  /** Notifications about it. */
  readonly delivered: readonly Delivered[];
}

export interface TimelineParts {
  readonly history: readonly HistoryEntry[];
  readonly messages: readonly Message[];
  readonly changes: readonly Change[];
  readonly notifications: readonly Delivered[];
  readonly people: readonly Act[];
}

/** An act is noted right after its event. */
const SAME_ACT_MS = 60_000;

/** The newest first. An event has its notifications; those that belong to no event are entries themselves. */
export function timelineOf(parts: TimelineParts): TimelineEntry[] {
  const ofEvent = Map.groupBy(
    parts.notifications.filter(({ type }) => type.startsWith('order.') && type !== 'order.confirmation_due'),
    ({ sequence }) => sequence,
  );
  const acts = parts.people.filter(({ subject }) => subject.startsWith('order:'));
  const events = parts.history.map((event) => ({
    key: `event-${event.sequence}`,
    at: event.occurredAt,
    event,
    change: parts.changes.find(({ sequence }) => sequence === event.sequence),
    person: personOf(event, acts),
    delivered: ofEvent.get(event.sequence) ?? [],
  }));
  const writers = new Map(parts.people.map(({ subject, person }) => [subject, person]));
  const messages = parts.messages.map((message) => ({
    key: message.messageId,
    at: message.createdAt,
    message,
    person: writers.get(`message:${message.messageId}`),
    delivered: [],
  }));
  const known = new Set(parts.history.map(({ sequence }) => sequence));
  const others = parts.notifications
    .filter((one) => !ofEvent.get(one.sequence)?.includes(one) || !known.has(one.sequence))
    .map((one) => ({ key: one.notificationId, at: one.createdAt, delivered: [one] }));
  return [...events, ...messages, ...others].toSorted((a, b) => later(a, b));
}

/** Of two at the same time, the one with the higher event number is the later one. */
function later(a: TimelineEntry, b: TimelineEntry): number {
  const byTime = Date.parse(b.at) - Date.parse(a.at);
  return byTime === 0 ? (b.event?.sequence ?? 0) - (a.event?.sequence ?? 0) : byTime;
}

/** Who of one's own people it was: the act that was noted next after it, and soon. */
function personOf(event: HistoryEntry, acts: readonly Act[]): string | undefined {
  const action = ACTION_OF[event.reason];
  if (action === undefined) return undefined;
  const happened = Date.parse(event.occurredAt);
  const near = acts.filter(
    (act) => act.action === action && Math.abs(Date.parse(act.at) - happened) < SAME_ACT_MS,
  );
  return near.sort((a, b) => Math.abs(Date.parse(a.at) - happened) - Math.abs(Date.parse(b.at) - happened))[0]
    ?.person;
}

/** What the audit log calls an event that a person brought about. */
const ACTION_OF: Readonly<Partial<Record<HistoryEntry['reason'], string>>> = {
  created: 'order.created',
  confirmed_by_studio: 'order.confirmed',
  rejected_by_studio: 'order.rejected',
  started_by_studio: 'order.started',
  completed_by_studio: 'order.completed',
  cancelled_by_merchant: 'order.cancelled',
  withdrawn_by_studio: 'order.cancelled',
  changed_by_merchant: 'order.change-requested',
  change_requested_by_merchant: 'order.change-requested',
  change_accepted_by_studio: 'order.change-accepted',
  change_declined_by_studio: 'order.change-declined',
  change_withdrawn_by_merchant: 'order.change-withdrawn',
  refunded_by_studio: 'order.refunded',
};
