/** The feed of all guides of a studio. Its events are read by one statement, so that it is of one moment. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayRange } from '../../../domain/availability.ts';
import type { OrderState } from '../../../domain/order-state.ts';
import { StudioCalendar } from '../../entities/index.ts';
import { overlapsDaysSql, takenDaysSql } from '../orders/reservations.ts';

/** A new address of the feed; the one before ends. Null: there is none. */
export async function saveStudioFeedToken(
  em: EntityManager,
  studioKey: string,
  hash: string | null,
): Promise<void> {
  await em.execute(
    `insert into studio_calendar (studio_key, feed_token_hash, feed_made_at)
     select key, hash, case when hash is not null then now() end from (select ?::text as key, ?::text as hash) given
     on conflict (studio_key) do update set feed_token_hash = excluded.feed_token_hash, feed_made_at = excluded.feed_made_at,
       feed_tag = null, feed_changed_at = null`,
    [studioKey, hash],
  );
}

/** Somebody has a guide's time, or the studio keeps it free. */
export interface StudioFeedTime extends DayRange {
  readonly id: string;
  readonly kind: 'taken' | 'blocked';
  readonly guideId: string;
  readonly guideName: string;
  readonly timeZone: string;
  /** Of an order; null: a hold, or blocked. */
  readonly status: OrderState | null;
  readonly startAt: Date;
  readonly endAt: Date;
  /** When it was made; of blocked days when their guide was changed last. */
  readonly stamp: Date;
}

export interface StudioFeed {
  readonly studioKey: string;
  /** The earliest first. */
  readonly times: readonly StudioFeedTime[];
}

/** What a statement reads of a feed. */
export interface FeedReach {
  readonly now: Date;
  /** Days before today and after it, where each guide is. */
  readonly pastDays: number;
  readonly futureDays: number;
  /** Events. */
  readonly limit: number;
}

const startOf = (day: string) => `(${day})::timestamp at time zone own.zone`;

/** Only a studio's guides are walked, and of each what `reservation_apart` holds for those days; the rest is looked up for `limit` events. */
const READ = `
with studio as materialized (
  select m.key, ?::timestamptz + m.clock_ahead_ms * interval '1 millisecond' as now
  from studio_calendar c join merchant m on m.key = c.studio_key where c.feed_token_hash = ? and m.status = 'active'
), own as materialized (
  select g.id, g.name, g.time_zone as zone, g.blocked, g.updated_at,
    (studio.now at time zone g.time_zone)::date - ?::int as first, (studio.now at time zone g.time_zone)::date + ?::int as last
  from studio join guide g on g.studio_key = studio.key where g.deleted_at is null
), times as materialized (
  (select r.id, 'taken' as kind, own.id as guide_id, own.name, own.zone, r.start_at, r.end_at, null::timestamptz as stamp
   from own join reservation r on r.guide_id = own.id and ${overlapsDaysSql('own.zone', 'own.first', 'own.last')})
  union all
  (select own.id || '-' || lower(days), 'blocked', own.id, own.name, own.zone, ${startOf('lower(days)')}, ${startOf('upper(days)')}, own.updated_at
   from own cross join lateral unnest(own.blocked) days where days && daterange(own.first, own.last, '[]'))
  order by 6, 1 limit ?
)
select studio.key as "studioKey", r.id, r.kind, r.guide_id as "guideId", r.name as "guideName", r.zone as "timeZone", o.status,
  r.start_at as "startAt", r.end_at as "endAt", coalesce(r.stamp, o.created_at, h.created_at, r.start_at) as stamp, ${takenDaysSql('r.zone')}
from studio left join times r on true left join orders o on o.id = r.id left join hold h on h.id = r.id
order by r.start_at, r.id`;

type Row = { readonly studioKey: string; readonly id: string | null } & Omit<StudioFeedTime, 'id'>;

/** The studio behind a feed's address, which must be active, with its first events. */
export async function findStudioFeed(
  em: EntityManager,
  tokenHash: string,
  { now, pastDays, futureDays, limit }: FeedReach,
): Promise<StudioFeed | undefined> {
  const rows = await em.execute<Row[]>(READ, [now, tokenHash, pastDays, futureDays, limit]);
  const studioKey = rows[0]?.studioKey;
  if (studioKey === undefined) return undefined;
  // A studio without events is one row of nothing.
  const times = rows.flatMap(({ id, startAt, endAt, stamp, ...time }) =>
    id === null
      ? []
      : [{ ...time, id, startAt: new Date(startAt), endAt: new Date(endAt), stamp: new Date(stamp) }],
  );
  return { studioKey, times };
}

/** Since when the feed is what it is. @param tag made from all that it says. */
export async function studioFeedChangedAt(em: EntityManager, studioKey: string, tag: string): Promise<Date> {
  const [row] = await em.execute<{ at: string }[]>(
    `update studio_calendar set feed_tag = ?, feed_changed_at = date_trunc('second', now())
     where studio_key = ? and feed_tag is distinct from ? returning feed_changed_at as at`,
    [tag, studioKey, tag],
  );
  if (row) return new Date(row.at);
  const known = await em.findOne(StudioCalendar, studioKey, { refresh: true });
  return known?.feedChangedAt ?? new Date(0);
}
