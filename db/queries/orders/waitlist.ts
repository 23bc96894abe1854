/**
 * Entries of waitlists, and what happens to the time that they wait for (docs/decisions/0081). What this rules out
 * (test/jobs/waitlist-watch.test.ts):
 *
 * - The time is given back while an entry is made: whoever makes one holds what has the time, so either it is seen as free, or
 *   whoever gives it back sees the entry, and leaves a touch.
 * - A crash loses what was given back: touches are written with the change, and deleted with what follows from them.
 * - A merchant is told twice of the same: `told_at` is set with the event. Only time that was given back sets it back, or
 *   a look that finds the time taken; and nobody looks while there are touches of the guide that nobody has taken.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { WaitlistFacts } from '../../../domain/waitlist.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { WaitlistEntry } from '../../entities/index.ts';

/** Touches that one statement takes. */
const BATCH = 200;

/** Until the transaction ends, the merchant makes no other entry, and the guide is neither changed nor booked. */
export async function lockForEntry(em: EntityManager, merchantKey: string, guideId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?::int, hashtext(?))', [
    ADVISORY_LOCKS.waitlistOfMerchant,
    merchantKey,
  ]);
  await em.execute('select from guide where id = ? for share', [guideId]);
}

/** Whether orders or holds have some of this time; until the transaction ends, they keep it. */
export async function holdReserved(
  em: EntityManager,
  guideId: string,
  { startAt, endAt }: { readonly startAt: Date; readonly endAt: Date },
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `select from reservation r where r.guide_id = ?
       and tstzrange(r.start_at, r.end_at) && tstzrange(?::timestamptz, ?::timestamptz) for share`,
    [guideId, startAt, endAt],
  );
  return rows.length > 0;
}

/** Of trips that have not begun. @returns how many, and when the first of them begins. */
export async function countEntries(
  em: EntityManager,
  merchantKey: string,
  at: Date,
): Promise<{ count: number; firstBeginsAt: Date | null }> {
  const where = { merchantKey, tripStartAt: { $gt: at } };
  const first = await em.findOne(WaitlistEntry, where, { orderBy: { tripStartAt: 'asc' } });
  return { count: await em.count(WaitlistEntry, where), firstBeginsAt: first?.tripStartAt ?? null };
}

/**
 * Notes which entries are to be looked at, by what happened to their guides; where another process is at it, it leaves
 * the work to that one. What was given back had been taken: whoever was told before is to be told again.
 */
const TAKE_TOUCHES = `
with touched as materialized (
  select id, guide_id, start_at, end_at from waitlist_touch order by id limit ${BATCH}
), taken as (
  delete from waitlist_touch where id in (select id from touched)
), due as (
  select e.id, bool_or(t.start_at is not null) as was_taken
  from touched t join waitlist_entry e on e.guide_id = t.guide_id
    and (t.start_at is null or (e.trip_start_at < t.end_at and e.trip_end_at > t.start_at))
  group by e.id
), marked as (
  update waitlist_entry e set due_at = coalesce(e.due_at, now()), told_at = case when not due.was_taken then e.told_at end
  from due where e.id = due.id
)
select count(*)::int as count from touched`;

/** @returns whether there may be more. */
export async function takeTouches(em: EntityManager): Promise<boolean> {
  const [lock] = await em.execute<{ mine: boolean }[]>('select pg_try_advisory_xact_lock(?) as mine', [
    ADVISORY_LOCKS.waitlist,
  ]);
  if (!lock?.mine) return false;
  const [{ count } = { count: 0 }] = await em.execute<{ count: number }[]>(TAKE_TOUCHES);
  return count === BATCH;
}

/** An entry to look at, of whoever waits. */
export interface DueEntry extends WaitlistFacts {
  readonly merchantKey: string;
  readonly isTold: boolean;
  readonly sandbox: boolean;
  readonly clockAheadMs: number;
  /** Somebody had some of its time at the moment of the look. */
  readonly isReserved: boolean;
}

const IS_DUE = 'e.due_at is not null';
/** SQL: what was given back, and who is to be looked at because of it. */
export const WAITLIST_WORK = ['waitlist_touch', `waitlist_entry e where ${IS_DUE}`] as const;

/** One statement, so one moment: no touch of the guide is left, and this is what has the time. */
const TAKE_DUE = `
select e.id::float8 as id, e.merchant_key as "merchantKey", e.guide_id as "guideId", e.trip_date::text as "tripDate",
  e.trip_days as "tripDays", e.trip_kind_id as "tripKindId", e.start_time as "startTime", e.told_at is not null as "isTold",
  m.sandbox, m.clock_ahead_ms::float8 as "clockAheadMs", exists (
    select from reservation r where r.guide_id = e.guide_id
      and tstzrange(r.start_at, r.end_at) && tstzrange(e.trip_start_at, e.trip_end_at)) as "isReserved"
from waitlist_entry e join merchant m on m.key = e.merchant_key
where ${IS_DUE} and not exists (select from waitlist_touch t where t.guide_id = e.guide_id)
  and e.id <> all (?::bigint[])
order by e.due_at limit 1 for no key update of e skip locked`;

/** Takes the entry that waits longest to be looked at, and none of `except`; it is the transaction's. */
export async function takeDueEntry(
  em: EntityManager,
  except: readonly number[],
): Promise<DueEntry | undefined> {
  const [entry] = await em.execute<DueEntry[]>(TAKE_DUE, [`{${except.join(',')}}`]);
  return entry;
}

/** The entry was looked at. @param isFree its merchant has been told that it is, now or before. */
export async function markLookedAt(em: EntityManager, id: number, isFree: boolean, at: Date): Promise<void> {
  await em.execute(
    'update waitlist_entry set due_at = null, told_at = case when ? then coalesce(told_at, ?::timestamptz) end where id = ?',
    [isFree, at, id],
  );
}
