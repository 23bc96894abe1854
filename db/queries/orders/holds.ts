/** What is written and read of holds (docs/orders.md, "Holds"). Locks are taken in this order: merchant's holds, guide, hold, reservation. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldState, KeptTime } from '../../../domain/hold.ts';
import { holdLock, tryLock } from '../../advisory-locks.ts';
import { Hold } from '../../entities/index.ts';
import {
  giveBackTime,
  hasPlaces,
  noteTaken,
  reserveSql,
  WANTED_TIME,
  type WantedTime,
  wantedTime,
} from './reservations.ts';

/** Until the transaction ends, this merchant's other new holds wait: they are counted one at a time. */
export async function lockHoldsOf(em: EntityManager, merchantKey: string): Promise<void> {
  await holdLock(em, 'holdsOfMerchant', merchantKey);
}

/** The same, without waiting for who has it. @returns whether it is this transaction's. */
export async function tryHoldsOf(em: EntityManager, merchantKey: string): Promise<boolean> {
  return await tryLock(em, 'holdsOfMerchant', merchantKey);
}

/** How many holds the merchant has at this moment, and when the first of them ends (null: it has none). */
export async function countOpenHolds(
  em: EntityManager,
  merchantKey: string,
  now: Date,
): Promise<{ count: number; firstEndsAt: Date | null }> {
  const [row] = await em.execute<{ count: number; firstEndsAt: Date | string | null }[]>(
    `select count(*)::int as count, min(expires_at) as "firstEndsAt" from hold
     where merchant_key = ? and status = 'held' and expires_at > ?`,
    [merchantKey, now],
  );
  const firstEndsAt = row?.firstEndsAt ?? null;
  return { count: row?.count ?? 0, firstEndsAt: firstEndsAt === null ? null : new Date(firstEndsAt) };
}

/** Takes a guide's time, which is locked, under this id. False where a live order or a hold has some of it, or too few places are left. */
export async function reserve(
  em: EntityManager,
  id: string,
  guideId: string,
  wanted: WantedTime,
): Promise<boolean> {
  const taken = await em.execute<unknown[]>(
    `with taken as (
       ${reserveSql(WANTED_TIME)}
       where ${hasPlaces('guide_id')}
       on conflict do nothing returning guide_id
     ), ${noteTaken('taken')}
     select from taken`,
    wantedTime(id, guideId, wanted),
  );
  return taken.length > 0;
}

/** SQL: those of `changed` that ended give their time back, and their personal data is erased, since nobody comes. */
const WHAT_ENDS = `over as (
  select id from changed where status in ('expired', 'released')
), ${giveBackTime('over')}, erased as (
  update octo_booking set contact = null, notes = null,
    unit_items = coalesce((select jsonb_agg(item - 'fullName') from jsonb_array_elements(unit_items) item), '[]')
  from over where octo_booking.hold_id = over.id
)`;

/** Moves the end of a hold that is still held; never forward. @returns whether it was held. */
export async function moveHoldEnd(
  em: EntityManager,
  id: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  return await changeHeld(em, 'expires_at = greatest(expires_at, ?::timestamptz)', expiresAt, id, now);
}

/** Until the transaction ends, the hold becomes no order, and ends in no other way. @returns whether it is held. */
export async function lockOpenHold(em: EntityManager, id: string): Promise<boolean> {
  const held = await em.execute<unknown[]>(
    "select from hold where id = ? and status = 'held' for no key update",
    [id],
  );
  return held.length > 0;
}

/** Another trip for a hold that is locked. */
export async function updateHeld(
  em: EntityManager,
  id: string,
  changes: Pick<Hold, 'tripStartAt' | 'tripEndAt' | 'terms' | 'expiresAt'> & {
    /** Where its time is another. */
    readonly moved?: { readonly earlier: readonly KeptTime[]; readonly at: Date } | undefined;
  },
): Promise<void> {
  const { tripStartAt, tripEndAt, terms, expiresAt, moved } = changes;
  const earlier = moved ? JSON.stringify(moved.earlier) : null;
  await em.execute(
    `update hold set trip_start_at = ?, trip_end_at = ?, terms = ?::jsonb, expires_at = ?, updated_at = now(),
       earlier = coalesce(?::jsonb, earlier), moved_at = coalesce(?::timestamptz, moved_at) where id = ?`,
    [tripStartAt, tripEndAt, JSON.stringify(terms), expiresAt, earlier, moved?.at ?? null, id],
  );
}

