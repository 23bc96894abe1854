/**
 * Writes mails to the operators about each disputed line, wherever it came from: the API, the console, a provider. What this rules out
 * (test/jobs/dispute-watch.test.ts), beside what all jobs do:
 *
 * - A crash writes to some of them: all mails, and the job's end, are one transaction.
 * - A merchant who objects to a thousand lines fills a mailbox: a person gets a few mails of a type in an hour
 *   (db/queries/console/account-mails.ts); the back office has all.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { selectDispute } from '../db/queries/money/dispute-threads.ts';
import { finishJob } from '../db/queries/platform/jobs.ts';
import { notifyOperators } from '../services/settlements/dispute-mails.ts';
import type { JobKind } from './runner.ts';

export interface DisputeWatchDeps {
  readonly orm: MikroORM;
  /** The console's address, which mails lead to. */
  readonly consoleBaseUrl: string;
}

export function disputeNoticeJobs({ orm, consoleBaseUrl }: DisputeWatchDeps): JobKind {
  return {
    ...{ atOnce: 4, leaseSeconds: 60 },
    run: async (job) => {
      await orm.em.fork().transactional(async (em) => {
        const dispute = await selectDispute(em, Number(job.subject));
        if (dispute?.status === 'open')
          await notifyOperators(em, dispute, { news: 'opened', consoleBaseUrl });
        await finishJob(em, job);
      });
      return 'finished';
    },
  };
}
