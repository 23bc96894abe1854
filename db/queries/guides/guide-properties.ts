/** What guide/list's index of bits says of a guide (docs/decisions/0011), as SQL over a row `guide`. */
import { FILLS_ITS_DAYS, reservedDaysSql } from '../orders/reservations.ts';
import { HAS_STOPS } from './stop-sales.ts';

/** The years that a request can name (contract/schemas/common.ts, CalendarDate); whatever the row says, there is an end. */
const NAMEABLE = `datemultirange(daterange('1000-01-01', '3000-01-01'))`;
const first = (unit: string, day: string) =>
  `date_trunc('${unit}', ${day}::timestamp + interval '1 ${unit} -1 day')::date`;
const last = (unit: string, day: string) => `date_trunc('${unit}', ${day}::timestamp)::date`;
const spans = (unit: string, format: string, from: string, until: string) =>
  `select to_char(span, '${format}') as span
   from generate_series(${from}::timestamp, ${until}::timestamp - interval '1 day', interval '1 ${unit}') span`;

/**
 * Blocked and imported days as whole years (`2027`), whole months (`2027-05`) and the days left over, so that a range of any length is
 * a few rows. `busyOn` names those that a day lies in.
 */
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

/** The properties of which a guide has one when it is blocked or booked on that day. */
export const busyOn = (day: string) => [day, day.slice(0, 7), day.slice(0, 4)].map((span) => `busy:${span}`);

/** The property of guides with stop-sales: whom they stop depends on who asks, so that each is asked. */
export const STOPS = 'stops';

/** Numbers that are compared bit by bit (services/guides/bit-slices.ts): which of the guide's, and how many bits it has at most. */
export const SLICED = {
  /** Minor units; MAX_DAILY_AMOUNT of domain/price.ts is below 2^37. */
  rate: { column: 'guide.day_rate', width: 37 },
  guests: { column: 'guide.max_guests', width: 9 },
} as const;
export type SlicedNumber = keyof typeof SLICED;

const slicesOf = (number: SlicedNumber) => `
  select '${number}:' || bit from generate_series(0, ${SLICED[number].width - 1}) bit
  where ${SLICED[number].column}::bigint & (1::bigint << bit) <> 0`;

/** SQL: some trip with a row `guide`, which takes so many guests at most, is for a party of so many. @param guests SQL, twice. */
export const takesParty = (
  guests: string,
) => `(guide.offers_whole_days and coalesce(guide.min_guests, 1) <= ${guests}
  or exists (
    select from jsonb_array_elements(guide.trip_kinds) trip (terms)
    where ${guests} between coalesce((terms ->> 'minGuests')::int, 1)
      and coalesce((terms ->> 'maxGuests')::int, (terms ->> 'capacity')::int, guide.max_guests)))`;

/** SQL: some trip with a row `guide` is no longer than so many days; trips of hours have one. @param days SQL. */
export const hasSoShort = (days: string) =>
  `(coalesce(guide.min_days, 1) <= ${days} or guide.trip_kinds <> '[]')`;

/** The property of guides that take more guests than these, and no party of so many. */
export const refusesParty = (guests: number) => `refuses:${guests}`;
/** The property of guides whose trips are all longer than so many days. */
export const onlyLongerThan = (days: number) => `longer:${days}`;

/** Every property that a public guide has. Ratings: each tenth that it reaches, and its exact hundredths. */
export const PROPERTIES = `
  select 'world:' || guide.sandbox
  union all select 'status:' || guide.status
  union all select 'currency:' || guide.currency
  union all select 'area:' || area from unnest(guide.area_keys) area
  union all select 'studio:' || guide.studio_key
  union all select 'instant:' || guide.instant_confirmation
  union all select 'type:' || type from unnest(guide.service_type_keys) type
  union all select 'language:' || language from unnest(guide.language_keys) language
  union all ${slicesOf('rate')}
  union all ${slicesOf('guests')}
  union all select 'refuses:' || guests from generate_series(1, guide.max_guests) guests where not ${takesParty('guests')}
  union all select 'longer:' || days from generate_series(1, guide.min_days - 1) days where not ${hasSoShort('days')}
  union all select 'rating:' || guide.rating_hundredths where guide.rating_hundredths is not null
  union all select 'reaches:' || tenth from generate_series(10, guide.rating_hundredths / 10) tenth
  union all select 'rests:' || day from generate_series(0, 6) day where guide.rest_days & (1 << day) <> 0
  union all select '${STOPS}' where ${HAS_STOPS}
  union all select 'holidays:' || guide.holiday_calendar where guide.holiday_calendar is not null
  union all select 'busy:' || span from (${BLOCKED_SPANS}) spans
  union all select 'busy:' || to_char(day, 'YYYY-MM-DD')
    from reservation r, ${reservedDaysSql('guide.time_zone')}
    where r.guide_id = guide.id and ${FILLS_ITS_DAYS}`;
