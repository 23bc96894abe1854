import ical, { ICalEventStatus } from 'ical-generator';
import type { NoticeKind } from '../../domain/notices.ts';
import { addDays } from '../../domain/trip.ts';
import type { NoticeToMail } from './notice-words.ts';
import { unlinked } from './plain-words.ts';

/** Of what a calendar should show, and what it should strike out. */
const STATUS: Partial<Record<NoticeKind, ICalEventStatus>> = {
  order_booked: ICalEventStatus.CONFIRMED,
  order_confirmed: ICalEventStatus.CONFIRMED,
  order_changed: ICalEventStatus.CONFIRMED,
  order_cancelled: ICalEventStatus.CANCELLED,
};

export type NoticeOfTrip = Pick<NoticeToMail, 'kind' | 'subjectId' | 'guideName' | 'order'> & {
  readonly createdAt: Date;
};

/**
 * The trips that are certain, or no longer are, for calendar programs (RFC 5545); null where there is none. A program that has a trip already
 * takes the newer one. @param uids as the guide's own feed has them, so that an import knows them (services/calendars/events.ts)
 */
export function tripCalendar(notices: readonly NoticeOfTrip[], uids: string): string | null {
  const events = new Map(notices.flatMap((notice) => eventOf(notice, uids)));
  if (events.size === 0) return null;
  const calendar = ical({ prodId: { company: 'Guidepost', product: 'trips' } });
  for (const event of events.values()) calendar.createEvent(event);
  return calendar.toString();
}

/** With its order's id: what happened last counts. */
function eventOf({ kind, subjectId, guideName, order, createdAt }: NoticeOfTrip, uids: string) {
  const status = STATUS[kind];
  if (status === undefined || order === null) return [];
  const { tripDate, tripDays, startTime, sequence, meetingPoint } = order;
  const days = { start: new Date(tripDate), end: new Date(addDays(tripDate, tripDays)), allDay: true };
  const hours = { start: new Date(order.startAt), end: new Date(order.endAt) };
  const event = {
    ...{ id: `${subjectId}${uids}`, sequence, stamp: createdAt, status },
    summary: `${unlinked(guideName ?? '')} (${subjectId})`,
    ...(meetingPoint !== null && { location: unlinked(meetingPoint) }),
    ...(startTime === null ? days : hours),
  };
  return [[subjectId, event] as const];
}
