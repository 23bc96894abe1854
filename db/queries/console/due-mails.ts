/** Mails that wait to be sent, each by a job (docs/jobs.md). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { MAIL_GIVEN_UP_AFTER_MS } from '../../../domain/mail.ts';
import { addSingleJobs } from '../platform/jobs.ts';

export interface WaitingMail {
  readonly number: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly calendar: string | null;
  readonly unsubscribeUrl: string | null;
  readonly replyTo: string | null;
  /** Whose mails come to the platform; null: none do. */
  readonly returnDomain: string | null;
  readonly createdAt: Date;
  /** It has waited for two days. */
  readonly isOld: boolean;
}

/** SQL: has what was written sent. @param insert writes mails and returns their ids as `id`. */
export const sendingSoon = (insert: string) =>
  `with written as (${insert}) ${addSingleJobs('mail', 'select id::text as subject, now() as run_at from written')}`;

const FIND = `
select id::int as number, "to", subject, text, html, calendar, unsubscribe_url as "unsubscribeUrl", reply_to as "replyTo",
  (select mail_domain from installation) as "returnDomain", created_at as "createdAt",
  created_at < now() - interval '${MAIL_GIVEN_UP_AFTER_MS} milliseconds' as "isOld"
from mail where id = ? and sent_at is null and failed_at is null`;

/** @returns undefined where it was sent or given up, or is too old to be kept. */
export async function findWaitingMail(em: EntityManager, id: string): Promise<WaitingMail | undefined> {
  const [row] = await em.execute<WaitingMail[]>(FIND, [id]);
  return row && { ...row, createdAt: new Date(row.createdAt) };
}

/** Links that open an account, answer a request or end mails stay in no database longer than they must. */
const WITHOUT_LINKS =
  "unsubscribe_url = null, reply_to = null, html = null, calendar = null, text = case when merchant_key is null then '' else text end";

export async function markSent(em: EntityManager, { number }: WaitingMail): Promise<void> {
  await em.execute(`update mail set sent_at = now(), ${WITHOUT_LINKS} where id = ?`, [number]);
}

export async function giveUpMail(em: EntityManager, { number }: WaitingMail): Promise<void> {
  await em.execute(`update mail set failed_at = now(), ${WITHOUT_LINKS} where id = ?`, [number]);
}
