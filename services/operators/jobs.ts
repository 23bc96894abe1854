import type { MikroORM } from '@mikro-orm/postgresql';
import { dropJob, type JobName, runJobNow } from '../../db/queries/operators/jobs.ts';
import { type Operator, recordAudit } from '../audit.ts';

const DOES = { run: runJobNow, drop: dropJob } as const;
const ACTIONS = { run: 'job.run', drop: 'job.dropped' } as const;

/**
 * Has a job done now, or drops it: what it was to do is not done then.
 * @returns undefined where there is no such job, or a process has it; nothing was changed.
 */
export async function steerJob(
  orm: MikroORM,
  operator: Operator,
  what: keyof typeof DOES,
  id: number,
): Promise<JobName | undefined> {
  return await orm.em.fork().transactional(async (em) => {
    const job = await DOES[what](em, id);
    if (job) {
      const subject = `job:${job.kind}:${job.subject}`;
      await recordAudit(em, operator, { action: ACTIONS[what], subject, details: { id } });
    }
    return job;
  });
}
