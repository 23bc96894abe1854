import { type EntityManager, raw } from '@mikro-orm/postgresql';
import {
  type Language,
  OPERATOR_ACTIONS,
  type OperatorAction,
  type OperatorRole,
} from '../../../domain/console-roles.ts';
import { ConsoleSession, Passkey, Person, RecoveryCode } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { endAllPushDevices } from '../notices/push-devices.ts';
import { forgetDevices } from './known-devices.ts';

/** Finds the person with that address, however it is written. One statement, whether there is a person or not. */
export function findPersonByEmail(em: EntityManager, email: string): Promise<Person | null> {
  return em.findOne(Person, { [raw('lower(email) = lower(?)', [email])]: [] });
}

const RECIPIENT = 'select id::float8 as id, email, language from person where lower(email) = lower(?)';

/** The recipient of a mail to that address; undefined: no person has it. */
export async function findRecipient(
  em: EntityManager,
  email: string,
): Promise<{ readonly id: number; readonly email: string; readonly language: Language } | undefined> {
  const [row] = await em.execute<{ id: number; email: string; language: Language }[]>(RECIPIENT, [email]);
  return row;
}

/** One change of a person's password, address or factors after the other. Call it in a transaction. */
export async function lockPerson(em: EntityManager, id: number): Promise<Person> {
  await lockRow(em, Person, id);
  return await em.findOneOrFail(Person, id, { refresh: true });
}

const HAS_FACTOR = `
select p.totp_confirmed_at is not null as totp, (select count(*)::int from passkey k where k.person_id = p.id) as passkeys,
  (select count(*)::int from recovery_code c where c.person_id = p.id and c.used_at is null) as "recoveryCodesLeft"
from person p where p.id = ?`;

/** The second factors that a person has set up. */
export interface Factors {
  readonly totp: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}

export async function readFactors(em: EntityManager, personId: number): Promise<Factors> {
  const [row] = await em.execute<Factors[]>(HAS_FACTOR, [personId]);
  return row ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0 };
}

/**
 * Notes that the person has the mailbox. What was set up before the first time goes: password, factors, sessions, devices may be of
 * somebody who prepared the account for another's address. Call it with the person locked.
 */
export async function proveMailbox(em: EntityManager, person: Person, now: Date): Promise<void> {
  person.mailFailingSince = null;
  if (person.emailConfirmedAt) return;
  person.passwordHash = null;
  await removeFactors(em, person);
  person.emailConfirmedAt = now;
  await em.flush();
  await endSessions(em, person.id, now);
  await forgetDevices(em, person.id);
}

/** Takes away all second factors, and the codes in their place. Call it with the person locked. */
export async function removeFactors(em: EntityManager, person: Person): Promise<void> {
  Object.assign(person, { totpSecretEncrypted: null, totpConfirmedAt: null, totpLastStep: null });
  await em.flush();
  await em.nativeDelete(Passkey, { personId: person.id });
  await em.nativeDelete(RecoveryCode, { personId: person.id });
}

/** Ends all open sessions of a person, and what devices show of their notices. @param exceptId stays. @returns how many sessions. */
export async function endSessions(
  em: EntityManager,
  personId: number,
  now: Date,
  exceptId?: number,
): Promise<number> {
  const others = exceptId === undefined ? {} : { id: { $ne: exceptId } };
  await endAllPushDevices(em, personId, exceptId);
  return await em.nativeUpdate(ConsoleSession, { personId, endedAt: null, ...others }, { endedAt: now });
}

const OPERATORS = `
select id::float8 as id, email, name, operator_role as role, password_hash is not null as "hasPassword",
  totp_confirmed_at is not null or exists (select 1 from passkey k where k.person_id = person.id) as "hasSecondFactor"
from person where operator_role is not null order by lower(email)`;

export interface OperatorRow {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** The platform's own people. */
export function readOperators(em: EntityManager): Promise<OperatorRow[]> {
  return em.execute<OperatorRow[]>(OPERATORS);
}

/** The platform's people in a role that may do that, always in the same order: who writes to all of them locks their mailboxes in it. */
export async function operatorsWhoMay(
  em: EntityManager,
  action: OperatorAction,
): Promise<{ email: string; language: Language }[]> {
  const operatorRole = { $in: [...OPERATOR_ACTIONS[action]] };
  return await em.find(Person, { operatorRole, emailConfirmedAt: { $ne: null } }, { orderBy: { id: 'asc' } });
}
