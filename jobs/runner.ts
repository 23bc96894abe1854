/**
 * Runs the jobs that wait in the database (db/queries/platform/jobs.ts says what that rules out). One query a second finds all kinds of
 * work, so that a platform with nothing to do sends PostgreSQL nothing else; each kind has its own loop, so that none
 * holds up the others; each loop also checks once a minute.
 */
import { DriverException } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { selectDueWork, type Work } from '../db/queries/platform/due-work.ts';
import { finishJob, type Job, leaveJob, takeJobs } from '../db/queries/platform/jobs.ts';
import { type JobKindName, jobRetryDelay } from '../domain/jobs.ts';
import { IDLE_POLL_MS, type Loop, startLoop } from './loop.ts';

const LOOK_EVERY_MS = 1_000;
const ERROR_LENGTH = 300;

/** How a job ended: `undefined`: done; `finished`: ended or left in its own transaction; or it is to be run again then, with what it has done so far. */
export type JobEnd = undefined | 'finished' | { readonly againInMs: number; readonly payload?: object };
/** Jobs that failed, with the reason; all others have ended in their own transaction. */
export type FailedJobs = ReadonlyMap<Job, unknown>;

interface AnyKind {
  /** Taken in one round. */
  readonly atOnce: number;
  /** Longer than a round may take. */
  readonly leaseSeconds: number;
  /** The least time between two rounds: what comes in meanwhile is done together. */
  readonly gatherMs?: number;
  /** Milliseconds after an attempt that failed; 5 s doubling to 1 h by default. */
  readonly retryMs?: (attempt: number) => number;
}
interface KindOfOne extends AnyKind {
  /** Does one; the others of its round are done at the same time. */
  run(job: Job, stopping: AbortSignal): Promise<JobEnd>;
}
interface KindOfMany extends AnyKind {
  /** Does all of a round together. */
  runAll(jobs: readonly Job[], stopping: AbortSignal): Promise<FailedJobs>;
}
export type JobKind = KindOfOne | KindOfMany;

export interface JobDeps {
  readonly orm: MikroORM;
  readonly onError: (error: unknown) => void;
  /** Called after each round that had jobs to do, and did not fail as a whole. */
  readonly onJobsDone?: (() => void) | undefined;
}

/** One round of a kind. @returns whether there may be more. */
export async function runJobs(
  deps: JobDeps,
  name: JobKindName,
  kind: JobKind,
  stopping: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const { atOnce, leaseSeconds } = kind;
  const jobs = await takeJobs(deps.orm.em.fork(), name, { limit: atOnce, leaseSeconds });
  if (jobs.length === 0) return false;
  if ('run' in kind) await Promise.all(jobs.map((job) => runOne(deps, name, kind, job, stopping)));
  else await runMany(deps, name, kind, jobs, stopping);
  deps.onJobsDone?.();
  return jobs.length === atOnce && !stopping.aborted;
}

async function runOne(
  deps: JobDeps,
  name: JobKindName,
  kind: KindOfOne,
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const end = await kind.run(job, stopping);
    if (end === undefined) await finishJob(deps.orm.em.fork(), job);
    else if (end !== 'finished') {
      const { againInMs: inMs, ...more } = end;
      await leaveJob(deps.orm.em.fork(), job, { inMs, error: null, ...more });
    }
  } catch (error) {
    await fail(deps, name, kind, job, error, stopping);
  }
}

async function runMany(
  deps: JobDeps,
  name: JobKindName,
  kind: KindOfMany,
  jobs: readonly Job[],
  stopping: AbortSignal,
): Promise<void> {
  const failed = await kind
    .runAll(jobs, stopping)
    .catch((error): FailedJobs => new Map(jobs.map((job) => [job, error])));
  for (const [job, error] of failed) await fail(deps, name, kind, job, error, stopping);
}

/** What ended with this process is free at once. Where this fails as well, the lease ends. */
async function fail(
  { orm, onError }: JobDeps,
  name: JobKindName,
  { retryMs = jobRetryDelay }: AnyKind,
  job: Job,
  cause: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const inMs = stopping.aborted ? 0 : retryMs(job.attempt);
  await leaveJob(orm.em.fork(), job, { inMs, error: reasonOf(cause) }).catch(onError);
  onError(new Error(`job ${name} ${job.subject} failed and is tried again in ${inMs / 1_000} s`, { cause }));
}

/** For operators. The database's own messages carry statements, so of those only what names the rule is kept. */
function reasonOf(cause: unknown): string {
  if (cause instanceof DriverException) {
    const { code, constraint } = cause as DriverException & { constraint?: string };
    return ['database error', code, constraint].filter(Boolean).join(' ');
  }
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown';
  return text.slice(0, ERROR_LENGTH);
}

export interface RunnerDeps extends JobDeps {
  /** Undefined: this process does none of it. */
  readonly kinds: Readonly<Record<JobKindName, JobKind | undefined>>;
  /** Work that waits in other columns than a job's, and what does it. */
  readonly others: Readonly<Record<Exclude<Work, JobKindName>, Loop>>;
  /** Milliseconds between two questions for work; tests ask more often. */
  readonly lookEveryMs?: number | undefined;
}

/** Does all work, of jobs and other, until it is stopped. */
export function startRunner({ kinds, others, lookEveryMs = LOOK_EVERY_MS, ...deps }: RunnerDeps): {
  runNow(work: Work): void;
  stop(): Promise<void>;
} {
  const { orm, onError } = deps;
  const known = Object.entries(kinds).filter(([, kind]) => kind) as [JobKindName, JobKind][];
  const own = known.map(([name, kind]) => {
    const round = (stopping: AbortSignal) => runJobs(deps, name, kind, stopping);
    return [name, startLoop({ everyMs: IDLE_POLL_MS, round, onError })] as const;
  });
  const loops = new Map<string, Loop>([...own, ...Object.entries(others)]);
  const startedAt = new Map<Work, number>();
  const gatherMs = (work: Work) => kinds[work as JobKindName]?.gatherMs ?? 0;
  const check = async () => {
    for (const work of await selectDueWork(orm.em.fork())) {
      const now = performance.now();
      if (now - (startedAt.get(work) ?? Number.NEGATIVE_INFINITY) < gatherMs(work)) continue;
      startedAt.set(work, now);
      loops.get(work)?.runNow();
    }
  };
  const watch = startLoop({ everyMs: lookEveryMs, round: check, onError });
  return {
    runNow: (work) => loops.get(work)?.runNow(),
    stop: async () => {
      await Promise.all([watch.stop(), ...[...loops.values()].map((loop) => loop.stop())]);
    },
  };
}
