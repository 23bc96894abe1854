/**
 * Entries of waitlists, and what happens to the time that they wait for (docs/decisions/0171). What this rules out
 * (test/jobs/waitlist-watch.test.ts), beside what all jobs do:
 *
 * - The time is given back while an entry is made: the one who makes it locks what has the time, so either it is seen as free, or
 *   the one who gives it back sees the entry, and adds a job.
 * - A merchant is notified twice of the same: `notified_at` is set with the event. Only time that was given back clears it, or
 *   a check that finds the time taken; and nobody checks while there is a job of the guide's time.
 * - A check and whoever finds who waits wait for each other in a circle: both lock entries first, several in the order of their ids, then jobs.
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

const LOOK_AT = addSingleJobs('waitlist_entry', 'select id::text as subject, now() as run_at from held');

const WAITING_CHECKS = addSingleJobs(
  'waitlist_entry',
  `select job.subject, now() as run_at from waitlist_entry e join job on job.kind = 'waitlist_entry' and job.subject = e.id::text
   where e.merchant_key = ?`,
);

/** Checks that wait for a time are made now: the merchant's clock was moved. */
export async function checkWaiting(em: EntityManager, merchantKey: string): Promise<void> {
  await em.execute(WAITING_CHECKS, [merchantKey]);
}

/** SQL: a row with the columns of a trip's time has some of an entry `e`'s. @param row its name. */
const sharesTime = (row: string, start = 'trip_start_at', end = 'trip_end_at') =>
  `${row}.${start} < e.trip_end_at and ${row}.${end} > e.trip_start_at`;

/** SQL: the time of an entry `e` is held for it. */
const IS_ITS_TURN = `exists (select from hold h where h.waitlist_entry_id = e.id and h.status = 'held' and ${sharesTime('h')})`;

/**
 * Takes the leases of jobs, and their ids. What was given back had been taken: an entry that was notified before is notified again. Where
 * somebody had the time by more than a turn, the turns begin anew; who had it is behind the others. Entries are locked before their jobs, as
 * by whoever checks one.
 */
const FIND_WHO_WAITS = `
with ${FINISH_JOBS}, changed as materialized (
  select job.subject as guide_id, (payload->>'startAt')::timestamptz as start_at, (payload->>'endAt')::timestamptz as end_at,
    h.waitlist_entry_id is null as is_no_turn, merchants_beside(coalesce(h.merchant_key, o.merchant_key)) as had_it
  from job left join hold h on h.id = payload->>'id' left join orders o on o.id = payload->>'id'
  where job.id = any(?::bigint[])
), due as materialized (
  select e.id, bool_or(t.start_at is not null) as was_taken,
    bool_or(t.start_at is not null and t.is_no_turn) as is_anew,
    coalesce(bool_or(t.is_no_turn and e.merchant_key = any(t.had_it)), false) as had_it
  from changed t join waitlist_entry e on e.guide_id = t.guide_id
    and (t.start_at is null or (${sharesTime('t', 'start_at', 'end_at')}))
  group by e.id
), held as materialized (
  select e.id from waitlist_entry e where e.id in (select id from due) order by e.id for no key update
), cleared as (
  update waitlist_entry e set had_turn = case when is_anew then had_it else had_turn end,
    notified_at = null
  from due where e.id = due.id and due.was_taken and (e.notified_at is not null or is_anew and e.had_turn <> had_it)
    and not ${IS_ITS_TURN}
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
  /** Its time is held for it. */
  readonly isItsTurn: boolean;
  readonly sandbox: boolean;
  readonly clockAheadMs: number;
  /** What others had of its time at the moment of the check. */
  readonly reserved: readonly TakenTime[];
  /** A job with more of the guide's time is waiting: nobody checks before that. */
  readonly isBehind: boolean;
}

/** One statement, so one moment: what is known of the guide's time, and what has it. Of entries `e`. */
const DUE = `
select e.id::float8 as id, e.merchant_key as "merchantKey", e.guide_id as "guideId", e.trip_date::text as "tripDate",
  e.trip_days as "tripDays", e.trip_kind_id as "tripKindId", e.start_time as "startTime", e.guest_count as "guestCount", e.notified_at is not null as "isNotified", ${IS_ITS_TURN} as "isItsTurn",
  m.sandbox, m.clock_ahead_ms::float8 as "clockAheadMs", (
    select coalesce(json_agg(taken), '[]') from (
      select ${TAKEN_TIME} from reservation r where r.guide_id = e.guide_id
        and tstzrange(r.start_at, r.end_at) && tstzrange(e.trip_start_at, e.trip_end_at)) taken) as reserved,
  exists (select from job where kind = 'waitlist_time' and subject = e.guide_id) as "isBehind"
