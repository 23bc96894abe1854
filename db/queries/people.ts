import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type Language,
  OPERATOR_ACTIONS,
  type OperatorAction,
  type OperatorRole,
} from '../../domain/console-roles.ts';
import { ConsoleSession, Person } from '../entities/index.ts';

const BY_EMAIL = 'select id::float8 as id from person where lower(email) = lower(?)';

/** Whose address that is, however it is written. */
export async function findPersonByEmail(em: EntityManager, email: string): Promise<Person | null> {
  const [row] = await em.execute<{ id: number }[]>(BY_EMAIL, [email]);
  return row === undefined ? null : await em.findOne(Person, row.id);
}

/** One change of a person's password, address or factors after the other. Call it in a transaction. */
export async function lockPerson(em: EntityManager, id: number): Promise<Person> {
  await em.execute('select 1 from person where id = ? for no key update', [id]);
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

const KNOWN_ADDRESS = `
select 1 from console_session
where person_id = ? and address = ? and first_factor_at is not null and created_at > ?::timestamptz - interval '60 days' limit 1`;

/** Whether the person signed in from that address lately. */
export async function hasSignedInFrom(
  em: EntityManager,
  personId: number,
  address: string,
  now: Date,
): Promise<boolean> {
  return (await em.execute<unknown[]>(KNOWN_ADDRESS, [personId, address, now])).length > 0;
}

/** Ends all open sessions of a person. @param exceptId stays. @returns how many. */
export function endSessions(
  em: EntityManager,
  personId: number,
  now: Date,
  exceptId?: number,
): Promise<number> {
  const others = exceptId === undefined ? {} : { id: { $ne: exceptId } };
  return em.nativeUpdate(ConsoleSession, { personId, endedAt: null, ...others }, { endedAt: now });
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
