/**
 * Public holidays of the countries and their subdivisions, from date-holidays; the only file that knows it. What it says
 * is written down in the database (db/queries/guides/holidays.ts), and that decides from then on (docs/decisions/0011).
 */
import { createRequire } from 'node:module';
import type { Holiday } from '../domain/availability.ts';
import type { HolidayCalendar } from '../domain/guide.ts';
import { addDays } from '../domain/trip.ts';

const DAY_MS = 86_400_000;
const MAX_NAME = 200;

/** As far as it is used here. */
interface Library {
  new (
    country?: string,
    state?: string,
  ): {
    getCountries(): Record<string, string>;
    getStates(country: string): Record<string, string> | undefined;
    getHolidays(year: number): { date: string; start: Date; end: Date; name: string; type: string }[];
  };
}

const require = createRequire(import.meta.url);
let loaded: Library | undefined;

/** Loaded by who first asks: its tables take a tenth of a second and some megabytes, which most processes never need. */
function library(): Library {
  loaded ??= require('date-holidays') as Library;
  return loaded;
}

/** Why there are no holidays of such a calendar: which part of it is not known. */
export function unknownPart({ country, region }: HolidayCalendar): 'country' | 'region' | undefined {
  const known = new (library())();
  if (!Object.hasOwn(known.getCountries(), country)) return 'country';
  const isKnown = region === undefined || Object.hasOwn(known.getStates(country) ?? {}, region);
  return isKnown ? undefined : 'region';
}

/** The days of these years on which a calendar has a public holiday, in order; half days do not count. */
export function publicHolidays(calendar: HolidayCalendar, years: readonly number[]): Holiday[] {
  const { country, region } = calendar;
  const known = new (library())(country, region);
  const days = new Map<string, string>();
  for (const { type, date, start, end, name } of years.flatMap((year) => known.getHolidays(year))) {
    const count = Math.round((end.getTime() - start.getTime()) / DAY_MS);
    for (let n = 0; type === 'public' && n < count; n++) {
      const day = addDays(date.slice(0, 10), n);
      if (!days.has(day)) days.set(day, name.slice(0, MAX_NAME));
    }
  }
  return [...days].map(([day, name]) => ({ day, name })).sort((a, b) => (a.day < b.day ? -1 : 1));
}
