/** Days of a trip in the guide's calendar, and the instants that follow from them (design, chapter 2). */
import { DateTime, IANAZone } from 'luxon';

export const MAX_TRIP_DAYS = 60;
/** How far ahead a trip may start. */
export const BOOKING_HORIZON_MONTHS = 18;
const HOUR_MS = 3_600_000;

export interface TripDays {
  /** First day, `YYYY-MM-DD`, in the guide's calendar. */
  readonly tripDate: string;
  readonly tripDays: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** True for a name of the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  return IANAZone.isValidZone(name);
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

/** The last first day that can be booked today. */
export function lastBookableDate(timeZone: string, now: Date): string {
  return isoDate(DateTime.fromJSDate(now, { zone: timeZone }).plus({ months: BOOKING_HORIZON_MONTHS }));
}

/** The first instant of a day there: 00:00, or the end of a gap where clocks skip midnight. */
export function startOfDay(date: string, timeZone: string): Date {
  return DateTime.fromISO(date, { zone: timeZone }).startOf('day').toJSDate();
}

/** When the trip starts, and when it ends: 00:00 after its last day. */
export function tripSpan(trip: TripDays): { start: Date; end: Date } {
  return {
    start: startOfDay(trip.tripDate, trip.timeZone),
    end: startOfDay(addDays(trip.tripDate, trip.tripDays), trip.timeZone),
  };
}

/** The instant by which the studio must confirm: its own limit, never later than the trip's start. */
export function confirmationDeadline(createdAt: Date, limitHours: number, tripStart: Date): Date {
  return new Date(Math.min(createdAt.getTime() + limitHours * HOUR_MS, tripStart.getTime()));
}

function isoDate(moment: DateTime): string {
  return moment.toFormat('yyyy-MM-dd');
}
