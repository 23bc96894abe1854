/** The guide list's filters as SQL. Each has its own index: db/entities/guide.ts. */
import { hasSoShort, takesParty } from '../../db/queries/guides/guide-properties.ts';
import { STOPPED } from '../../db/queries/guides/stop-sales.ts';
import { FILLS_ITS_DAYS, overlapsDaysSql } from '../../db/queries/orders/reservations.ts';
import { toMultirange } from '../../db/types/day-ranges.ts';
import { weekdaysIn } from '../../domain/availability.ts';
import type { GuideStatus } from '../../domain/guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { daysUntil } from '../../domain/trip.ts';
import { all, type Condition } from './condition.ts';
import { type Circle, withinCircle } from './distance.ts';

export interface GuideFilter {
  /** Already an `areaKey`. */
  readonly area?: string;
  readonly status?: GuideStatus;
  /** Already an `areaKey`. */
  readonly serviceType?: string;
  /** A tag of BCP 47 in lower case; also finds longer tags that begin with it. */
  readonly language?: string;
  readonly currency?: string;
  /** Minor units of `currency`, both included. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  /** The size of a party that some trip of the guide is for. */
  readonly guests?: number;
  readonly instantConfirmation?: boolean;
  /** Only of this studio. */
  readonly studioKey?: string;
  readonly near?: Circle;
  /** Hundredths; above 0. */
  readonly minRating?: number;
  /** All of these in name or profile; already made `searchable`. */
  readonly words?: readonly string[];
  /** Free on all these days, both included; some trip with the guide is no longer. */
  readonly availableFrom?: string;
  readonly availableTo?: string;
  /** Whose bookings these days are for, and the moment by its clock. */
  readonly availableFor?: { readonly merchantKey: string; readonly at: Date };
}

/** Takes the caller's `sandbox`. Guides of a suspended studio are as good as deleted. */
export const IN_WORLD = `guide.sandbox = ? and guide.deleted_at is null
  and guide.studio_key <> all (array(select key from merchant where kind = 'studio' and status <> 'active'))`;

/** The guides that the caller may know of: public ones, its own, and those of studios that linked it. */
export function visibleTo(caller: CallingMerchant): Condition {
  return {
    sql: `${IN_WORLD}\n  and (guide.visibility = 'public' or guide.studio_key = ? or guide.studio_key = any (
    array(select studio_key from partnership where partner_key = ?)))`,
    values: [caller.sandbox, caller.key, caller.key],
  };
}

/** One condition for each filter that is set. */
export function conditionsOf(filter: GuideFilter): Condition[] {
  const { area, status, serviceType, language, currency, minRating, words = [], near } = filter;
  const {
    minPrice,
    maxPrice,
    guests,
    instantConfirmation,
    studioKey,
    availableFrom,
    availableTo,
    availableFor,
  } = filter;
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: unknown[]) => conditions.push({ sql, values });
  if (area !== undefined) add('guide.area_keys @> array[?]::text[]', area);
  if (status !== undefined) add('guide.status = ?', status);
  if (serviceType !== undefined) add('guide.service_type_keys @> array[?]::text[]', serviceType);
  if (language !== undefined) add('guide.language_keys @> array[?]::text[]', language);
  if (currency !== undefined) add('guide.currency = ?', currency);
  if (minRating !== undefined) add('guide.rating_hundredths >= ?', minRating);
  if (minPrice !== undefined) add('guide.day_rate >= ?', minPrice);
  if (maxPrice !== undefined) add('guide.day_rate <= ?', maxPrice);
  if (guests !== undefined) add('guide.max_guests >= ?', guests);
  if (instantConfirmation !== undefined) add('guide.instant_confirmation = ?', instantConfirmation);
  if (studioKey !== undefined) add('guide.studio_key = ?', studioKey);
  if (near !== undefined) conditions.push(withinCircle(near));
  for (const word of words) add('guide.search_text like ?', `%${escapeLike(word)}%`);
  const unindexed: Condition[] = [];
  if (guests !== undefined) unindexed.push({ sql: takesParty('?::int'), values: [guests, guests] });
  if (availableFrom !== undefined && availableTo !== undefined) {
    add("guide.status = 'active'");
    unindexed.push(...availableOn(availableFrom, availableTo, availableFor));
  }
  return unindexed.length === 0 ? conditions : [...conditions, asOne(unindexed)];
}

/**
 * What no index answers and no statistics know, as one condition: of a `case` the planner expects that half of the guides pass. Of each by itself it
 * expects a half or a third, of all together next to none, and would read and sort all guides whose days it has to check instead of
 * walking the sort's index until the page is full.
 */
function asOne(conditions: readonly Condition[]): Condition {
  const { sql, values } = all(conditions);
  return { sql: `case when ${sql} then true else false end`, values };
}

function availableOn(startDate: string, endDate: string, who: GuideFilter['availableFor']): Condition[] {
  const range = { startDate, endDate };
  return [
    { sql: hasSoShort('?::int'), values: [daysUntil(endDate, startDate) + 1] },
    { sql: NOT_RESTING, values: [weekdaysIn(range)] },
    { sql: 'not (guide.blocked && ?::datemultirange)', values: [toMultirange([range])] },
    { sql: 'not (guide.imported && ?::datemultirange)', values: [toMultirange([range])] },
    { sql: NO_HOLIDAY, values: [startDate, endDate] },
    { sql: NOT_BOOKED, values: [startDate, endDate] },
    {
      sql: `not ${STOPPED}`,
      values: [who?.merchantKey ?? null, startDate, endDate, who?.at ?? null],
    },
  ];
}

/** Takes the days of the week. */
const NOT_RESTING = 'guide.rest_days & ?::int = 0';

/** Takes first and last day. The calendars with a holiday are read once, not for each guide. */
const NO_HOLIDAY = `(guide.holiday_calendar is null or guide.holiday_calendar <> all (array(
    select distinct calendar from public_holiday where day between ?::date and ?::date)))`;

/** Takes first and last day. Reads reservation_apart for each guide that the rest of the filter leaves. */
const NOT_BOOKED = `not exists (select from reservation r where r.guide_id = guide.id and ${overlapsDaysSql('guide.time_zone')}
  and ${FILLS_ITS_DAYS})`;

/** Escapes `%`, `_` and the escape itself, so that they are literal. */
function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
