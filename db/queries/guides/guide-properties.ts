/** What guide/list's index of bits says of a guide (docs/decisions/0011), as SQL over a row `guide`. */
import { DAYS_NOT_FREE } from './busy-days.ts';
import { HAS_STOPS } from './stop-sales.ts';

/**
 * Raised with every change of PROPERTIES. While two releases run side by side, the older one indexes guides as well and clears what it
 * does not know, this among it; guides without it are indexed again (guide-index.ts).
 */
export const LAYOUT = 'layout:2';

/** The property of guides with stop-sales: whom they stop depends on who asks, so that each is asked. */
export const STOPS = 'stops';

/**
 * Numbers that are compared bit by bit (services/guides/bit-slices.ts): which of the guide's, how many bits it has at most, and from which
 * powers of two on a guide has one property for all higher bits: few rates reach them, and a comparison that doesn't either reads no more.
 */
export const SLICED = {
  /** Minor units; MAX_DAILY_AMOUNT of domain/price.ts is below 2^37. */
  rate: { column: 'guide.day_rate', width: 37, powers: [16, 24] },
  guests: { column: 'guide.max_guests', width: 9, powers: [] },
} as const;
export type SlicedNumber = keyof typeof SLICED;

/** The properties of guides whose number has this bit, and is at least two to this power. */
export const sliceOf = (number: SlicedNumber, bit: number) => `${number}:${bit}`;
export const reaches = (number: SlicedNumber, power: number) => `${number}_from:${power}`;

const slicesOf = (number: SlicedNumber) => {
  const { column, width, powers } = SLICED[number];
  return [
    `select '${number}:' || bit from generate_series(0, ${width - 1}) bit where ${column}::bigint & (1::bigint << bit) <> 0`,
    ...powers.map((power) => `select '${reaches(number, power)}' where ${column} >= ${2 ** power}`),
  ].join('\n  union all ');
};

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
  union all select '${LAYOUT}'
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
  union all select '${STOPS}' where ${HAS_STOPS}
  union all select 'holidays:' || guide.holiday_calendar where guide.holiday_calendar is not null
  union all ${DAYS_NOT_FREE}`;
