import { defineEntity, p } from '@mikro-orm/core';
import { Person } from './person.ts';

export const MAIL_LINK_PURPOSES = ['confirm_email', 'change_email', 'reset_password'] as const;

/** A link that a person was sent by e-mail: works once, until it ends. */
const MailLinkSchema = defineEntity({
  name: 'MailLink',
  tableName: 'mail_link',
  indexes: [{ properties: ['personId', 'purpose'] }, { properties: ['expiresAt'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    purpose: p.enum(MAIL_LINK_PURPOSES),
    /** SHA-256 of its token. */
    tokenHash: p.character().length(64).unique().hidden(),
    /** The address that it confirms. */
    email: p.string().length(254),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

export class MailLink extends MailLinkSchema.class {}
MailLinkSchema.setClass(MailLink);
