import type { MikroORM } from '@mikro-orm/postgresql';
import { databaseFailure } from '../db/failures.ts';
import { indexGuides } from '../db/queries/guides/guide-index.ts';
import type { Job } from '../db/queries/platform/jobs.ts';
import { type FailedJobs, type JobKind, runJobs } from './runner.ts';

const AT_ONCE = 2_000;
/** Jobs that fail together are cut into so many parts, down to the guide that fails by itself. */
const CUT = 16;

/**
 * Brings the guide index up to date. The list is right without it, only slower (docs/decisions/0011): a guide that cannot be indexed
 * holds up no other, and is tried again like any job: a disk that was full for a moment does not leave all of them out for long.
 */
export function guideIndexJobs(orm: MikroORM, atOnce = AT_ONCE): JobKind {
  return {
    atOnce,
    leaseSeconds: 120,
    gatherMs: 3_000,
    runAll: async (jobs, stopping) => new Map(await indexAll(orm, jobs, stopping)),
  };
}

async function indexAll(
  orm: MikroORM,
  jobs: readonly Job[],
  stopping: AbortSignal,
): Promise<(readonly [Job, unknown])[]> {
  try {
    stopping.throwIfAborted();
    await indexGuides(orm, jobs);
    return [];
  } catch (error) {
    const ofGuides = [...Map.groupBy(jobs, ({ subject }) => subject).values()];
    const isOfAll = stopping.aborted || databaseFailure(error) === 'unavailable';
    if (isOfAll || ofGuides.length === 1) return jobs.map((job) => [job, error]);
    const size = Math.ceil(ofGuides.length / CUT);
    const failed: FailedJobs[] = [];
    for (let from = 0; from < ofGuides.length; from += size)
      failed.push(new Map(await indexAll(orm, ofGuides.slice(from, from + size).flat(), stopping)));
    return failed.flatMap((some) => [...some]);
  }
}

/** Until nothing is left to do. @throws what went wrong with a guide. */
export async function updateGuideIndex(orm: MikroORM, atOnce = AT_ONCE): Promise<void> {
  const failures: unknown[] = [];
  const deps = { orm, onError: (error: unknown) => void failures.push(error) };
  while (await runJobs(deps, 'guide_index', guideIndexJobs(orm, atOnce)));
  if (failures.length > 0) throw failures[0];
}
