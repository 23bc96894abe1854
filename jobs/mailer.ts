/**
 * Sends the mails that were written. What this rules out (test/jobs/mailer.test.ts):
 *
 * - Two processes send the same: a mail is leased in one statement.
 * - A process dies with a mail: its lease ends, and another process sends it. Was it sent already, it is sent once more,
 *   under the same Message-ID.
 * - A server that refuses is asked again and again: a minute, doubling, at most 4 h; after two days it is given up.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { type DueMail, markSent, retryMail, takeDueMails } from '../db/queries/console/due-mails.ts';
import type { MailTransport } from '../lib/mail/message.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';
import type { MailOutcome } from './mail-metrics.ts';

/** At once: one that hangs holds up four others for a minute. */
const BATCH = 5;

export interface MailerDeps {
  readonly orm: MikroORM;
  readonly mail: MailTransport;
  readonly onError: (error: unknown) => void;
  readonly onMail?: ((outcome: MailOutcome) => void) | undefined;
}

/** Also tells at once where no mail can be sent: before the first trouble. */
export function startMailer(deps: MailerDeps): Loop {
  const stopping = new AbortController();
  const checked = deps.mail.check(stopping.signal).catch(deps.onError);
  const round = () => sendDueMails(deps, stopping.signal);
  const loop = startLoop({ everyMs: LOOKS_ITSELF_MS, round, onError: deps.onError });
  return {
    ...loop,
    stop: async () => {
      stopping.abort();
      await Promise.all([loop.stop(), checked]);
      deps.mail.close();
    },
  };
}

/** One batch. @returns whether there may be more. */
export async function sendDueMails(deps: MailerDeps, stopping: AbortSignal): Promise<boolean> {
  const due = await takeDueMails(deps.orm.em.fork(), BATCH);
  await Promise.all(due.map((mail) => sendOne(deps, mail, stopping)));
  return due.length === BATCH;
}

async function sendOne(
  { orm, mail: transport, onError, onMail }: MailerDeps,
  mail: DueMail,
  stopping: AbortSignal,
): Promise<void> {
  const em = orm.em.fork();
  try {
    await transport.send(mail, stopping);
    await markSent(em, mail);
    onMail?.('sent');
  } catch (cause) {
    const isGivenUp = await retryMail(em, mail).catch(onError);
    onMail?.(isGivenUp ? 'given_up' : 'retried');
    onError(new Error(`mail ${mail.number} ${isGivenUp ? 'is given up' : 'is tried again'}`, { cause }));
  }
}
