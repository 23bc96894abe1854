/** The guide list's filters as SQL. Each has an index of its own: db/entities/guide.ts. */
import { toMultirange } from '../../../db/types/day-ranges.ts';
import { weekdaysIn } from '../../../domain/availability.ts';
import type { GuideStatus } from '../../../domain/guide.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { LIVE_STATES } from '../../../domain/order-state.ts';
import { MAX_TRIP_DAYS } from '../../../domain/trip.ts';

export interface GuideFilter {
  readonly area?: string;
  readonly status?: GuideStatus;
  readonly serviceType?: string;
  readonly currency?: string;
  /** Hundredths; above 0. */
  readonly minRating?: number;
  /** All of these in name or profile; already made `searchable`. */
  readonly words?: readonly string[];
  /** Free on all these days, both included. */
  readonly availableFrom?: string;
  readonly availableTo?: string;
}

/** A part of a `where`, with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
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
  const { area, status, serviceType, currency, minRating, words = [], availableFrom, availableTo } = filter;
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: unknown[]) => conditions.push({ sql, values });
  if (area !== undefined)
    add('array_append(guide.service_areas, guide.area::text) @> array[?]::text[]', area);
  if (status !== undefined) add('guide.status = ?', status);
  if (serviceType !== undefined) add('guide.service_types @> array[?]::text[]', serviceType);
  if (currency !== undefined) add('guide.currency = ?', currency);
  if (minRating !== undefined) add('guide.rating_hundredths >= ?', minRating);
  for (const word of words) add('guide.search_text like ?', `%${escapeLike(word)}%`);
  if (availableFrom !== undefined && availableTo !== undefined) {
    conditions.push(...availableOn(availableFrom, availableTo));
  }
  return conditions;
}

function availableOn(startDate: string, endDate: string): Condition[] {
  const weekdays = weekdaysIn({ startDate, endDate });
  const window = toMultirange([{ startDate, endDate }]);
  return [
    { sql: "guide.status = 'active'", values: [] },
    { sql: 'guide.rest_days & ?::int = 0', values: [weekdays] },
    { sql: 'not (guide.blocked && ?::datemultirange)', values: [window] },
    {
      sql: `guide.id not in (${BOOKED_GUIDES})`,
      values: [startDate, endDate, startDate, endDate],
    },
  ];
}

const LIVE = LIVE_STATES.map((state) => `'${state}'`).join(', ');

/**
 * Takes first and last day, twice. The range by trip_date adds nothing to what overlaps, but an index serves it
 * (orders_live_by_day), without the table. Found once, apart from any guide.
 */
const BOOKED_GUIDES = `select guide_id from orders where status in (${LIVE})
    and trip_date between ?::date - ${MAX_TRIP_DAYS - 1} and ?::date
    and daterange(trip_date, trip_date + trip_days) && daterange(?::date, ?::date, '[]')`;

/** `%`, `_` and the escape itself stand for themselves. */
function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
