/**
 * How often somebody may guess. What this rules out (test/console/accounts/guesses.test.ts):
 *
 * - Many guesses at one account, from one or from many addresses: after five that failed each one has to wait, twice as long every
 *   time: up to a minute for passwords, up to a quarter of an hour for codes of six digits.
 * - Many at once: a guess is counted before it is checked, and of several at once only one goes on.
 * - Locking the owner out: a browser that is known to be the owner's is counted apart, all others together (devices.ts). Each
 *   kind of secret is counted apart. A passkey is no guess, and never waits; nor is a recovery code, of 80 random bits: it is
 *   counted by the address that tries it.
 */

import { RateLimited } from '../../domain/errors.ts';
import type { Budgets } from '../../lib/admission/budgets.ts';

/** Guesses that don't wait. */
const FREE = 5;
const MAX_WAIT_SECONDS = { password: 60, factor: 900 } as const;
/** The answer to a guess that has to wait, whether or not there is an account. */
const GUESSED = { data: { reason: 'too_many_guesses' } } as const;

export interface GuessLimits {
  /** Counts a request of an address. @throws RateLimited */
  countAddress(address: string): Promise<void>;
  /** Takes a guess's turn. @param key names whose, of what, and in which browser. @returns how many failed before. @throws RateLimited */
  guess(key: string, of: keyof typeof MAX_WAIT_SECONDS): Promise<number>;
  /** It was right: the count begins again. */
  succeeded(key: string): Promise<void>;
}

export function createGuessLimits(budgets: Budgets): GuessLimits {
  return {
    countAddress: (address) => budgets.take({ kind: 'signIn', key: address }),
    async guess(key, of) {
      const failed = await budgets.spent({ kind: 'failedGuess', key });
      if (failed >= FREE) {
        const seconds = waitAfter(failed, MAX_WAIT_SECONDS[of]);
        await budgets.take({ kind: 'guessTurn', key, seconds }, GUESSED);
      }
      const spent = (await budgets.count({ kind: 'failedGuess', key }))?.spent ?? 0;
      // Others came between: only so many at once go on without a turn.
      if (failed < FREE && spent > FREE) throw new RateLimited(1, GUESSED);
      return spent - 1;
    },
    succeeded: async (key) => {
      await Promise.all([
        budgets.reset({ kind: 'failedGuess', key }),
        budgets.reset({ kind: 'guessTurn', key }),
      ]);
    },
  };
}

/** Seconds: 2, doubling. */
function waitAfter(failed: number, max: number): number {
  return Math.min(2 ** (failed - FREE + 1), max);
}
