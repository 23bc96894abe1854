import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventType } from '../../../domain/event-types.ts';
import { FAILING_MAIL_EVERY_HOURS, MAILS_PER_DAY, type MailText } from '../../../domain/mail.ts';
import { Merchant } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { sendingSoon } from './due-mails.ts';

/** What mails report: events that merchants can be notified of, and what only people read. */
type MailType = EventType | 'dispute.message' | 'dispute.answer';

export interface NewMail extends MailText {
  readonly type: MailType;
  readonly merchantKey: string;
  /** The id of the endpoint, of the merchant, of the dispute. */
  readonly about: string;
  /** Since when it is so: the same is not reported twice. */
  readonly occurredAt: Date;
}

const INSERT = sendingSoon(`insert into mail (merchant_key, type, about, occurred_at, "to", subject, text)
select m.key, ?, ?, ?::timestamptz, m.contact_email, ?, ? from merchant m
where m.key = ? and m.contact_email is not null
  and (select count(*) from mail d where d.merchant_key = m.key and d.created_at > now() - interval '24 hours') < ?::int
on conflict (about, type, occurred_at) do nothing returning id`);

/**
 * Has a mail sent to the merchant's contact, once the caller's transaction is committed. Nothing is written where there is no
 * contact, where the merchant has had the day's number of mails, or where that was reported already.
 */
export async function writeMail(em: EntityManager, mail: NewMail): Promise<void> {
  const { type, merchantKey, about, occurredAt, subject, text } = mail;
  // Two transactions that write to one merchant count one after the other.
  await lockRow(em, Merchant, merchantKey);
  await em.execute(INSERT, [type, about, occurredAt, subject, text, merchantKey, MAILS_PER_DAY]);
}

const LAST_MAILS = `
select type, created_at > now() - interval '${FAILING_MAIL_EVERY_HOURS} hours' as "isOfToday" from mail
where about = ? order by id desc limit 50`;

/**
 * Whether a mail of this type is more than noise: that an endpoint fails is said once a day, and that it works again
 * only to those whose last mail said that it doesn't.
 */
export async function isMailWanted(em: EntityManager, type: EventType, about: string): Promise<boolean> {
  const mails = await em.execute<{ type: EventType; isOfToday: boolean }[]>(LAST_MAILS, [about]);
  if (type === 'callback.failing') return !mails.some((mail) => mail.type === type && mail.isOfToday);
  if (type === 'callback.recovered') return mails.length > 0 && mails[0]!.type !== type;
  return true;
}
