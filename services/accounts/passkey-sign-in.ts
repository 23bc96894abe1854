import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Person } from '../../db/entities/index.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { readFactors } from '../../db/queries/console/people.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { type AccountDeps, type From, type Opened, replaceSession } from './context.ts';
import { arrive } from './devices.ts';
import type { Passkeys } from './passkeys.ts';
import { WrongFactor } from './refusals.ts';
import { noteShown } from './second-factor.ts';
import { counting, noteSignIn, type SignedIn } from './signing-in.ts';

/** Signs in by a passkey alone: it is both factors. @throws WrongFactor, RateLimited */
export async function signInByPasskey(
  deps: AccountDeps,
  passkeys: Passkeys,
  response: AuthenticationResponseJSON,
  from: From,
  before: SessionRow | undefined,
): Promise<SignedIn> {
  const { orm, now, guesses, count } = deps;
  await guesses.countAddress(countedAddress(from.address)).catch(counting(count));
  const challenge = await passkeys.take(response);
  const signedIn = await orm.em
    .fork()
    .transactional(async (em) => {
      const personId = await passkeys.verify(em, response, challenge);
      const person = await em.findOneOrFail(Person, personId);
      if (!person.emailConfirmedAt) throw new WrongFactor('this passkey belongs to no account here');
      const step = { personId, firstFactorAt: now(), secondFactorAt: now() };
      const token = await replaceSession(deps, em, step, from, before);
      await noteSignIn(em, personId, from, 'passkey');
      const device = await arrive(deps, em, person, from);
      return { token, device, next: 'done' as const, factors: await readFactors(em, personId) };
    })
    .catch(countingRefusal(count));
  count('passkey');
  return signedIn;
}

/** Finishes signing in by a passkey, or makes the session fresh. @throws WrongFactor */
export async function showPasskey(
  deps: AccountDeps,
  passkeys: Passkeys,
  session: SessionRow,
  response: AuthenticationResponseJSON,
  from: From,
): Promise<Opened> {
  const challenge = await passkeys.take(response, session);
  const opened = await deps.orm.em
    .fork()
    .transactional(async (em) => {
      const personId = await passkeys.verify(em, response, challenge, session);
      const step = { personId, firstFactorAt: session.firstFactorAt, secondFactorAt: deps.now() };
      const token = await replaceSession(deps, em, step, from, session);
      await noteShown(em, personId, from, 'passkey');
      return { token, device: await arrive(deps, em, session.person, from), next: 'done' as const };
    })
    .catch(countingRefusal(deps.count));
  deps.count('second_factor');
  return opened;
}

function countingRefusal(count: AccountDeps['count']) {
  return (error: unknown): never => {
    if (error instanceof WrongFactor) count('refused');
    throw error;
  };
}
