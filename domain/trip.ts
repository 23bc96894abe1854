/** Days of a trip in the guide's calendar, and the instants that follow from them (docs/architecture.md, "An order's life"). */
import { DateTime } from 'luxon';
import { dateIn, instantOf, isKnownZone, startOfDay } from './wall-time.ts';

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
 * offsets (`+05:00`), and abbreviations that mean something else elsewhere; none of these is accepted, except `UTC` and `GMT`.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC' || name === 'GMT') return true;
  const isOther = ABBREVIATION.test(name) || !/^[a-z]/i.test(name) || /^SystemV\//i.test(name);
  return !isOther && isKnownZone(name);
}

/** True for a day that exists: `2026-02-30` does not. */
export function isCalendarDate(text: string): boolean {
  return DateTime.fromFormat(text, 'yyyy-MM-dd', { zone: 'utc' }).isValid;
}

/** Today in that zone, `YYYY-MM-DD`. */
export function todayIn(timeZone: string, now: Date): string {
  return dateIn(timeZone, now);
}

/** The day `days` after `date` (before it, when negative). */
export function addDays(date: string, days: number): string {
  return isoDate(DateTime.fromISO(date, { zone: 'utc' }).plus({ days }));
}

/** Days from one until another; negative where that is earlier. */
export function daysUntil(date: string, from: string): number {
  return Math.round((Date.parse(date) - Date.parse(from)) / DAY_MS);
}

/** The same day so many months later (earlier, when negative); the month's last day where there is no such day. */
export function addMonths(date: string, months: number): string {
  return isoDate(DateTime.fromISO(date, { zone: 'utc' }).plus({ months }));
}

/** The same day so many years later (earlier, when negative); 28 February where there is no 29th. */
export function addYears(date: string, years: number): string {
  return isoDate(DateTime.fromISO(date, { zone: 'utc' }).plus({ years }));
}

/**
 * The first day that can be booked now: a trip of today has begun already, there is no time left to confirm it in
 * (docs/decisions/0003).
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
  return addMonths(todayIn(timeZone, now), BOOKING_HORIZON_MONTHS);
}

/** The zone where a day begins first. */
const FIRST_ZONE = 'Etc/GMT-14';

/** No guide can be booked for a later day, wherever it is. */
export function lastBookableAnywhere(now: Date): string {
  return lastBookableDate(FIRST_ZONE, now);
}

/** A trip of hours. */
export interface TripHours {
  /** `HH:MM` in the guide's calendar. */
  readonly startTime?: string | null | undefined;
  readonly durationMinutes?: number | null | undefined;
}

/** When the trip starts, and when it ends: 00:00 after its last day, or after its hours. */
export function tripSpan(trip: TripDays & TripHours): { start: Date; end: Date } {
  if (trip.startTime && trip.durationMinutes) {
    const { at: start } = instantOf(trip.tripDate, trip.startTime, trip.timeZone);
    return { start, end: new Date(start.getTime() + trip.durationMinutes * MINUTE_MS) };
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
 * By when the studio must confirm an order that was changed while it waited: its whole time begins again, and it never has less than
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
