import {
  readCompanyStates,
  readLinkedMerchants,
  readOpenSessions,
} from '../../db/queries/console/account-view.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { readFactors } from '../../db/queries/console/people.ts';
import type { AccountDeps } from './context.ts';
import { FRESH_MS, IDLE_MS } from './sessions.ts';
import { nextOf } from './signing-in.ts';

/** Who is signed in. Until the second factor was shown, the answer has only what that needs. */
export async function readMe({ orm }: Pick<AccountDeps, 'orm'>, session: SessionRow) {
  const em = orm.em.fork();
  const { person, secondFactorAt } = session;
  const factors = await readFactors(em, person.id);
  const next = nextOf(person, factors, secondFactorAt);
  if (next === 'second_factor')
    return { next, person: null, factors, freshUntil: null, companies: [], operatorRole: null };
  const states = new Map((await readCompanyStates(em, person.id)).map((state) => [state.id, state]));
  const { id, email, name, language, hasPassword, operatorRole } = person;
  const isProvider = session.companies.some(({ kind }) => kind === 'provider');
  const allLinked = isProvider ? await readLinkedMerchants(em, person.id) : [];
  const companies = session.companies.flatMap((company) => {
    const state = states.get(company.id);
    const isLocked = company.needsSecondFactor && secondFactorAt === null;
    const isLiveLocked = company.liveKey !== null && secondFactorAt === null;
    const linked = allLinked.filter(({ companyId }) => companyId === company.id);
    return state === undefined ? [] : [{ ...company, ...state, isLocked, isLiveLocked, linked }];
  });
  const freshUntil = freshUntilOf(session);
  return {
    next,
    person: { id, email, name, language, hasPassword },
    factors,
    freshUntil,
    companies,
    operatorRole,
  };
}

/** Until when what matters asks for nothing again: of the second factor, or of the password for who has no other. */
function freshUntilOf({ person, firstFactorAt, secondFactorAt }: SessionRow): string | null {
  const shownAt = person.hasTotp || person.hasPasskey ? secondFactorAt : firstFactorAt;
  return shownAt === null ? null : new Date(shownAt.getTime() + FRESH_MS).toISOString();
}

/** The person's open sessions. */
export async function readSessions(
  { orm, now }: Pick<AccountDeps, 'orm' | 'now'>,
  { id, person }: SessionRow,
) {
  const sessions = await readOpenSessions(orm.em.fork(), person.id, { now: now(), idleMs: IDLE_MS });
  return sessions.map(({ createdAt, lastSeenAt, expiresAt, ...session }) => ({
    ...session,
    isCurrent: session.id === id,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
