import { createTransport } from 'nodemailer';
import { MailNotSent, type MailTransport, messageOf } from './message.ts';

/** Time-out of each step of the dialogue; nodemailer's own are minutes. */
const STEP_MS = 10_000;
/** Time-out of one mail in all, so that a slow server holds up no other mail. */
const MAIL_LIMIT_MS = 60_000;

/** Mails over SMTP; with `smtp://`, TLS as soon as the server offers it. @param smtpUrl as SMTP_URL. */
export function createSmtpTransport({
  smtpUrl,
  from,
}: {
  readonly smtpUrl: string;
  readonly from: string;
}): MailTransport {
  const timeouts = {
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  };
  const smtp = createTransport({ url: smtpUrl, ...timeouts });
  return {
    send: (mail, giveUp) => within(giveUp, smtp.sendMail(messageOf(from, mail))),
    check: (giveUp) => within(giveUp, smtp.verify()),
    close: () => smtp.close(),
  };
}

/** nodemailer can't be interrupted, but the wait for it can. @throws MailNotSent */
async function within(giveUp: AbortSignal, work: Promise<unknown>): Promise<void> {
  const limit = AbortSignal.any([giveUp, AbortSignal.timeout(MAIL_LIMIT_MS)]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(limit.reason);
  limit.addEventListener('abort', end);
  try {
    limit.throwIfAborted();
    await Promise.race([work, ended]);
  } catch (error) {
    throw new MailNotSent(error);
  } finally {
    limit.removeEventListener('abort', end);
  }
}
