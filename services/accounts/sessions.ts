import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { ConsoleSession } from '../../db/entities/index.ts';
import { readSession, type SessionRow } from '../../db/queries/console/console-sessions.ts';
import { endPushDevices } from '../../db/queries/notices/push-devices.ts';
import { hashToken, newToken } from '../../db/secret-tokens.ts';
import { keptUserAgent } from '../../domain/browser-name.ts';
import { createSessionSeal } from './session-seal.ts';

/** Without a request a session ends after a day, and after two weeks in any case. */
export const IDLE_MS = 24 * 3_600_000;
const LIFETIME_MS = 14 * 24 * 3_600_000;
/** A factor that was shown so long ago is no longer fresh: what matters asks for it again. */
export const FRESH_MS = 15 * 60_000;

interface SessionStart {
  readonly personId: number;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** When each factor was shown; null: not yet. */
  readonly firstFactorAt: Date | null;
  readonly secondFactorAt: Date | null;
}

export interface Sessions {
  /**
   * Opens a session; at each step of signing in a new one replaces the one before, so that a token that was known before is worth
   * nothing afterwards. @returns its token, which only the cookie holds.
   */
  open(em: EntityManager, start: SessionStart): Promise<string>;
  /** The session that the cookie's token belongs to; undefined: none that is open. */
  find(token: string): Promise<SessionRow | undefined>;
  /** Ends it at once, everywhere, and with it what its browser shows of notices. */
  end(em: EntityManager, id: number): Promise<void>;
}

interface SessionDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
}

/** Sessions are rows, which every request reads, so that an ended session no longer works with the next request. */
export function createSessions({ orm, cipher, now }: SessionDeps): Sessions {
  const seal = createSessionSeal(cipher);
  return {
    async open(em, { userAgent, ...start }) {
      const token = newToken();
      const tokenHash = hashToken(token);
      await em.insert(ConsoleSession, {
        ...start,
        tokenHash,
        seal: seal.of({ ...start, tokenHash }),
        userAgent: keptUserAgent(userAgent),
        createdAt: now(),
        lastSeenAt: now(),
        expiresAt: new Date(now().getTime() + LIFETIME_MS),
      });
      return token;
    },
    async find(token) {
      const tokenHash = hashToken(token);
      const found = await readSession(orm.em.fork(), tokenHash, { now: now(), idleMs: IDLE_MS });
      if (found === undefined) return undefined;
      const { seal: written, ...session } = found;
      const { person, secondFactorAt } = session;
      return seal.isOf({ tokenHash, personId: person.id, secondFactorAt }, written) ? session : undefined;
    },
    async end(em, id) {
      await endPushDevices(em, id);
      await em.nativeUpdate(ConsoleSession, { id, endedAt: null }, { endedAt: now() });
    },
  };
}
