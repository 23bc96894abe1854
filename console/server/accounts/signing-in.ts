import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { countedAddress } from '../../../admission/client-address.ts';
import { recordAudit } from '../../../api/services/audit.ts';
import { Person } from '../../../db/entities/index.ts';
import type { SessionRow } from '../../../db/queries/console-sessions.ts';
import { type Factors, findPersonByEmail, hasSignedInFrom, readFactors } from '../../../db/queries/people.ts';
import { RateLimited } from '../../../domain/errors.ts';
import { type AccountDeps, actorOf, type From, type Next, type Opened, replaceSession } from './context.ts';
import { WrongCredentials } from './refusals.ts';

export interface SignedIn extends Opened {
  readonly factors: Factors;
}

/**
 * Signs in by e-mail and password. Somebody unknown, unconfirmed or without a password costs the same work and gets the same answer
 * as a wrong password. @throws WrongCredentials, RateLimited
 */
export async function signIn(
  deps: AccountDeps,
  { email, password }: { readonly email: string; readonly password: string },
  from: From,
  before: SessionRow | undefined,
): Promise<SignedIn> {
  const { orm, passwords, guesses, now, count } = deps;
  const em = orm.em.fork();
  await guesses.countAddress(countedAddress(from.address)).catch(counting(count));
  const person = await findPersonByEmail(em, email);
  const isKnownHere = await hasSignedInFrom(em, person?.id ?? 0, from.address, now());
  const key = guessKey(`password|${hashOf(email)}`, isKnownHere ? from.address : undefined);
  await guesses.guess(key, 'password').catch(counting(count));
  const hash = person?.emailConfirmedAt ? (person.passwordHash ?? null) : null;
  const isRight = await passwords.verify(password, hash);
  if (!isRight || person === null) {
    count('refused');
    await noteFailure(em, person, from);
    throw new WrongCredentials();
  }
  await guesses.succeeded(key);
  const newHash = passwords.isOutdated(hash!) ? await passwords.hash(password) : hash!;
  count('password');
  return await em.transactional(async (inside) => {
    await inside.nativeUpdate(Person, { id: person.id }, { passwordHash: newHash });
    const factors = await readFactors(inside, person.id);
    const step = { personId: person.id, firstFactorAt: now(), secondFactorAt: null };
    const token = await replaceSession(deps, inside, step, from, before);
    await noteSignIn(inside, person.id, from, 'password');
    return { token, factors, next: nextOf(person, factors, null) };
  });
}

/** What signing in still needs; operators always have a second factor. */
export function nextOf(
  { operatorRole }: Pick<Person, 'operatorRole'>,
  { totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>,
  secondFactorAt: Date | null,
): Next {
  if (secondFactorAt !== null) return 'done';
  if (totp || passkeys > 0) return 'second_factor';
  return operatorRole ? 'set_up_factor' : 'done';
}

/** Guesses from where the owner signs in are counted by themselves. */
export function guessKey(what: string, knownAddress: string | undefined): string {
  return `${what}|${knownAddress === undefined ? 'elsewhere' : countedAddress(knownAddress)}`;
}

export function noteSignIn(em: EntityManager, personId: number, from: From, by: string): Promise<void> {
  const change = { action: 'person.signed_in', subject: `person:${personId}`, details: { by } };
  return recordAudit(em, actorOf(personId, from), change);
}

/** Of an address without account there is nothing to write about; the round trip is made all the same. */
async function noteFailure(em: EntityManager, person: Person | null, { address, requestId }: From) {
  if (person === null) return void (await em.execute('select 1'));
  const subject = `person:${person.id}`;
  await recordAudit(em, { unknown: true, address, requestId }, { action: 'person.sign_in_refused', subject });
}

/** Counts what waits. */
export function counting(count: AccountDeps['count']) {
  return (error: unknown): never => {
    if (error instanceof RateLimited) count('too_many');
    throw error;
  };
}

function hashOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
