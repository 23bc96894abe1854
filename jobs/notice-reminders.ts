/** Reminds owners of requests that nobody of their company has read (docs/console.md, "Notices"). */
import type { MikroORM } from '@mikro-orm/postgresql';
import { type RequestToRemindOf, remindOwners } from '../db/queries/notices/reminders.ts';
import { finishJob } from '../db/queries/platform/jobs.ts';
import type { JobKind } from './runner.ts';

/** A job's payload is the notice's event, and the company. */
export function noticeReminderJobs(orm: MikroORM): JobKind {
  return {
    ...{ atOnce: 20, leaseSeconds: 60 },
    run: async (job) => {
      await orm.em.fork().transactional(async (em) => {
        await remindOwners(em, job.payload as RequestToRemindOf);
        await finishJob(em, job);
      });
      return 'finished';
    },
  };
}
