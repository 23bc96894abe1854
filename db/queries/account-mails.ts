import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailText } from '../../domain/mail.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';

export interface NewAccountMail extends MailText {
  readonly to: string;
  /** What it is of: `account.reset`. */
  readonly type: string;
}

/**
 * An address is sent no more of one type in an hour, whoever asks. The link in the last one still works then: to ask again and again
 * keeps nobody from it.
 */
const MAILS_PER_HOUR = 4;

/** Two transactions that write to one address count one after the other. */
const LOCK = 'select pg_advisory_xact_lock(?::int, hashtext(?))';

const INSERT = `
insert into mail (type, about, occurred_at, "to", subject, text)
select ?, ?, clock_timestamp(), ?, ?, ?
where (select count(*) from mail where merchant_key is null and about = ? and type = ? and created_at > now() - interval '1 hour') < ?::int`;

/** Has a person sent a mail about its account, once the caller's transaction stands; or not, where that was too many. */
export async function writeAccountMail(em: EntityManager, mail: NewAccountMail): Promise<void> {
  const { to, type, subject, text } = mail;
  const about = aboutAddress(to);
  await em.execute(LOCK, [ADVISORY_LOCKS.mailsOfMailbox, about]);
  await em.execute(INSERT, [type, about, to, subject, text, about, type, MAILS_PER_HOUR]);
}

/** The address's hash: there need not be a person of it. */
function aboutAddress(email: string): string {
  return `address:${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 40)}`;
}
