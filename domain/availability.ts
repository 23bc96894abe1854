/** Which days of a guide can still be booked. Days are `YYYY-MM-DD` in the guide's calendar. */
import { addDays } from './trip.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';

/** How far ahead a guide's detail shows bookable days (docs/architecture.md, "HTTP"). */
export const TIME_SLOT_DAYS = 90;

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = WEEKDAYS.indexOf('thursday');

/** Both days included. */
export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** A public holiday; its name as people there call it. */
export interface Holiday {
  readonly day: string;
  readonly name: string;
}

/** What the studio keeps free of bookings: the only place that says so, for bookings, quotes, slots and calendars. */
export interface ClosedDays {
  /** Every such day of every week; a sum of `1 << index` of WEEKDAYS. */
  readonly restDays: number;
  readonly blocked: readonly DayRange[];
  /** On which the guide does not work; absent: works on all of them. */
  readonly holidays?: readonly Holiday[] | undefined;
}

/** Weekday names as the sum that the database keeps. */
export function toRestDays(weekdays: readonly Weekday[]): number {
  return weekdays.reduce((sum, weekday) => sum | (1 << WEEKDAYS.indexOf(weekday)), 0);
}

/** The names behind such a sum, Monday first. */
export function weekdaysOf(restDays: number): Weekday[] {
  return WEEKDAYS.filter((_, index) => (restDays & (1 << index)) !== 0);
}

/** The weekdays in a range, in the form of `restDays`. */
export function weekdaysIn(range: DayRange): number {
  return daysOf(range, WEEKDAYS.length).reduce((sum, day) => sum | weekdayBit(day), 0);
}

/** The days of `range` that are rest days, blocked or holidays. */
export function closedDaysIn(range: DayRange, closed: ClosedDays): string[] {
  return daysOf(range).filter((day) => isClosed(day, closed));
}

/** The same as people read it: a holiday with its name. */
export function describeClosedDays(range: DayRange, closed: ClosedDays): string[] {
  return closedDaysIn(range, closed).map((day) => {
    const holiday = holidayOn(day, closed);
    return holiday === undefined ? day : `${day} (${holiday})`;
  });
}

/** The name of the holiday on which the guide does not work. */
export function holidayOn(day: string, { holidays = [] }: ClosedDays): string | undefined {
  return holidays.find((holiday) => holiday.day === day)?.name;
}

/** The ranges and one more, in order; those that overlap or touch become one. */
export function withRange(ranges: readonly DayRange[], range: DayRange): DayRange[] {
  const merged: DayRange[] = [];
  for (const one of [...ranges, range].toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || one.startDate > addDays(last.endDate, 1)) merged.push(one);
    else if (one.endDate > last.endDate) merged[merged.length - 1] = { ...last, endDate: one.endDate };
  }
  return merged;
}

/** The ranges without these days. */
export function withoutRange(ranges: readonly DayRange[], { startDate, endDate }: DayRange): DayRange[] {
  return ranges.flatMap((one) => {
    const before = { ...one, endDate: min(one.endDate, addDays(startDate, -1)) };
    const after = { ...one, startDate: max(one.startDate, addDays(endDate, 1)) };
    return [before, after].filter((part) => part.startDate <= part.endDate);
  });
}

const min = (a: string, b: string) => (a < b ? a : b);
const max = (a: string, b: string) => (a > b ? a : b);

/** The gaps that rest days, blocks, holidays and `booked` leave in `window`, in order. */
export function timeSlots(window: DayRange, closed: ClosedDays, booked: readonly DayRange[]): DayRange[] {
  const resting = daysOf(window).filter((day) => (weekdayBit(day) & closed.restDays) !== 0);
  const rests = resting.map((day) => ({ startDate: day, endDate: day }));
  const holidays = (closed.holidays ?? []).map(({ day }) => ({ startDate: day, endDate: day }));
  return freeRanges(window, [...rests, ...closed.blocked, ...holidays, ...booked]);
}

/**
 * The gaps that `busy` leaves in `window`, in order. Busy ranges may overlap, touch, reach past the window, and come
 * in any order.
 */
export function freeRanges(window: DayRange, busy: readonly DayRange[]): DayRange[] {
  const free: DayRange[] = [];
  let next = window.startDate;
  for (const range of busy.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    if (range.startDate > window.endDate) break;
    if (range.startDate > next) free.push({ startDate: next, endDate: addDays(range.startDate, -1) });
    if (range.endDate >= next) next = addDays(range.endDate, 1);
  }
  if (next <= window.endDate) free.push({ startDate: next, endDate: window.endDate });
  return free;
}

/** The days of a range, the first `limit` of them. */
export function daysOf({ startDate, endDate }: DayRange, limit = Number.POSITIVE_INFINITY): string[] {
  const first = Date.parse(startDate);
  const count = Math.min(limit, Math.round((Date.parse(endDate) - first) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** True for a day on which the guide does not work. */
export function isClosed(day: string, closed: ClosedDays): boolean {
  const { restDays, blocked } = closed;
  const isRestDay = (weekdayBit(day) & restDays) !== 0;
  const isBlocked = blocked.some(({ startDate, endDate }) => startDate <= day && day <= endDate);
  return isRestDay || isBlocked || holidayOn(day, closed) !== undefined;
}

/** The weekday of a day. */
export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[weekdayIndex(day)]!;
}

function weekdayBit(day: string): number {
  return 1 << weekdayIndex(day);
}

function weekdayIndex(day: string): number {
  const index = (Date.parse(day) / DAY_MS + EPOCH_WEEKDAY) % WEEKDAYS.length;
  return index < 0 ? index + WEEKDAYS.length : index;
}

/** Days that follow each other and have the same value, as ranges. @param days in their order, without gaps. */
export function rangesBy<Value>(
  days: readonly string[],
  readDay: (day: string) => Value,
): (DayRange & { readonly value: Value })[] {
  const ranges: { startDate: string; endDate: string; value: Value }[] = [];
  for (const day of days) {
    const value = readDay(day);
    const last = ranges.at(-1);
    if (last !== undefined && last.value === value) last.endDate = day;
    else ranges.push({ startDate: day, endDate: day, value });
  }
  return ranges;
}
