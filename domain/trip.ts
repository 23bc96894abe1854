/** Days of a trip in the guide's calendar, and the instants that follow from them (docs/architecture.md, "An order's life"). */
import { DateTime, IANAZone } from 'luxon';

export const MAX_TRIP_DAYS = 60;
/** How far ahead a trip may start. */
const BOOKING_HORIZON_MONTHS = 18;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
/** `EST`, `EST5EDT`: in the database for the sake of old programs, and read differently by each of them. */
const ABBREVIATION = /^[a-z]{3}(\d[a-z]{3})?$/i;

export interface TripDays {
  /** First day, `YYYY-MM-DD`, in the guide's calendar. */
  readonly tripDate: string;
  readonly tripDays: number;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * True for a name of the IANA time zone database, links such as `Asia/Calcutta` among them. Intl knows more than that:
 * offsets (`+05:00`), and abbreviations that mean something else elsewhere; those are none, except `UTC` and `GMT`.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC' || name === 'GMT') return true;
  const isOther = ABBREVIATION.test(name) || !/^[a-z]/i.test(name) || /^SystemV\//i.test(name);
  return !isOther && IANAZone.isValidZone(name);
}

/** True for a day that exists: `2026-02-30` does not. */
export function isCalendarDate(text: string): boolean {
  return DateTime.fromFormat(text, 'yyyy-MM-dd', { zone: 'utc' }).isValid;
}

/** Today in that zone, `YYYY-MM-DD`. */
export function todayIn(timeZone: string, now: Date): string {
  return isoDate(DateTime.fromJSDate(now, { zone: timeZone }));
}

/** The day `days` after `date` (before it, when negative). */
export function addDays(date: string, days: number): string {
  return isoDate(DateTime.fromISO(date, { zone: 'utc' }).plus({ days }));
}

/** The same day so many years later (earlier, when negative); 28 February where there is no 29th. */
export function addYears(date: string, years: number): string {
  return isoDate(DateTime.fromISO(date, { zone: 'utc' }).plus({ years }));
}

/**
 * The first day that can be booked now: a trip of today has begun already, there is no time left to confirm it in
 * (docs/decisions/0004).
 */
export function firstBookableDate(
  { timeZone, instantConfirmation }: { readonly timeZone: string; readonly instantConfirmation: boolean },
  now: Date,
): string {
  const today = todayIn(timeZone, now);
  return instantConfirmation ? today : addDays(today, 1);
}

/** The last first day that can be booked today. */
export function lastBookableDate(timeZone: string, now: Date): string {
  return isoDate(DateTime.fromJSDate(now, { zone: timeZone }).plus({ months: BOOKING_HORIZON_MONTHS }));
}

/**
 * The first instant whose local date is that day: the first midnight where there are two, the end of the gap where
 * clocks skip midnight or, as Samoa did once, the whole day.
 */
export function startOfDay(date: string, timeZone: string): Date {
  const zone = IANAZone.create(timeZone);
  const midnight = Date.parse(date);
  // No offset reaches a day: these instants lie before and after every midnight of that date, wherever it is.
  const before = zone.offset(midnight - DAY_MS) * MINUTE_MS;
  const after = zone.offset(midnight + DAY_MS) * MINUTE_MS;
  if (before === after) return new Date(midnight - before);
  const midnights = [midnight - before, midnight - after].filter(
    (instant) => instant + zone.offset(instant) * MINUTE_MS === midnight,
  );
  return new Date(midnights.length > 0 ? Math.min(...midnights) : changeOf(zone, midnight));
}

/** The instant at which clocks change within a day of `near`. */
function changeOf(zone: IANAZone, near: number): number {
  let [earlier, later] = [near - DAY_MS, near + DAY_MS];
  const before = zone.offset(earlier);
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (zone.offset(middle) === before) earlier = middle;
    else later = middle;
  }
  return later;
}

/** A trip of hours. */
export interface TripHours {
  /** `HH:MM` in the guide's calendar. */
  readonly startTime?: string | null | undefined;
  readonly durationMinutes?: number | null | undefined;
}

/** When the trip starts, and when it ends: 00:00 after its last day, or after its hours. A time that clocks skip is as much later. */
export function tripSpan(trip: TripDays & TripHours): { start: Date; end: Date } {
  if (trip.startTime && trip.durationMinutes) {
    const local = DateTime.fromISO(`${trip.tripDate}T${trip.startTime}`, { zone: trip.timeZone });
    return {
      start: local.toJSDate(),
      end: local.plus({ milliseconds: trip.durationMinutes * MINUTE_MS }).toJSDate(),
    };
  }
  return {
    start: startOfDay(trip.tripDate, trip.timeZone),
    end: startOfDay(addDays(trip.tripDate, trip.tripDays), trip.timeZone),
  };
}

/** The instant by which the studio must confirm: its own limit, never later than the trip's start. */
export function confirmationDeadline(createdAt: Date, limitHours: number, tripStart: Date): Date {
  return new Date(Math.min(createdAt.getTime() + limitHours * HOUR_MS, tripStart.getTime()));
}

/** From when the studio may start a trip: a day before; in the sandbox at any time (docs/decisions/0003). */
export function earliestStart(order: {
  readonly sandbox: boolean;
  readonly createdAt: Date;
  readonly tripStartAt: Date;
}): Date {
  return order.sandbox ? order.createdAt : new Date(order.tripStartAt.getTime() - DAY_MS);
}

/**
 * By when the studio must confirm an order that was changed while it waited: it has its whole time anew, and never less than
 * it had, up to the new start.
 */
export function deadlineAfterChange(
  before: Date,
  changedAt: Date,
  limitHours: number,
  tripStart: Date,
): Date {
  const anew = confirmationDeadline(changedAt, limitHours, tripStart);
  return new Date(Math.min(Math.max(before.getTime(), anew.getTime()), tripStart.getTime()));
}

function isoDate(moment: DateTime): string {
  return moment.toFormat('yyyy-MM-dd');
}
