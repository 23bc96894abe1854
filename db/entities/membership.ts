import { defineEntity, p } from '@mikro-orm/core';
import { COMPANY_ROLES } from '../../domain/console-roles.ts';
import { audited } from './audited.ts';
import { Company } from './company.ts';
import { Person } from './person.ts';

/** A person of a company, and what it may do there. */
const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  indexes: [{ properties: ['personId'] }],
  triggers: [
    audited('membership', ['insert', 'update', 'delete']),
    {
      // The person's row is locked: who becomes an operator at the same time comes before or after (docs/decisions/0140).
      name: 'membership_of_no_operator',
      timing: 'before',
      events: ['insert', 'update'],
      body:
        'if (select operator_role from person where id = new.person_id for share) is not null ' +
        "then raise exception 'an operator works for no company' using errcode = 'check_violation', " +
        "constraint = 'membership_of_no_operator'; end if; return new;",
    },
  ],
  properties: {
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').primary(),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id').primary(),
    role: p.enum(COMPANY_ROLES),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
