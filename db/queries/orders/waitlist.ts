/**
 * Entries of waitlists, and what happens to the time that they wait for (docs/decisions/0171). What this rules out
 * (test/jobs/waitlist-watch.test.ts), beside what all jobs do:
 *
 * - The time is given back while an entry is made: the one who makes it locks what has the time, so either it is seen as free, or
 *   the one who gives it back sees the entry, and adds a job.
 * - A merchant is notified twice of the same: `notified_at` is set with the event. Only time that was given back clears it, or
 *   a check that finds the time taken; and nobody checks while there is a job of the guide's time.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { TakenTime } from '../../../domain/departure.ts';
import type { WaitlistFacts } from '../../../domain/waitlist.ts';
import { holdLock } from '../../advisory-locks.ts';
import { WaitlistEntry } from '../../entities/index.ts';
import { addSingleJobs, FINISH_JOBS, type Job, leasesOf } from '../platform/jobs.ts';
import { TAKEN_TIME, type TakenRow, takenTime } from './reservations.ts';

/** Until the transaction ends, the merchant makes no other entry, and the guide is neither changed nor booked. */
export async function lockForEntry(em: EntityManager, merchantKey: string, guideId: string): Promise<void> {
  await holdLock(em, 'waitlistOfMerchant', merchantKey);
  await em.execute('select from guide where id = ? for share', [guideId]);
}

/** What orders and holds have of this time; until the transaction ends, they keep it. */
export async function holdReserved(
  em: EntityManager,
  guideId: string,
  { startAt, endAt }: { readonly startAt: Date; readonly endAt: Date },
): Promise<TakenTime[]> {
  const rows = await em.execute<TakenRow[]>(
    `select ${TAKEN_TIME} from reservation r where r.guide_id = ?
       and tstzrange(r.start_at, r.end_at) && tstzrange(?::timestamptz, ?::timestamptz) for share`,
    [guideId, startAt, endAt],
  );
  return rows.map(takenTime);
}

/** Entries for trips that have not begun. @returns how many, and when the first of them begins. */
export async function countEntries(
  em: EntityManager,
  merchantKey: string,
  at: Date,
): Promise<{ count: number; firstBeginsAt: Date | null }> {
  const where = { merchantKey, tripStartAt: { $gt: at } };
  const first = await em.findOne(WaitlistEntry, where, { orderBy: { tripStartAt: 'asc' } });
  return { count: await em.count(WaitlistEntry, where), firstBeginsAt: first?.tripStartAt ?? null };
}

const LOOK_AT = addSingleJobs('waitlist_entry', 'select id::text as subject, now() as run_at from due');

/** Takes the leases of jobs, and their ids. What was given back had been taken: an entry that was notified before is notified again. */
const FIND_WHO_WAITS = `
with ${FINISH_JOBS}, changed as materialized (
  select subject as guide_id, (payload->>'startAt')::timestamptz as start_at, (payload->>'endAt')::timestamptz as end_at
  from job where id = any(?::bigint[])
), due as materialized (
  select e.id, bool_or(t.start_at is not null) as was_taken
  from changed t join waitlist_entry e on e.guide_id = t.guide_id
    and (t.start_at is null or (e.trip_start_at < t.end_at and e.trip_end_at > t.start_at))
  group by e.id
), cleared as (
  update waitlist_entry e set notified_at = null from due where e.id = due.id and due.was_taken and e.notified_at is not null
)
${LOOK_AT}`;

/**
 * Adds checks for the entries that wait for these jobs' time, and ends the jobs with it. Processes take turns, so that two of them do not wait
 * for each other in a circle.
 */
export async function addWaitlistChecks(em: EntityManager, jobs: readonly Job[]): Promise<void> {
  await holdLock(em, 'waitlist');
  await em.execute(FIND_WHO_WAITS, [leasesOf(jobs), `{${jobs.map(({ id }) => id).join()}}`]);
}

/** An entry that is to be checked. */
export interface DueEntry extends WaitlistFacts {
  readonly merchantKey: string;
  readonly isNotified: boolean;
  readonly sandbox: boolean;
  readonly clockAheadMs: number;
  /** What others had of its time at the moment of the check. */
  readonly reserved: readonly TakenTime[];
  /** A job with more of the guide's time is waiting: nobody checks before that. */
  readonly isBehind: boolean;
}

/** One statement, so one moment: what is known of the guide's time, and what has it. */
const FIND_DUE = `
select e.id::float8 as id, e.merchant_key as "merchantKey", e.guide_id as "guideId", e.trip_date::text as "tripDate",
  e.trip_days as "tripDays", e.trip_kind_id as "tripKindId", e.start_time as "startTime", e.guest_count as "guestCount", e.notified_at is not null as "isNotified",
  m.sandbox, m.clock_ahead_ms::float8 as "clockAheadMs", (
    select coalesce(json_agg(taken), '[]') from (
      select ${TAKEN_TIME} from reservation r where r.guide_id = e.guide_id
        and tstzrange(r.start_at, r.end_at) && tstzrange(e.trip_start_at, e.trip_end_at)) taken) as reserved,
  exists (select from job where kind = 'waitlist_time' and subject = e.guide_id) as "isBehind"
from waitlist_entry e join merchant m on m.key = e.merchant_key
where e.id = ? for no key update of e`;

/** It is the transaction's. @returns undefined where its merchant waits no longer. */
export async function findDueEntry(em: EntityManager, id: string): Promise<DueEntry | undefined> {
  const [entry] = await em.execute<(DueEntry & { readonly reserved: readonly TakenRow[] })[]>(FIND_DUE, [id]);
  return entry && { ...entry, reserved: entry.reserved.map(takenTime) };
}

/** The entry was checked. @param isFree its merchant has been notified that it is, now or before. */
export async function markChecked(em: EntityManager, id: number, isFree: boolean, at: Date): Promise<void> {
  await em.execute(
    'update waitlist_entry set notified_at = case when ? then coalesce(notified_at, ?::timestamptz) end where id = ?',
    [isFree, at, id],
  );
}
