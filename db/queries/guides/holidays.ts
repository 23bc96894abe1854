/**
 * Public holidays as the database keeps them, once for every calendar that a guide ever named: lists, bookings and
 * calendars read the same rows, so they cannot differ (docs/decisions/0011).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { calendarOf } from '../../../domain/guide.ts';
import { publicHolidays } from '../../public-holidays.ts';

/** Last year's, since a day ends late in the west; and more than the 18 months and 60 days that can be booked ahead, also next year. */
const YEARS = [-1, 0, 1, 2, 3] as const;

/** SQL: the holidays of a row `guide`, as json of `Holiday`s. */
export const HOLIDAYS_OF_GUIDE = `(case when guide.holiday_calendar is null then '[]'::json else (
      select coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'name', name) order by day), '[]')
      from public_holiday where calendar = guide.holiday_calendar) end)`;

/** In the order of the days, so that two writers of the same calendar do not deadlock. */
const WRITE = `
with given as (
  select day, name from json_to_recordset(?::json) as given (day date, name text)
), gone as (
  delete from public_holiday where calendar = ? and day not in (select day from given)
)
insert into public_holiday (calendar, day, name) select ?, day, name from given order by day
on conflict (calendar, day) do update set name = excluded.name where public_holiday.name <> excluded.name`;

/**
 * Brings a calendar's holidays up to date: last year's to those in three years; others are forgotten.
 * @param calendar one that the library knows; others have none.
 */
export async function writeHolidays(em: EntityManager, calendar: string, now: Date): Promise<void> {
  const years = YEARS.map((after) => now.getUTCFullYear() + after);
  const holidays = publicHolidays(calendarOf(calendar), years);
  await em.execute(WRITE, [JSON.stringify(holidays), calendar, calendar]);
}

/**
 * Brings every calendar that a guide ever named up to date: the year that has come into reach, and what a new version of the library
 * says. Years are written so far ahead that a platform which is stopped for a year misses none. @returns how many calendars.
 */
export async function refreshHolidays(em: EntityManager, now: Date): Promise<number> {
  const rows = await em.execute<{ calendar: string }[]>('select distinct calendar from public_holiday');
  for (const { calendar } of rows) await writeHolidays(em, calendar, now);
  return rows.length;
}
