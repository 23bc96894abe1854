import { defineEntity, p } from '@mikro-orm/core';
import type { Language } from '../../domain/console-roles.ts';
import type { MerchantKind } from '../../domain/merchant.ts';
import { index } from './index-on.ts';
import { Person } from './person.ts';

const MAIL_LINK_PURPOSES = ['confirm_email', 'change_email', 'reset_password', 'allow_device'] as const;
export type MailLinkPurpose = (typeof MAIL_LINK_PURPOSES)[number];

/**
 * The facts of a registration, which only fill the form of the person who opens the link. Deleted when the link is opened. No
 * secret is in it, since the mailbox was not proved yet.
 */
export interface Registration {
  readonly name: string;
  readonly language: Language;
  readonly company: { readonly name: string; readonly kind: MerchantKind; readonly country: string };
}

/** A link that a person was sent by e-mail: works once, until it ends. */
const MailLinkSchema = defineEntity({
  name: 'MailLink',
  tableName: 'mail_link',
  indexes: [
    { properties: ['personId', 'purpose'] },
    { properties: ['expiresAt'] },
    index('mail_link_open', 'mail_link (lower(email), purpose) where used_at is null'),
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null: of a registration. */
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').nullable(),
    purpose: p.enum(MAIL_LINK_PURPOSES),
    /** SHA-256 of its token. */
    tokenHash: p.character().length(64).unique().hidden(),
    /** The address that it confirms. */
    email: p.string().length(254),
    registration: p.json().$type<Registration>().nullable().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

export class MailLink extends MailLinkSchema.class {}
MailLinkSchema.setClass(MailLink);
