/** What one agency keeps of a guide without a confirmed order (docs/decisions/0074). A caller that is going to write locks the guide. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { KEPT_WITHIN_DAYS } from '../../../domain/keeping.ts';
import type { ReservedTime } from './reservations.ts';

export interface Keeping {
  readonly guideId: string;
  readonly merchantKey: string;
  /** By the merchant's clock. */
  readonly now: Date;
}

/** @param exceptOrder a pending one that these days would be those of. @returns whether the guide's limit allows so many days more. */
export async function daysFit(
  em: EntityManager,
  { guideId, merchantKey, now }: Keeping,
  days: number,
  exceptOrder?: string,
): Promise<boolean> {
  const [row] = await em.execute<{ fit: boolean }[]>(
    `select guide_days_fit(g.id, ?, ?::timestamptz, ?::int, g.max_unconfirmed_days, ?::text) as fit from guide g where g.id = ?`,
    [merchantKey, now, days, exceptOrder ?? null, guideId],
  );
  return row?.fit ?? true;
}

/** The guide's limit in days, and when the first of what the agency keeps ends; null where nothing is kept any more. */
export async function firstKeptEnd(
  em: EntityManager,
  { guideId, merchantKey, now }: Keeping,
): Promise<{ maxUnconfirmedDays: number; endsAt: Date | null }> {
  const [row] = await em.execute<{ maxUnconfirmedDays: number; endsAt: Date | string | null }[]>(
    `select g.max_unconfirmed_days as "maxUnconfirmedDays", least(
       (select min(h.expires_at) from hold h where h.guide_id = g.id and h.merchant_key = any(agency.keys)
          and h.status = 'held' and h.expires_at > ?::timestamptz),
       (select min(o.confirm_by) from orders o where o.guide_id = g.id and o.merchant_key = any(agency.keys)
          and o.status = 'pending' and not o.instant_confirmation)) as "endsAt"
     from guide g, (select merchants_beside(?) as keys) agency where g.id = ?`,
    [now, merchantKey, guideId],
  );
  const endsAt = row?.endsAt ?? null;
  return {
    maxUnconfirmedDays: row?.maxUnconfirmedDays ?? 0,
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
}

/**
 * Whether the agency's holds that came to nothing have kept this time of the guide for so long that it may not be held for
 * these seconds more. The first hold of a time always may.
 * @returns the guide's limit in hours, and when enough of them are forgotten; undefined where it may be held.
 */
export async function heldInVain(
  em: EntityManager,
  { guideId, merchantKey, now }: Keeping,
  { startAt, endAt }: ReservedTime,
  seconds: number,
): Promise<{ maxHeldHours: number; freeAt: Date } | undefined> {
  const same = [merchantKey, now, KEPT_WITHIN_DAYS, startAt, endAt];
  const [row] = await em.execute<{ maxHeldHours: number; freeAt: Date | string | null }[]>(
    `select g.max_held_hours as "maxHeldHours", (
       select max(past.created_at) filter (where past.seconds + ?::float8 > g.max_held_hours * 3600.0)
         + ?::int * interval '24 hours'
       from (
         select kept_from as created_at, sum(extract(epoch from until - kept_from)) over (order by kept_from desc, id desc) as seconds
         from (
           select h.id, coalesce(h.moved_at, h.created_at) as kept_from, coalesce(h.released_at, h.expires_at) as until
           from hold h
           where h.guide_id = g.id and h.merchant_key = any(merchants_beside(?)) and h.status in ('released', 'expired')
             and h.created_at > ?::timestamptz - ?::int * interval '24 hours'
             and tstzrange(h.trip_start_at, h.trip_end_at) && tstzrange(?::timestamptz, ?::timestamptz)
           union all
           select h.id, e."from", e.until
           from hold h, jsonb_to_recordset(h.earlier)
             as e ("startAt" timestamptz, "endAt" timestamptz, "from" timestamptz, until timestamptz)
           where h.guide_id = g.id and h.merchant_key = any(merchants_beside(?)) and h.earlier is not null
             and h.created_at > ?::timestamptz - ?::int * interval '24 hours'
             and tstzrange(e."startAt", e."endAt") && tstzrange(?::timestamptz, ?::timestamptz)) kept) past) as "freeAt"
     from guide g where g.id = ?`,
    [seconds, KEPT_WITHIN_DAYS, ...same, ...same, guideId],
  );
  if (!row?.freeAt) return undefined;
  return { maxHeldHours: row.maxHeldHours, freeAt: new Date(row.freeAt) };
}
