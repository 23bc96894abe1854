/** What operators see of the queue, and do with it (docs/jobs.md). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { JOB_KINDS } from '../../../domain/jobs.ts';
import { Job } from '../../entities/index.ts';

export interface JobFilter {
  readonly kind?: string | undefined;
  /** Only those whose last attempt failed. */
  readonly failed?: boolean | undefined;
  /** The id of the last one of the page before. */
  readonly after?: number | undefined;
}

/** In the order in which they were added. */
export async function listJobs(em: EntityManager, filter: JobFilter, limit: number): Promise<Job[]> {
  const { kind, failed = false, after = 0 } = filter;
  const where = {
    id: { $gt: after },
    ...(kind === undefined ? {} : { kind }),
    ...(failed ? { lastError: { $ne: null } } : {}),
  };
  return await em.find(Job, where, { orderBy: { id: 'asc' }, limit });
}

/** @returns its kind and subject; undefined where there is no such job, or a process has it. */
export async function runJobNow(em: EntityManager, id: number): Promise<JobName | undefined> {
  return await one(
    em,
    `update job set run_at = now() where id = ? and ${IS_FREE} returning kind, subject`,
    id,
  );
}

/** As runJobNow. */
export async function dropJob(em: EntityManager, id: number): Promise<JobName | undefined> {
  return await one(em, `delete from job where id = ? and ${IS_FREE} returning kind, subject`, id);
}

export interface JobName {
  readonly kind: string;
  readonly subject: string;
}

const IS_FREE = '(leased_until is null or leased_until <= now())';

async function one(em: EntityManager, sql: string, id: number): Promise<JobName | undefined> {
  const [row] = await em.execute<JobName[]>(sql, [id]);
  return row;
}

/** Nobody counts farther, of a kind. */
const MOST = 100_000;

export interface JobBacklog {
  readonly label: string;
  /** That might be done by now. */
  readonly count: number;
  /** Seconds since the oldest of them was due; 0 where there is none. */
  readonly oldestSeconds: number;
  /** How many had a last attempt that failed. */
  readonly failing: number;
}

/** For every kind, counted up to 100,000. */
export async function jobBacklog(em: EntityManager): Promise<JobBacklog[]> {
  return await em.execute<JobBacklog[]>(
    `select kinds.kind as label, due.count, due."oldestSeconds", failing.count as failing
     from unnest(array[${JOB_KINDS.map((kind) => `'${kind}'`).join()}]) kinds (kind)
     cross join lateral (
       select count(*)::int as count,
         greatest(0, coalesce(extract(epoch from now() - min(run_at)), 0))::float8 as "oldestSeconds"
       from (select run_at from job where kind = kinds.kind and run_at <= now() order by run_at limit ${MOST}) counted) due
     cross join lateral (
       select count(*)::int as count from (
         select from job where last_error is not null and kind = kinds.kind limit ${MOST}) counted) failing`,
  );
}