/** Its merchant gives it back. @returns whether it was held. */
export async function releaseHold(em: EntityManager, id: string, now: Date): Promise<boolean> {
  return await changeHeld(em, "status = 'released', released_at = ?::timestamptz", now, id, now);
}

/** Compare and set: the second one finds it no longer held. @param now by its merchant's clock. */
async function changeHeld(
  em: EntityManager,
  change: string,
  value: unknown,
  id: string,
  now: Date,
): Promise<boolean> {
  const changed = await em.execute<unknown[]>(
    `with changed as (
       update hold set ${change}, updated_at = now()
       where id = ? and status = 'held' and expires_at > ? returning id, status
     ), ${WHAT_ENDS}
     select from changed`,
    [value, id, now],
  );
  return changed.length > 0;
}

/** SQL: when a hold `h` of a merchant `m` ends, in real time: it goes by its merchant's clock. */
const DUE_AT = "h.expires_at - m.clock_ahead_ms * interval '1 millisecond'";

/**
 * Ends a hold whose time is over, or at once where an operator says so; one that has ended, or has time left, stays.
 * @param now real time.
 * @returns its state, and when it is due in real time; undefined where there is no such hold.
 */
export async function endDueHold(
  em: EntityManager,
  id: string,
  now: Date,
  isReleased: boolean,
): Promise<{ status: HoldState; dueAt: Date } | undefined> {
  await em.execute(
    `with changed as (
       update hold h set status = ?, updated_at = now(),
         released_at = case when ?::boolean then ?::timestamptz + m.clock_ahead_ms * interval '1 millisecond' end
       from merchant m
       where h.id = ? and h.status = 'held' and m.key = h.merchant_key and (?::boolean or ${DUE_AT} <= ?)
       returning h.id, h.status
     ), ${WHAT_ENDS}
     select from changed`,
    [isReleased ? 'released' : 'expired', isReleased, now, id, isReleased, now],
  );
  const [hold] = await em.execute<{ status: HoldState; dueAt: Date | string }[]>(
    `select h.status, ${DUE_AT} as "dueAt" from hold h join merchant m on m.key = h.merchant_key where h.id = ?`,
    [id],
  );
  return hold && { status: hold.status, dueAt: new Date(hold.dueAt) };
}

export interface HoldFilter {
  readonly merchantKey: string;
  readonly status?: HoldState | undefined;
  /** The last hold of the page before. */
  readonly after?: string | undefined;
}

/** What is written of a hold, and what its time says, for each state that merchants see. */
const BRANCHES: Record<HoldState, readonly string[]> = {
  held: ["status = 'held' and expires_at > ?"],
  booked: ["status = 'booked'"],
  released: ["status = 'released'"],
  // Also those that nobody has ended yet.
  expired: ["status = 'expired'", "status = 'held' and expires_at <= ?"],
};

/** Up to `limit` holds of a merchant, newest first. Each branch is read off an index in this order. */
export async function findHoldPage(
  em: EntityManager,
  { merchantKey, status, after }: HoldFilter,
  limit: number,
  now: Date,
): Promise<Hold[]> {
  const branches = status === undefined ? ['true'] : BRANCHES[status];
  const parts = branches.map((condition) => {
    const values = [merchantKey, ...(condition.includes('?') ? [now] : []), ...(after ? [after] : []), limit];
    const sql = `(select id from hold where merchant_key = ? and ${condition} ${after ? 'and id < ?' : ''}
      order by id desc limit ?)`;
    return { sql, values };
  });
  const page = await em.execute<{ id: string }[]>(
    `select id from (${parts.map(({ sql }) => sql).join(' union all ')}) page order by id desc limit ?`,
    [...parts.flatMap(({ values }) => values), limit],
  );
  if (page.length === 0) return [];
  return await em.find(Hold, { id: { $in: page.map(({ id }) => id) } }, { orderBy: { id: 'desc' } });
}
