import type { JobKindName } from '../../domain/jobs.ts';
import { type JobDeps, type JobKind, runJobs } from '../../jobs/runner.ts';

/** Does what is due of these kinds, in their order, until nothing is left. What failed before is due as well. */
export async function workOff(
  deps: JobDeps,
  kinds: Readonly<Partial<Record<JobKindName, JobKind>>>,
): Promise<void> {
  const retry = 'update job set run_at = now() where last_error is not null and leased_until is null';
  await deps.orm.em.fork().execute(retry);
  for (const [name, kind] of Object.entries(kinds) as [JobKindName, JobKind][])
    while (await runJobs(deps, name, kind));
}
