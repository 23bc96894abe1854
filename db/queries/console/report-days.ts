/** What reports count of days: one side's trips by the day on which they are. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { MAX_TRIP_DAYS } from '../../../domain/trip-details.ts';
import { byFilter, type ReportScope, whereOf } from './report-scope.ts';

/** Which trips, by their days where the guide is. */
export interface DayScope extends Pick<ReportScope, 'side' | 'key' | 'guideId' | 'area' | 'partner'> {
  /** Both included. */
  readonly from: string;
  readonly to: string;
}

export interface DayRow {
  readonly guideId: string;
  readonly guideName: string;
  readonly month: string;
  /** Each day once, however many trips it has. */
  readonly days: number;
  readonly trips: number;
}

/** Guides and months of a report. */
export const MAX_DAY_ROWS = 5_000;

/** Days with a trip that was confirmed and not cancelled. */
export async function selectBookedDays(em: EntityManager, scope: DayScope): Promise<DayRow[]> {
  const where = whereOf([
    [`o.${scope.side} = ?`, scope.key],
    [`o.trip_date >= ?::date - ${MAX_TRIP_DAYS}`, scope.from],
    ['o.trip_date <= ?::date', scope.to],
    ...byFilter(scope),
    ['on_day.day between ?::date and ?::date', scope.from, scope.to],
  ]);
  return await em.execute<DayRow[]>(
    `select o.guide_id as "guideId", g.name as "guideName", to_char(on_day.day, 'YYYY-MM') as month,
       count(distinct on_day.day)::int as days, count(distinct o.id)::int as trips
     from orders o join guide g on g.id = o.guide_id
       cross join lateral (select o.trip_date + number as day from generate_series(0, o.trip_days - 1) number) on_day
     where o.status in ('confirmed', 'in_progress', 'completed') and ${where.sql}
     group by o.guide_id, g.name, month order by g.name, o.guide_id, month limit ${MAX_DAY_ROWS + 1}`,
    where.values,
  );
}
