import { defineEntity, p } from '@mikro-orm/core';
import type { NoticeTopic } from '../../domain/notices.ts';
import { Company } from './company.ts';
import { Person } from './person.ts';

/** Which notices a person wants of one company. Without a row: what the role suggests (domain/notices.ts). */
const NoticeSettingSchema = defineEntity({
  name: 'NoticeSetting',
  tableName: 'notice_setting',
  checks: [
    {
      name: 'notice_setting_hours_check',
      expression:
        'num_nonnulls(quiet_from, quiet_until) in (0, 2) and quiet_from between 0 and 23 ' +
        'and quiet_until between 0 and 23 and quiet_from <> quiet_until and daily_at between 0 and 23 ' +
        'and (time_zone is not null or num_nonnulls(quiet_from, daily_at) = 0)',
    },
  ],
  properties: {
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').primary(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').primary(),
    /** Null: those of the role, also when that changes. */
    topics: p.array().$type<NoticeTopic[]>().nullable(),
    /** False: the console only. */
    mail: p.boolean().default(true),
    /** On the person's devices, where they have turned that on (push_device). */
    push: p.boolean().default(true),
    /** Also of the sandbox. */
    sandbox: p.boolean().default(true),
    /** Of the hours, and of deadlines in mails. */
    timeZone: p.string().length(64).nullable(),
    /** No mail is sent between these full hours. */
    quietFrom: p.smallint().nullable(),
    quietUntil: p.smallint().nullable(),
    /** At this full hour one mail has all but requests; null: they are mailed as they come. */
    dailyAt: p.smallint().nullable(),
  },
});

export class NoticeSetting extends NoticeSettingSchema.class {}
NoticeSettingSchema.setClass(NoticeSetting);
