import type { EntityManager } from '@mikro-orm/postgresql';
import { type Person, RecoveryCode } from '../../db/entities/index.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { lockPerson, readFactors } from '../../db/queries/console/people.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From, type Opened, replaceSession } from './context.ts';
import { arrive, guesserAt, NOTIFY_AFTER, writeWayIn } from './devices.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { AccountRefuses, WrongFactor } from './refusals.ts';
import { counting, nextOf } from './signing-in.ts';
import { totpStepOf } from './totp.ts';

/** One of them. */
export interface ShownFactor {
  readonly totp?: string;
  readonly recoveryCode?: string;
  /** Again, and only of a person without any second factor. */
  readonly password?: string;
}

/**
 * Finishes signing in, or makes the session fresh. The session gets a new token.
 * @throws WrongFactor, AccountRefuses, RateLimited
 */
export async function showFactor(
  deps: AccountDeps,
  session: SessionRow,
  shown: ShownFactor,
  from: From,
): Promise<Opened> {
  const { orm, guesses, count } = deps;
  const em = orm.em.fork();
  const { id: personId } = session.person;
  const key = await guessKey(deps, personId, shown, from);
  const failed = await guesses.guess(key, 'factor').catch(counting(count));
  const opened = await em.transactional(async (inside) => {
    const person = await lockPerson(inside, personId);
    const isRight = await matchesFactor(deps, inside, person, shown);
    return isRight ? await open(deps, inside, session, person, shown, from) : undefined;
  });
  if (opened === undefined) {
    await noteFailure(deps, session, from, failed + 1);
    throw new WrongFactor();
  }
  await guesses.succeeded(key);
  count('second_factor');
  return opened;
}

/** Each kind is counted apart: who tries recovery codes keeps nobody from the app's. */
async function guessKey(
  deps: AccountDeps,
  personId: number,
  { totp, recoveryCode }: ShownFactor,
  from: From,
): Promise<string> {
  const { name, isKnown } = await guesserAt(deps, personId, from);
  if (recoveryCode !== undefined)
    return `recovery|${personId}|${isKnown ? name : countedAddress(from.address)}`;
  return `${totp === undefined ? 'again' : 'factor'}|${personId}|${name}`;
}

async function matchesFactor(
  { cipher, passwords, now }: AccountDeps,
  em: EntityManager,
  person: Person,
  { totp, recoveryCode, password }: ShownFactor,
): Promise<boolean> {
  const factors = await readFactors(em, person.id);
  if (totp !== undefined) {
    if (!factors.totp || !person.totpSecretEncrypted) return false;
    const secret = await cipher.decrypt(person.totpSecretEncrypted);
    const step = totpStepOf({ secret, lastStep: person.totpLastStep ?? null }, totp, now());
    if (step !== undefined) person.totpLastStep = step;
    return step !== undefined;
  }
  const hasFactor = factors.totp || factors.passkeys > 0;
  if (recoveryCode !== undefined) {
    const unused = { personId: person.id, codeHash: hashRecoveryCode(recoveryCode), usedAt: null };
    return hasFactor && (await em.nativeUpdate(RecoveryCode, unused, { usedAt: now() })) === 1;
  }
  if (hasFactor) throw new AccountRefuses('no_factor', 'show your second factor, not the password');
  return await passwords.verify(password ?? '', person.passwordHash ?? null);
}

async function open(
  deps: AccountDeps,
  em: EntityManager,
  session: SessionRow,
  person: Person,
  { password, recoveryCode }: ShownFactor,
  from: From,
): Promise<Opened> {
  const at = deps.now();
  const isPassword = password !== undefined;
  const step = {
    personId: person.id,
    firstFactorAt: isPassword ? at : session.firstFactorAt,
    secondFactorAt: isPassword ? session.secondFactorAt : at,
  };
  const token = await replaceSession(deps, em, step, from, session);
  const by = isPassword ? 'password' : recoveryCode === undefined ? 'totp' : 'recovery_code';
  await noteShown(em, person.id, from, by);
  if (recoveryCode !== undefined) {
    const security = deps.mailer.link('account/security');
    await deps.mailer.write(em, person, 'factorsChanged', { what: 'recovery_code_used', security });
  }
  const factors = await readFactors(em, person.id);
  const next = nextOf(person, factors, step.secondFactorAt);
  return { token, device: await arrive(deps, em, person, from), next };
}

export function noteShown(em: EntityManager, personId: number, from: From, by: string): Promise<void> {
  const change = { action: 'person.factor_shown', subject: `person:${personId}`, details: { by } };
  return recordAudit(em, actorOf(personId, from), change);
}

async function noteFailure(
  deps: AccountDeps,
  { person }: SessionRow,
  from: From,
  failed: number,
): Promise<void> {
  deps.count('refused');
  await deps.orm.em.fork().transactional(async (em) => {
    const change = { action: 'person.factor_refused', subject: `person:${person.id}` };
    await recordAudit(em, actorOf(person.id, from), change);
    if (failed === NOTIFY_AFTER)
      await writeWayIn(deps, em, person, { personId: person.id, guessed: 'factor' });
  });
}
