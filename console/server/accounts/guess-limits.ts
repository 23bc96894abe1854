/**
 * How often somebody may guess. What this rules out (test/console/accounts/guesses.test.ts):
 *
 * - Many guesses at one account, from one or from many addresses: after five that failed each one has to wait, twice as long every
 *   time: up to a minute for passwords, up to a quarter of an hour for codes of six digits.
 * - Many at once: a guess takes its turn before it is looked at, and of those that come together one has it.
 * - Locking the owner out: a browser that is known to be the owner's has a count of its own, all others share one (devices.ts). Each
 *   kind of secret is counted apart. A passkey is no guess, and never waits; nor is a recovery code, of 80 random bits: it is
 *   counted by the address that tries it.
 */
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { type ErrorExtras, RateLimited } from '../../../domain/errors.ts';

/** Guesses that don't wait. */
const FREE = 5;
const MAX_WAIT_SECONDS = { password: 60, factor: 900 } as const;
const REMEMBERED_SECONDS = 86_400;
/** What a guess that has to wait is told, whether or not there is an account. */
const GUESSED = { data: { reason: 'too_many_guesses' } } as const;
/** Requests of one address in a minute that sign in, register or ask for a mail. */
const PER_ADDRESS = 60;

export interface GuessLimits {
  /** Counts a request of an address. @throws RateLimited */
  countAddress(address: string): Promise<void>;
  /** Takes a guess's turn. @param key names whose, of what, and in which browser. @returns how many failed before. @throws RateLimited */
  guess(key: string, of: keyof typeof MAX_WAIT_SECONDS): Promise<number>;
  /** It was right: the count begins anew. */
  succeeded(key: string): Promise<void>;
}

/** @param redis shares the counts between processes; without it each counts for itself. */
export function createGuessLimits(redis?: Redis, perAddress = PER_ADDRESS): GuessLimits {
  const counter = (name: string, points: number, duration: number) => {
    const options = { keyPrefix: `guidepost:console:${name}`, points, duration };
    const inProcess = new RateLimiterMemory(options);
    if (redis === undefined) return inProcess;
    return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: inProcess });
  };
  const addresses = counter('address', perAddress, 60);
  const guesses = counter('guess', Number.MAX_SAFE_INTEGER, REMEMBERED_SECONDS);
  const turns = counter('turn', 1, MAX_WAIT_SECONDS.factor);
  return {
    countAddress: async (address) => void (await take(addresses.consume(address))),
    async guess(key, of) {
      const failed = (await guesses.get(key))?.consumedPoints ?? 0;
      if (failed >= FREE)
        await take(
          turns.consume(key, 1, { customDuration: waitAfter(failed, MAX_WAIT_SECONDS[of]) }),
          GUESSED,
        );
      const { consumedPoints } = await guesses.consume(key);
      // Others came between: only so many at once go on without a turn.
      if (failed < FREE && consumedPoints > FREE) throw new RateLimited(1, GUESSED);
      return consumedPoints - 1;
    },
    succeeded: async (key) => {
      await Promise.all([guesses.delete(key), turns.delete(key)]);
    },
  };
}

/** Seconds: 2, doubling. */
function waitAfter(failed: number, max: number): number {
  return Math.min(2 ** (failed - FREE + 1), max);
}

/** The library rejects with the very result that it otherwise resolves with; anything else is an error. */
async function take(consuming: Promise<RateLimiterRes>, extras: ErrorExtras = {}): Promise<void> {
  await consuming.catch((rejection: RateLimiterRes | Error) => {
    if (rejection instanceof Error) throw rejection;
    throw new RateLimited(Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000)), extras);
  });
}
