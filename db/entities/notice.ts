import { defineEntity, p } from '@mikro-orm/core';
import { NOTICE_KINDS, type NoticeKind } from '../../domain/notices.ts';
import { Company } from './company.ts';
import { index } from './index-on.ts';
import { Merchant } from './merchant.ts';
import { Person } from './person.ts';

const KINDS = Object.keys(NOTICE_KINDS) as NoticeKind[];

/** One thing that a person is notified of (docs/console.md, "Notices"). What it is about is read when it is shown: nothing personal is in it. */
const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notice',
  // A person is notified of an event once, however often it is read.
  uniques: [{ properties: ['personId', 'notificationId'] }],
  indexes: [
    { properties: ['personId', 'id'] },
    { properties: ['createdAt'] },
    index('notice_unread', 'notice (person_id) where read_at is null'),
    index('notice_to_mail', 'notice (company_id, person_id, id) where mail_wanted'),
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    /** The company's merchant that the event is of: the sandbox's, or the live one. */
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    /** The event, by the feed's copy of its notification; which is removed before or after this. */
    notificationId: p.string().length(64),
    kind: p.enum(KINDS),
    /** The order, the settlement, the hold of a turn, the guide. */
    subjectId: p.string().length(64),
    createdAt: p.datetime().defaultRaw('now()'),
    readAt: p.datetime().nullable(),
    /** It is to be in a mail, and is in none yet. */
    mailWanted: p.boolean(),
  },
});

export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice);
