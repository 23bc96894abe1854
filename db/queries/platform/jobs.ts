/**
 * The queue of what the platform does by itself (docs/jobs.md). What it rules out (test/jobs/runner.test.ts):
 *
 * - Work is lost: a job is written with what causes it, and deleted with what it did, or after it.
 * - Two processes do the same job: it is taken by a lease, in one statement. A process whose lease has ended, and whose job another
 *   one has taken, can neither end nor change it; what it does in the job's transaction is undone (LeaseLost).
 * - A process dies with a job: its lease ends, and another process takes it.
 * - What is added while its job runs is overlooked: the job is run once more.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobKindName } from '../../../domain/jobs.ts';

/** A job that this process has. */
export interface Job {
  readonly id: number;
  readonly subject: string;
  readonly payload: unknown;
  /** For the last time; text of PostgreSQL, to the microsecond. */
  readonly addedAt: string;
  /** Milliseconds since then. */
  readonly ageMs: number;
  /** Which lease this is. */
  readonly lease: number;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
}

/** The job's lease had ended, and another process took it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

const IS_DUE = 'run_at <= now() and (leased_until is null or leased_until <= now())';

/**
 * SQL: a job of its kind and subject, of which there is one at most. One that is there keeps its payload.
 * @param rows a query of `subject` and `run_at`, and of `more` columns.
 */
export function addSingleJobs(kind: JobKindName, rows: string, more: readonly 'payload'[] = []): string {
  const columns = ['subject', 'run_at', ...more].join(', ');
  return `insert into job (kind, ${columns}, single) select '${kind}', ${columns}, true from (${rows}) added order by subject
   on conflict (kind, subject) where single do update set run_at = least(job.run_at, excluded.run_at),
     added_at = now(), again = job.leased_until is not null`;
}

/** One such job, from now on or so much later; in the transaction of what causes it. */
export async function addSingleJob(
  em: EntityManager,
  kind: JobKindName,
  subject: string,
  inMs = 0,
): Promise<void> {
  const rows = "select ?::text as subject, now() + ?::bigint * interval '1 millisecond' as run_at";
  await em.execute(addSingleJobs(kind, rows), [subject, inMs]);
}

/**
 * SQL: jobs of any number, whose writers do not wait for each other.
 * @param rows a query of `subject`, and of `more` columns. */
export function addJobs(
  kind: JobKindName,
  rows: string,
  more: readonly ('payload' | 'run_at')[] = [],
): string {
  const columns = ['subject', ...more].join(', ');
  return `insert into job (kind, ${columns}) select '${kind}', ${columns} from (${rows}) added`;
}

const TAKE = `
update job set leased_until = now() + ?::int * interval '1 second', lease = lease + 1, attempts = attempts + 1, again = false
where id = any(array(
  select id from job where kind = ? and ${IS_DUE} order by run_at, id limit ?::int for update skip locked))
returning id::float8 as id, subject, payload, added_at::text as "addedAt", (extract(epoch from now() - added_at) * 1000)::float8 as "ageMs", lease, attempts as attempt`;

/** At most `limit` that are due, the longest due first; they are this process's until the lease ends. */
export async function takeJobs(
  em: EntityManager,
  kind: JobKindName,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<Job[]> {
  const rows = await em.execute<Job[]>(TAKE, [leaseSeconds, kind, limit]);
  return rows.sort((one, other) => one.id - other.id);
}

/**
 * SQL: ends jobs that a process has; takes `leasesOf` them. What was added meanwhile is seen although it was committed after the
 * statement began: the rows are locked first, and what is read under the lock is what counts.
 */
export const FINISH_JOBS = `ours as materialized (
  select job.id, job.again from job
  join json_to_recordset(?::json) as taken (id bigint, lease int) on job.id = taken.id and job.lease = taken.lease
  order by job.id for update of job
), run_again as (
  update job set leased_until = null, again = false, attempts = 0, last_error = null, run_at = now()
  from ours where job.id = ours.id and ours.again
), finished as (
  delete from job using ours where job.id = ours.id and not ours.again
)`;
/** For FINISH_JOBS. */
export const leasesOf = (jobs: readonly Job[]) =>
  JSON.stringify(jobs.map(({ id, lease }) => ({ id, lease })));

/** In the transaction of what the job did, or after it. @throws LeaseLost where it is no longer this process's. */
export async function finishJob(em: EntityManager, job: Job): Promise<void> {
  const rows = await em.execute<unknown[]>(`with ${FINISH_JOBS} select from ours`, [leasesOf([job])]);
  if (rows.length === 0) throw new LeaseLost(`job ${job.id} was taken by another process`);
}

const LEAVE = `
update job set leased_until = null, again = false, last_error = ?::text, attempts = case when ?::text is null then 0 else attempts end,
  payload = coalesce(?::jsonb, payload),
  run_at = case when again then now() else now() + ?::bigint * interval '1 millisecond' end
where id = ? and lease = ? returning 1`;

/**
 * Leaves the job for later, maybe in the transaction of what it did.
 * @param error why it failed; null: it did not.
 * @param payload in place of what it has, also where it was added once more meanwhile.
 * @throws LeaseLost as finishJob does.
 */
export async function leaveJob(
  em: EntityManager,
  job: Job,
  {
    inMs,
    error,
    payload,
  }: { readonly inMs: number; readonly error: string | null; readonly payload?: object },
): Promise<void> {
  const written = payload === undefined ? null : JSON.stringify(payload);
  const rows = await em.execute<unknown[]>(LEAVE, [error, error, written, inMs, job.id, job.lease]);
  if (rows.length === 0) throw new LeaseLost(`job ${job.id} was taken by another process`);
}

/** SQL: what is due of a kind. */
export const dueJobs = (kind: JobKindName) => `job where kind = '${kind}' and ${IS_DUE}`;
