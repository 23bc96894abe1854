import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayRange } from '../../domain/availability.ts';
import { daysSql, isLiveSql } from '../order-days.ts';

const IS_LIVE = isLiveSql('status');

/** A condition on `orders`; takes the first and the last day. */
export const HOLDS_DAYS = `${IS_LIVE} and ${daysSql('trip_date', 'trip_days')} && daterange(?::date, ?::date, '[]')`;

/** The trips of live orders that touch these days, in order; trips of one guide never overlap. */
export async function selectBookedRanges(
  em: EntityManager,
  guideId: string,
  { startDate, endDate }: DayRange,
): Promise<DayRange[]> {
  return await em.execute(
    `select to_char(trip_date, 'YYYY-MM-DD') as "startDate",
       to_char(trip_date + trip_days - 1, 'YYYY-MM-DD') as "endDate"
     from orders where guide_id = ? and ${HOLDS_DAYS} order by trip_date`,
    [guideId, startDate, endDate],
  );
}

/** True while any order of the guide can still move. */
export async function hasLiveOrders(em: EntityManager, guideId: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(`select from orders where guide_id = ? and ${IS_LIVE} limit 1`, [
    guideId,
  ]);
  return rows.length > 0;
}

/**
 * The days of live orders that rest days or blocks would cover, the first `limit` of them.
 * @param restDays a sum of `1 << weekday`, Monday is 0 (domain/availability.ts).
 * @param blocked a datemultirange.
 */
export async function bookedDaysWithin(
  em: EntityManager,
  guideId: string,
  { restDays, blocked, limit }: { restDays: number; blocked: string; limit: number },
): Promise<string[]> {
  const rows = await em.execute<{ day: string }[]>(
    `select to_char(day, 'YYYY-MM-DD') as day
     from orders, generate_series(trip_date, trip_date + trip_days - 1, interval '1 day') day
     where guide_id = ? and ${IS_LIVE}
       and ((1 << (extract(isodow from day)::int - 1)) & ?::int <> 0 or day::date <@ ?::datemultirange)
     order by day limit ?`,
    [guideId, restDays, blocked, limit],
  );
  return rows.map(({ day }) => day);
}
