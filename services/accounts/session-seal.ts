import type { Cipher } from '../../db/cipher.ts';
import { createSeal } from '../seal.ts';

/** What makes a session somebody's. */
interface Sealed {
  readonly tokenHash: string;
  readonly personId: number;
  /** Null: it was not shown, or does not count any more. */
  readonly secondFactorAt: Date | null;
}

/** A seal has two halves: of whose session it is, and of the second factor that was shown in it. */
const HALF = 64;

/**
 * Seals sessions with a key made of ENCRYPTION_KEY: who can only write to the database cannot make a session, turn one into another
 * person's, or mark a factor as shown in one (docs/security.md, "Roles of the database").
 */
export function createSessionSeal(cipher: Pick<Cipher, 'derive'>) {
  const seal = createSeal(cipher, 'console sessions');
  const whose = ({ tokenHash, personId }: Sealed) => ['session', tokenHash, personId];
  const factor = ({ tokenHash, personId, secondFactorAt }: Sealed) => [
    ...['factor', tokenHash, personId],
    secondFactorAt?.getTime() ?? null,
  ];
  return {
    of: (session: Sealed): string => seal.of(whose(session)) + seal.of(factor(session)),
    /** A second factor that was taken away since leaves the session as one without. */
    isOf(session: Sealed, written: string | null): boolean {
      if (written?.length !== 2 * HALF || !seal.isOf(whose(session), written.slice(0, HALF))) return false;
      return session.secondFactorAt === null || seal.isOf(factor(session), written.slice(HALF));
    },
  };
}
