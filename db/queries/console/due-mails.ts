/** Mails that wait to be sent: taken with a lease, so that of two processes one sends each, and none is lost with one. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { MAIL_GIVEN_UP_AFTER_MS, mailDelay } from '../../../domain/mail.ts';

export interface DueMail {
  readonly number: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: Date;
  /** Of this attempt, from 1. */
  readonly attempt: number;
}

/** Longer than one mail may take (lib/mail/smtp.ts). */
const LEASE = "interval '2 minutes'";

/** SQL: what is to be sent. */
export const DUE_MAILS = 'mail where sent_at is null and failed_at is null and next_attempt_at <= now()';

const TAKE = `
update mail set attempts = attempts + 1, next_attempt_at = now() + ${LEASE}
where id = any(array(
  select id from ${DUE_MAILS}
  order by next_attempt_at limit ?::int for update skip locked))
returning id::int as number, "to", subject, text, created_at as "createdAt", attempts as attempt`;

/** At most `limit` of those that are due; they are this process's until the lease ends. */
export async function takeDueMails(em: EntityManager, limit: number): Promise<DueMail[]> {
  const rows = await em.execute<DueMail[]>(TAKE, [limit]);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** A link that opens an account stays in no database longer than it must. */
const UNLESS_ACCOUNT = "case when merchant_key is null then '' else text end";
const SENT = `update mail set sent_at = now(), text = ${UNLESS_ACCOUNT} where id = ?`;

export async function markSent(em: EntityManager, { number }: DueMail): Promise<void> {
  await em.execute(SENT, [number]);
}

const RETRY = `
update mail set
  next_attempt_at = now() + ?::int * interval '1 millisecond',
  failed_at = case when created_at < now() - interval '${MAIL_GIVEN_UP_AFTER_MS} milliseconds' then now() end,
  text = case when created_at < now() - interval '${MAIL_GIVEN_UP_AFTER_MS} milliseconds' then ${UNLESS_ACCOUNT} else text end
where id = ? and sent_at is null
returning failed_at is not null as "isGivenUp"`;

/** Plans the next attempt, or gives up after two days. @returns whether it was given up. */
export async function retryMail(em: EntityManager, { number, attempt }: DueMail): Promise<boolean> {
  const [row] = await em.execute<{ isGivenUp: boolean }[]>(RETRY, [mailDelay(attempt), number]);
  return row?.isGivenUp ?? false;
}
