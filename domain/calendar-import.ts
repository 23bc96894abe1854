/** What is taken over from a guide's own calendar (iCalendar, RFC 5545) as days that cannot be booked. */
import { type DayRange, withRange } from './availability.ts';
import { addDays, lastBookableDate, todayIn } from './trip.ts';

/** How often a calendar is read. */
export const IMPORT_EVERY_MS = 3_600_000;
/** At most so many events and repetitions in the window: no guide's calendar has more. */
export const MAX_OCCURRENCES = 2_000;
/** What one calendar may take. */
export const IMPORT_LIMITS = { bytes: 1_048_576, totalMs: 10_000, redirects: 3, parseMs: 5_000 } as const;

/** Why an import failed; the days of the one before stay. */
export const IMPORT_ERRORS = [
  'address_refused',
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_lost',
  'too_many_redirects',
  'http_status',
  'too_large',
  'not_a_calendar',
  'too_many_events',
] as const;
export type ImportError = (typeof IMPORT_ERRORS)[number];

/** An import went wrong in a way that has one of the fixed words. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
  readonly word: ImportError;

  constructor(word: ImportError, cause?: unknown) {
    super(word, cause === undefined ? undefined : { cause });
    this.word = word;
  }
}

/** The days that are imported: from yesterday, for time zones behind UTC, to the last one that can be booked. */
export function importWindow(timeZone: string, now: Date): DayRange {
  return { startDate: addDays(todayIn(timeZone, now), -1), endDate: lastBookableDate(timeZone, now) };
}

/** What lies in the window, in order; ranges that overlap or touch become one. */
export function importedDays(busy: readonly DayRange[], window: DayRange): DayRange[] {
  const cut = busy.map(({ startDate, endDate }) => ({
    startDate: startDate < window.startDate ? window.startDate : startDate,
    endDate: endDate > window.endDate ? window.endDate : endDate,
  }));
  const within = cut.filter(({ startDate, endDate }) => startDate <= endDate);
  return within.toSorted(byStart).reduce<DayRange[]>(appended, []);
}

function byStart(a: DayRange, b: DayRange): number {
  return a.startDate < b.startDate ? -1 : 1;
}

function appended(ranges: DayRange[], range: DayRange): DayRange[] {
  const last = ranges.at(-1);
  if (last === undefined) return [range];
  ranges.splice(-1, 1, ...withRange([last], range));
  return ranges;
}
