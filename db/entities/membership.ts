import { defineEntity, p } from '@mikro-orm/core';
import { COMPANY_ROLES } from '../../domain/console-roles.ts';
import { Company } from './company.ts';
import { Person } from './person.ts';

/** A person of a company, and what it may do there. */
const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  indexes: [{ properties: ['personId'] }],
  properties: {
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').primary(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').primary(),
    role: p.enum(COMPANY_ROLES),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
