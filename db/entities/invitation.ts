import { defineEntity, p } from '@mikro-orm/core';
import { COMPANY_ROLES } from '../../domain/console-roles.ts';
import { Company } from './company.ts';
import { Person } from './person.ts';

/** An e-mail address that was asked into a company: only an account with that address can accept, once. */
const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  indexes: [
    {
      name: 'invitation_open',
      expression:
        'create unique index invitation_open on invitation (company_id, lower(email)) where accepted_at is null and revoked_at is null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    email: p.string().length(254),
    role: p.enum(COMPANY_ROLES),
    /** SHA-256 of its token. */
    tokenHash: p.character().length(64).unique().hidden(),
    invitedBy: () => p.manyToOne(Person).mapToPk().fieldName('invited_by'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);
