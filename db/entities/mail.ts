import { defineEntity, p } from '@mikro-orm/core';
import { index } from './index-on.ts';
import { Merchant } from './merchant.ts';

/**
 * An e-mail to a merchant's contact, or to a person about an account. Written in the transaction of what it reports, and sent by a job
 * (jobs/mailer.ts). Its address and text are removed with it, after 30 days;
 * all that one about an account says, whose link opens it, when it was sent or given up.
 */
const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  // The same trouble is reported once.
  uniques: [{ properties: ['about', 'type', 'occurredAt'] }],
  indexes: [
    // At most so many a day.
    { properties: ['merchantKey', 'createdAt'] },
    // At most so many of one sender in an hour.
    index('mail_sender', 'mail (sender, created_at) where sender is not null'),
    index('mail_waiting', 'mail (created_at) where sent_at is null and failed_at is null'),
    index('mail_failed', 'mail (failed_at) where failed_at is not null'),
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null: about an account. */
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').nullable(),
    /** Of the event that it reports (domain/event-types.ts). */
    type: p.string().length(40),
    /** The id of the endpoint, or of the merchant; of an account a hash of the address. */
    about: p.string().length(64),
    /** Who caused it: a hash of an address, a company, a person (db/queries/console/account-mails.ts). Null: the platform reports something. */
    sender: p.string().length(80).nullable(),
    /** Since when it is so. */
    occurredAt: p.datetime(),
    /** The merchant's contact as it was then, or the person's address. */
    to: p.string().length(254),
    subject: p.string().length(200),
    text: p.text(),
    /** The same as a page; null: there is the text alone. */
    html: p.text().nullable(),
    /** The trips that it is about, for calendar programs (RFC 5545). */
    calendar: p.text().nullable(),
    /** Where a mail program ends mails of this kind by a POST (RFC 8058); removed with the text. */
    unsubscribeUrl: p.string().length(500).nullable(),
    /** Where an answer becomes a message; null: at MAIL_FROM. Removed with the text. */
    replyTo: p.string().length(320).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The mail server has taken it. */
    sentAt: p.datetime().nullable(),
    /** It was given up. */
    failedAt: p.datetime().nullable(),
  },
});

export class Mail extends MailSchema.class {}
MailSchema.setClass(Mail);
