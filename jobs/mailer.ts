/**
 * Sends the mails that were written. What this rules out (test/jobs/mailer.test.ts), beside what all jobs do:
 *
 * - A process dies between sending and noting it: the mail is sent once more, under the same Message-ID.
 * - A server that refuses is asked again and again: a minute, doubling, at most 4 h; after two days it is given up.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { findWaitingMail, giveUpMail, markSent, type WaitingMail } from '../db/queries/console/due-mails.ts';
import { finishJob, type Job } from '../db/queries/platform/jobs.ts';
import { mailDelay } from '../domain/mail.ts';
import type { MailTransport } from '../lib/mail/message.ts';
import type { MailAddresses } from '../services/notices/mail-addresses.ts';
import type { MailOutcome } from './mail-metrics.ts';
import type { JobKind } from './runner.ts';

export interface MailerDeps {
  readonly orm: MikroORM;
  readonly mail: MailTransport;
  readonly addresses: Pick<MailAddresses, 'returned'>;
  readonly onError: (error: unknown) => void;
  readonly onMail?: ((outcome: MailOutcome) => void) | undefined;
}

/** Says before the first mail, if need be, that none can be sent; its end closes the transport. */
export function checkMail(mail: MailTransport, onError: (error: unknown) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const checked = mail.check(stopping.signal).catch(onError);
  return {
    stop: async () => {
      stopping.abort();
      await checked;
      mail.close();
    },
  };
}

export function mailJobs(deps: MailerDeps): JobKind {
  return {
    // One that hangs holds up four others for a minute.
    atOnce: 5,
    // Longer than one mail may take (lib/mail/smtp.ts).
    leaseSeconds: 120,
    retryMs: mailDelay,
    run: async (job, stopping) => {
      const mail = await findWaitingMail(deps.orm.em.fork(), job.subject);
      if (mail !== undefined) await sendMail(deps, job, mail, stopping);
      return mail === undefined ? undefined : 'finished';
    },
  };
}

async function sendMail(
  { orm, mail: transport, addresses, onError, onMail }: MailerDeps,
  job: Job,
  mail: WaitingMail,
  stopping: AbortSignal,
): Promise<void> {
  const end = (mark: typeof markSent) =>
    orm.em.fork().transactional(async (em) => {
      await mark(em, mail);
      await finishJob(em, job);
    });
  const { number, returnDomain } = mail;
  const returnTo = returnDomain === null ? undefined : addresses.returned(returnDomain, number);
  try {
    await transport.send({ ...mail, returnTo }, stopping);
  } catch (cause) {
    const isGivenUp = mail.isOld && !stopping.aborted;
    onMail?.(isGivenUp ? 'given_up' : 'retried');
    if (!isGivenUp) throw cause;
    await end(giveUpMail);
    onError(new Error(`mail ${mail.number} is given up`, { cause }));
    return;
  }
  onMail?.('sent');
  await end(markSent);
}
