import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailText } from '../../../domain/mail.ts';
import { holdLock } from '../../advisory-locks.ts';
import { sendingSoon } from './due-mails.ts';

/** Who has a mail about an account sent: an address that is signed in nowhere, a company, a merchant, a person. */
type SenderKind = 'address' | 'company' | 'merchant' | 'person';
export type MailSender = `${SenderKind}:${string}`;

export interface NewAccountMail extends MailText {
  readonly to: string;
  /** What it is of: `account.reset`. */
  readonly type: string;
  /** Default: the platform, which reports something that happened. */
  readonly sender?: MailSender | undefined;
  /** False: nothing is written, by the same statement. */
  readonly isWanted?: boolean;
  /** The same text as a page. */
  readonly html?: string;
  /** RFC 5545. */
  readonly calendar?: string | null;
  /** Where a mail program ends mails of this kind (RFC 8058). Default: what happened to an account is always reported. */
  readonly unsubscribeUrl?: string;
  /** Where it is answered; default: where it comes from. */
  readonly replyTo?: string | undefined;
}

/**
 * Mails in an hour. Nobody is limited by what others have sent: who floods a mailbox keeps nobody else from writing to it, and its owner
 * from no link.
 */
const PER_RECIPIENT = 5;
const PER_SENDER: Record<SenderKind, number> = { address: 30, company: 60, merchant: 60, person: 20 };

/** The n-th last mail of the hour is the one whose hour has to end. */
const WAIT = `
select ceil(extract(epoch from greatest(
  (select created_at from mail where sender = ? and about = ? and created_at > now() - interval '1 hour'
    order by created_at desc offset ? limit 1),
  (select created_at from mail where sender = ? and created_at > now() - interval '1 hour' order by created_at desc offset ? limit 1)
) + interval '1 hour' - now()))::int as seconds`;

/** @returns seconds until the sender may have a mail written to that address; undefined: now. Call it in the transaction that writes it. */
export async function waitForMail(
  em: EntityManager,
  sender: MailSender,
  to: string,
): Promise<number | undefined> {
  // Requests of one sender count one after the other.
  await holdLock(em, 'mailsOfSender', sender);
  const perSender = PER_SENDER[sender.split(':', 1)[0] as SenderKind];
  const values = [sender, aboutAddress(to), PER_RECIPIENT - 1, sender, perSender - 1];
  const [row] = await em.execute<{ seconds: number | null }[]>(WAIT, values);
  const seconds = row?.seconds ?? null;
  return seconds === null ? undefined : Math.max(1, seconds);
}

const INSERT =
  sendingSoon(`insert into mail (type, about, sender, occurred_at, "to", subject, text, html, calendar, unsubscribe_url, reply_to)
select ?, ?, ?::text, clock_timestamp(), ?, ?, ?, ?::text, ?::text, ?::text, ?::text where ?::boolean returning id`);

/** Has a mail sent to a person about their account, once the caller's transaction is committed. */
export async function writeAccountMail(em: EntityManager, mail: NewAccountMail): Promise<void> {
  const { to, type, sender = null, subject, text, html = null, calendar = null } = mail;
  const { unsubscribeUrl = null, replyTo = null, isWanted = true } = mail;
  const said = [to, subject, text, html, calendar, unsubscribeUrl, replyTo];
  await em.execute(INSERT, [type, aboutAddress(to), sender, ...said, isWanted]);
}

const SINCE_LAST = `
select (extract(epoch from clock_timestamp() - max(occurred_at)) * 1000)::float8 as ms from mail where about = ? and type = ?`;

/** @returns milliseconds since that address was last written a mail of that type; undefined: it was not, in the days that mails are kept. */
export async function sinceLastNews(
  em: EntityManager,
  to: string,
  type: string,
): Promise<number | undefined> {
  const [row] = await em.execute<[{ ms: number | null }]>(SINCE_LAST, [aboutAddress(to), type]);
  return row.ms ?? undefined;
}

/**
 * Reports what somebody did, once the caller's transaction is committed. Beyond the sender's limit nothing is written: readers
 * of such mails have a page that lists all of it, and others' mails are not held up.
 */
export async function writeNews(
  em: EntityManager,
  mail: NewAccountMail & { readonly sender: MailSender },
): Promise<void> {
  if ((await waitForMail(em, mail.sender, mail.to)) === undefined) await writeAccountMail(em, mail);
}

/** A sender that is an address, which is kept as its hash. @param address as limits count it. */
export function senderAt(address: string): MailSender {
  return `address:${hashOf(address)}`;
}

/** The address's hash: there need not be a person of it. */
function aboutAddress(email: string): string {
  return `address:${hashOf(email.toLowerCase())}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