from waitlist_entry e join merchant m on m.key = e.merchant_key`;

/** It is the transaction's. @returns undefined where its merchant waits no longer. */
export async function findDueEntry(em: EntityManager, id: string): Promise<DueEntry | undefined> {
  const [entry] = await select(em, `${DUE} where e.id = ? for no key update of e`, id);
  return entry;
}

async function select(em: EntityManager, sql: string, value: string): Promise<DueEntry[]> {
  const rows = await em.execute<(DueEntry & { readonly reserved: readonly TakenRow[] })[]>(sql, [value]);
  return rows.map((row) => ({ ...row, reserved: row.reserved.map(takenTime) }));
}

/** The entry was checked. @param isFree its merchant has been notified that it is, now or before. */
export async function markChecked(em: EntityManager, id: number, isFree: boolean, at: Date): Promise<void> {
  await em.execute(
    'update waitlist_entry set notified_at = case when ? then coalesce(notified_at, ?::timestamptz) end where id = ?',
    [isFree, at, id],
  );
}

/**
 * Until the transaction ends the guide of an entry is neither changed nor booked, where its freed time is held for who waits, and
 * nobody else writes several entries: turns do, and might wait for each other in a circle.
 * @returns for how many minutes it is held; 0: it is not, and nothing is locked.
 */
export async function lockLineOf(em: EntityManager, entryId: string): Promise<number> {
  const [guide] = await em.execute<{ minutes: number }[]>(
    `select waitlist_window_minutes as minutes from guide
     where id = (select guide_id from waitlist_entry where id = ?) and waitlist_window_minutes > 0 for no key update`,
    [entryId],
  );
  if (guide) await holdLock(em, 'waitlist');
  return guide?.minutes ?? 0;
}

/** SQL: what has some of the time of an entry `e`. */
const HAS_TIME = `from reservation r where r.guide_id = e.guide_id and tstzrange(r.start_at, r.end_at) && tstzrange(e.trip_start_at, e.trip_end_at)`;

/** So many of a line are looked at with the guide locked: where none of them can have a turn, all who wait are notified. */
const MOST_IN_LINE = 200;

/** Nobody has the guide alone then, its agency had no turn by another entry and has no part of the departure. Days that are blocked leave early. */
const IN_LINE = `${DUE} join guide g on g.id = e.guide_id
where e.guide_id = ? and e.notified_at is null and m.status = 'active' and not g.blocked + g.imported @> e.trip_date
  and not exists (select ${HAS_TIME} and r.departure is null)
  and not exists (
    select from waitlist_entry other
    where other.guide_id = e.guide_id and other.had_turn and other.merchant_key = any(merchants_beside(e.merchant_key)) and ${sharesTime('other')})
  and not exists (
    select ${HAS_TIME} and (
      exists (select from hold h where h.id = r.id and h.merchant_key = any(merchants_beside(e.merchant_key)))
      or exists (select from orders o where o.id = r.id and o.merchant_key = any(merchants_beside(e.merchant_key)))))
order by e.id limit ${MOST_IN_LINE}`;

/** Who waits for time of a guide that may be free, was not notified of it and had no turn, the first first. Behind the guide's lock. */
export async function findLine(em: EntityManager, guideId: string): Promise<DueEntry[]> {
  return await select(em, IN_LINE, guideId);
}

/** The time of the entry is held for it from now on. */
export async function markTurn(em: EntityManager, id: number, at: Date): Promise<void> {
  await em.execute('update waitlist_entry set notified_at = ?, had_turn = true where id = ?', [at, id]);
}
