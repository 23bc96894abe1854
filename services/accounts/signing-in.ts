import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Person } from '../../db/entities/index.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { type Factors, findPersonByEmail, readFactors } from '../../db/queries/console/people.ts';
import { RateLimited } from '../../domain/errors.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From, type Next, type Opened, replaceSession } from './context.ts';
import { arrive, guesserAt, NOTIFY_AFTER, writeWayIn } from './devices.ts';
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
  const guesser = await guesserAt(deps, person?.id ?? 0, from);
  const key = `password|${hashOf(email)}|${guesser.name}`;
  const failed = await guesses.guess(key, 'password').catch(counting(count));
  const hash = person?.emailConfirmedAt ? (person.passwordHash ?? null) : null;
  const isRight = await passwords.verify(password, hash);
  if (!isRight || person === null) {
    count('refused');
    await noteFailure(deps, person, email, {
      from,
      isToNotify: failed + 1 === NOTIFY_AFTER && !guesser.isKnown,
    });
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
    const next = nextOf(person, factors, null);
    const device = next === 'second_factor' ? undefined : await arrive(deps, inside, person, from);
    return { token, device, factors, next };
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

export function noteSignIn(em: EntityManager, personId: number, from: From, by: string): Promise<void> {
  const change = { action: 'person.signed_in', subject: `person:${personId}`, details: { by } };
  return recordAudit(em, actorOf(personId, from), change);
}

/** Whether or not there is such an account, the same is written and takes the same time. */
async function noteFailure(
  deps: AccountDeps,
  person: Person | null,
  email: string,
  { from, isToNotify }: { readonly from: From; readonly isToNotify: boolean },
): Promise<void> {
  const { address, requestId } = from;
  const subject = `person:${person?.id ?? 'unknown'}`;
  const change = { action: 'person.sign_in_refused', subject };
  await deps.orm.em.fork().transactional(async (em) => {
    await recordAudit(em, { unknown: true, address, requestId }, change);
    const recipient = { email: person?.email ?? email, language: person?.language ?? 'en' } as const;
    if (isToNotify)
      await writeWayIn(deps, em, recipient, { personId: person?.id ?? null, guessed: 'password' });
  });
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
