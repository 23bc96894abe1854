import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../../db/cipher.ts';

/** What makes a session somebody's. */
interface Sealed {
  readonly tokenHash: string;
  readonly personId: number;
  /** Null: it was not shown, or does not count any more. */
  readonly secondFactorAt: Date | null;
}

/** Two HMAC-SHA-256 in hex: of whose session it is, and of the second factor that was shown in it. */
const HALF = 64;

/**
 * Seals sessions with a key made of ENCRYPTION_KEY: who can only write to the database cannot make a session, turn one into another
 * person's, or mark a factor as shown in one (docs/security.md, "Roles of the database").
 */
export function createSessionSeal(cipher: Pick<Cipher, 'derive'>) {
  const keys = cipher.derive('console sessions', 32);
  const halves = (key: Buffer, { tokenHash, personId, secondFactorAt }: Sealed) => [
    mac(key, ['session', tokenHash, personId]),
    mac(key, ['factor', tokenHash, personId, secondFactorAt?.getTime() ?? null]),
  ];
  return {
    of: (session: Sealed): string => halves(keys[0]!, session).join(''),
    /** A second factor that was taken away since leaves the session as one without. */
    isOf(session: Sealed, seal: string | null): boolean {
      if (seal?.length !== 2 * HALF) return false;
      return keys.some((key) => {
        const [whose, factor] = halves(key, session) as [string, string];
        const isTheirs = isSame(whose, seal.slice(0, HALF));
        return isTheirs && (session.secondFactorAt === null || isSame(factor, seal.slice(HALF)));
      });
    },
  };
}

function mac(key: Buffer, parts: readonly (number | string | null)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
