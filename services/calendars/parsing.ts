/** Reads an iCalendar text (RFC 5545): which days of a guide its events take. Runs in its own thread (worker.ts). */
import ICAL from 'ical.js';
import type { DayRange } from '../../domain/availability.ts';
import { ImportFailed, MAX_OCCURRENCES } from '../../domain/calendar-import.ts';
import { addDays, isTimeZone, todayIn } from '../../domain/trip.ts';
import { startOfDay, instantOf as wallInstant } from '../../domain/wall-time.ts';

export interface CalendarText {
  readonly text: string;
  /** The guide's: where events without a zone of their own are, and whose days are meant. */
  readonly timeZone: string;
  readonly window: DayRange;
  /** What our own events are called: those come back from where our feed was imported. */
  readonly ownUids: string;
}

/** Repetitions that are gone through, also those before the window: a daily event since 1900 has half as many. */
const MAX_STEPS = 100_000;

/**
 * The days on which busy events take place, in no order. Cancelled and transparent events take no time and are left out.
 * @throws ImportFailed
 */
export function busyDays({ text, timeZone, window, ownUids }: CalendarText): DayRange[] {
  const events = eventsOf(text).filter((event) => !uidOf(event).endsWith(ownUids));
  const reader = { timeZone, window, windowEnd: startOfDay(addDays(window.endDate, 1), timeZone), steps: 0 };
  const days: DayRange[] = [];
  for (const { master, exceptions } of series(events)) {
    for (const range of occurrences(master, exceptions, reader)) {
      if (range.endDate < window.startDate || range.startDate > window.endDate) continue;
      days.push(range);
      if (days.length > MAX_OCCURRENCES) throw new ImportFailed('too_many_events');
    }
  }
  return days;
}

interface Reader {
  readonly timeZone: string;
  readonly window: DayRange;
  readonly windowEnd: Date;
  steps: number;
}

function eventsOf(text: string): ICAL.Component[] {
  try {
    const root = new ICAL.Component(ICAL.parse(text));
    if (root.name !== 'vcalendar') throw new Error('no VCALENDAR');
    return root.getAllSubcomponents('vevent');
  } catch (cause) {
    throw new ImportFailed('not_a_calendar', cause);
  }
}

/** An event, with those of its repetitions that were changed by themselves. */
interface Series {
  readonly master: ICAL.Component;
  readonly exceptions: ICAL.Component[];
}

function series(events: readonly ICAL.Component[]): Series[] {
  const byUid = Map.groupBy(events, uidOf);
  return [...byUid].flatMap(([uid, ofUid]) => {
    const masters = ofUid.filter((event) => !event.hasProperty('recurrence-id'));
    const changed = ofUid.filter((event) => event.hasProperty('recurrence-id'));
    // Events without an id are unrelated; a repetition without its series is a separate event.
    if (uid === '' || masters.length !== 1) return ofUid.map((master) => ({ master, exceptions: [] }));
    return [{ master: masters[0]!, exceptions: changed }];
  });
}

function* occurrences(
  master: ICAL.Component,
  exceptions: ICAL.Component[],
  reader: Reader,
): Generator<DayRange> {
  const event = readEvent(master, exceptions);
  if (event === undefined) return;
  if (!event.isRecurring()) {
    if (isBusy(master)) yield* daysOf(event.startDate, event.endDate, master, reader);
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    reader.steps += 1;
    if (reader.steps > MAX_STEPS) throw new ImportFailed('too_many_events');
    if (instantOf(next, master, reader.timeZone) >= reader.windowEnd) return;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (isBusy(item.component)) yield* daysOf(startDate, endDate, item.component, reader);
  }
}

/** Undefined where an event says no time: a calendar may hold some, and the others count. */
function readEvent(component: ICAL.Component, exceptions: ICAL.Component[]): ICAL.Event | undefined {
  const event = new ICAL.Event(component, { strictExceptions: false, exceptions });
  return event.startDate ? event : undefined;
}

function isBusy(event: ICAL.Component): boolean {
  const isCancelled = textOf(event, 'status').toUpperCase() === 'CANCELLED';
  return !isCancelled && textOf(event, 'transp').toUpperCase() !== 'TRANSPARENT';
}

/** Whole days are those of the guide, wherever the calendar is; a time takes the days that it falls on there. */
function* daysOf(
  start: ICAL.Time,
  end: ICAL.Time,
  event: ICAL.Component,
  { timeZone }: Reader,
): Generator<DayRange> {
  if (start.isDate) {
    const [startDate, until] = [dateOf(start), addDays(dateOf(end), -1)];
    yield { startDate, endDate: until < startDate ? startDate : until };
    return;
  }
  const [from, to] = [instantOf(start, event, timeZone), instantOf(end, event, timeZone)];
  // An event that takes no time is a note.
  if (to <= from) return;
  yield { startDate: todayIn(timeZone, from), endDate: todayIn(timeZone, new Date(to.getTime() - 1)) };
}

function dateOf({ year, month, day }: ICAL.Time): string {
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function clockOf({ hour, minute, second }: ICAL.Time): string {
  return [hour, minute, second].map((part) => digits(part, 2)).join(':');
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** By the zone's name if that is a known one, else by its definition in the text. */
function instantOf(time: ICAL.Time, event: ICAL.Component, guideZone: string): Date {
  const { zone } = time;
  const isDefined = zone !== ICAL.Timezone.localTimezone;
  const named = isDefined ? zone.tzid : event.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  if (isDefined && !isTimeZone(named ?? '')) return time.toJSDate();
  const name = named !== undefined && isTimeZone(named) ? named : guideZone;
  return wallInstant(dateOf(time), clockOf(time), name).at;
}

function uidOf(event: ICAL.Component): string {
  return textOf(event, 'uid');
}

function textOf(event: ICAL.Component, property: string): string {
  const value = event.getFirstPropertyValue(property);
  return typeof value === 'string' ? value : '';
}
