/** The properties of the index of bits (guide-index.ts) that say on which days a guide is not free, and those that a search for days asks for. */
import { type DayRange, daysOf, weekdayOf, weekdaysIn } from '../../../domain/availability.ts';
import { WEEKDAYS } from '../../../domain/weekday.ts';
import { FILLS_ITS_DAYS, reservedDaysSql } from '../orders/reservations.ts';

/** The years that a request can name (contract/schemas/common.ts, CalendarDate); whatever the row says, there is an end. */
const NAMEABLE = `datemultirange(daterange('1000-01-01', '3000-01-01'))`;
const first = (unit: string, day: string) =>
  `date_trunc('${unit}', ${day}::timestamp + interval '1 ${unit} -1 day')::date`;
const last = (unit: string, day: string) => `date_trunc('${unit}', ${day}::timestamp)::date`;
const spans = (unit: string, format: string, from: string, until: string) =>
  `select to_char(span, '${format}') as span
   from generate_series(${from}::timestamp, ${until}::timestamp - interval '1 day', interval '1 ${unit}') span`;

/** Blocked and imported days as whole years (`2027`), whole months (`2027-05`) and the days left over: a range of any length is a few rows. */
const BLOCKED_SPANS = `
  select pieces.span
  from unnest((guide.blocked + guide.imported) * ${NAMEABLE}) range
  cross join lateral (select lower(range) as a, upper(range) as f) ends
  cross join lateral (select least(${first('month', 'a')}, f) as b) to_month
  cross join lateral (select greatest(${last('month', 'f')}, b) as e) from_month
  cross join lateral (select least(${first('year', 'b')}, e) as c) to_year
  cross join lateral (select greatest(${last('year', 'e')}, c) as d) from_year
  cross join lateral (
    ${spans('day', 'YYYY-MM-DD', 'a', 'b')} union all ${spans('month', 'YYYY-MM', 'b', 'c')}
    union all ${spans('year', 'YYYY', 'c', 'd')}
    union all ${spans('month', 'YYYY-MM', 'd', 'e')} union all ${spans('day', 'YYYY-MM-DD', 'e', 'f')}
  ) pieces`;

const BUSY_SPANS = `
  ${BLOCKED_SPANS}
  union all
  select to_char(day, 'YYYY-MM-DD') from reservation r, ${reservedDaysSql('guide.time_zone')}
  where r.guide_id = guide.id and ${FILLS_ITS_DAYS}`;

/**
 * SQL over a row `guide`: `busy:` each span; `week:` the Monday of each week with a busy day (not of one whose month or year is blocked
 * as a whole); `rests:` each day of the week, and `rests` where there is one.
 */
export const DAYS_NOT_FREE = `
  select 'rests:' || day from generate_series(0, 6) day where guide.rest_days & (1 << day) <> 0
  union all select 'rests' where guide.rest_days <> 0
  union all select unnest(case when span like '____-__-__'
      then array['busy:' || span, 'week:' || to_char(date_trunc('week', span::timestamp), 'YYYY-MM-DD')]
      else array['busy:' || span] end)
    from (${BUSY_SPANS}) spans`;

/**
 * The properties of which a guide has one when it rests, or is blocked or booked, on one of these days. Whole weeks have one each:
 * a month is a dozen, a year some eighty.
 */
export function notFreeOn(range: DayRange): string[] {
  const days = daysOf(range);
  const { weeks, others } = wholeWeeksOf(days);
  const months = new Set(days.map((day) => day.slice(0, 7)));
  const years = new Set(days.map((day) => day.slice(0, 4)));
  const busy = [...others, ...months, ...years].map((span) => `busy:${span}`);
  return [...restsOn(weekdaysIn(range)), ...busy, ...weeks.map((monday) => `week:${monday}`)];
}

/** @param days one after the other. @returns the Mondays of whole weeks, and the days that are in none. */
function wholeWeeksOf(days: readonly string[]): { weeks: string[]; others: string[] } {
  const start = days.findIndex((day) => weekdayOf(day) === 'monday');
  const count = start < 0 ? 0 : Math.floor((days.length - start) / WEEKDAYS.length);
  if (count === 0) return { weeks: [], others: [...days] };
  const end = start + count * WEEKDAYS.length;
  const weeks = days.slice(start, end).filter((_, index) => index % WEEKDAYS.length === 0);
  return { weeks, others: [...days.slice(0, start), ...days.slice(end)] };
}

const EVERY_WEEKDAY = 2 ** WEEKDAYS.length - 1;

function restsOn(weekdays: number): string[] {
  if (weekdays === EVERY_WEEKDAY) return ['rests'];
  return WEEKDAYS.flatMap((_, day) => ((weekdays & (1 << day)) === 0 ? [] : [`rests:${day}`]));
}
