import { defineEntity, p } from '@mikro-orm/core';
import { LANGUAGES, OPERATOR_ROLES } from '../../domain/console-roles.ts';
import { audited } from './audited.ts';
import { index } from './index-on.ts';

/** Who signs in to the console. An operator is a person of the platform's own; others belong to companies (Membership). */
const PersonSchema = defineEntity({
  name: 'Person',
  tableName: 'person',
  indexes: [
    { name: 'person_email', expression: 'create unique index person_email on person (lower(email))' },
    index('person_operators', 'person (id) where operator_role is not null'),
  ],
  triggers: [
    audited(
      'person',
      ['update'],
      'when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email ' +
        'or old.totp_confirmed_at is distinct from new.totp_confirmed_at ' +
        'or (new.totp_confirmed_at is not null and old.totp_secret_encrypted is distinct from new.totp_secret_encrypted)) ',
    ),
    {
      name: 'operator_of_no_company',
      timing: 'before',
      events: ['update'],
      body:
        'if new.operator_role is not null and new.operator_role is distinct from old.operator_role ' +
        'and exists (select 1 from membership where person_id = new.id) ' +
        "then raise exception 'an operator works for no company' using errcode = 'check_violation', " +
        "constraint = 'operator_of_no_company'; end if; return new;",
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    email: p.string().length(254),
    /** Null until its link was opened; before that nobody signs in. */
    emailConfirmedAt: p.datetime().nullable(),
    name: p.string().length(100),
    language: p.enum(LANGUAGES).default('en'),
    /** Argon2id with its parameters (PHC string); null: signs in by a passkey or a provider only. */
    passwordHash: p.text().nullable().hidden(),
    /** RFC 6238, encrypted. */
    totpSecretEncrypted: p.text().nullable().hidden(),
    /** Null while it is being set up: it does not count yet. */
    totpConfirmedAt: p.datetime().nullable(),
    /** The step of the last code that was taken: none is taken twice. */
    totpLastStep: p.bigint('number').nullable(),
    /** Written by the owner's function alone (set_operator_role). */
    operatorRole: p.enum(OPERATOR_ROLES).nullable(),
    /** Since a mail to the address came back: mails of notices are not written. Null: it takes mails. */
    mailFailingSince: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Person extends PersonSchema.class {}
PersonSchema.setClass(Person);
