import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { movePushDevices } from '../../db/queries/notices/push-devices.ts';
import type { PersonAtConsole } from '../audit.ts';
import type { GuessLimits } from './guess-limits.ts';
import type { AccountMailer } from './mailer.ts';
import type { SignInCounter } from './metrics.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** What the services of accounts work with. */
export interface AccountDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  readonly consoleBaseUrl: string;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly guesses: GuessLimits;
  readonly mailer: AccountMailer;
  readonly count: SignInCounter;
}

/** The origin of a request. */
export interface From {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The token of the browser's cookie (accounts/devices.ts). */
  readonly device: string | undefined;
  readonly requestId: string;
}

/** What a person has to do next. */
export type Next = 'done' | 'second_factor' | 'set_up_factor';

/** A session that was just opened, in place of the one before. */
export interface Opened {
  /** For the cookie, and nothing else. */
  readonly token: string;
  /** For the browser's cookie; undefined: signing in is not done yet. */
  readonly device: string | undefined;
  readonly next: Next;
}

/** The person, for the audit log. */
export function actorOf(personId: number, { address, requestId }: From): PersonAtConsole {
  return { personId, address, requestId };
}

export interface StepOfSignIn {
  readonly personId: number;
  readonly firstFactorAt: Date | null;
  readonly secondFactorAt: Date | null;
}

/**
 * Opens a session with a new token, and ends the one before: its token, known to somebody else (session fixation) or open in another
 * window, no longer works.
 */
export async function replaceSession(
  { sessions }: Pick<AccountDeps, 'sessions'>,
  em: EntityManager,
  step: StepOfSignIn,
  { address, userAgent }: From,
  before: SessionRow | undefined,
): Promise<string> {
  const token = await sessions.open(em, { ...step, address, userAgent });
  if (before === undefined) return token;
  if (before.person.id === step.personId) await movePushDevices(em, before.id, token);
  await sessions.end(em, before.id);
  return token;
}
