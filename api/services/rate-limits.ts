import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitSettings } from '../../config.ts';
import { RateLimited } from '../../domain/errors.ts';

export const DEFAULT_RATE_LIMITS: RateLimitSettings = {
  merchantPerMinute: 10_000,
  tokenPerMinute: 300,
  addressPerMinute: 3_000,
};

export type PolicyName = 'merchant' | 'token' | 'address';

/** Where a caller stands under the policy that its request counts against. */
export interface Usage {
  readonly policy: PolicyName;
  readonly quota: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export interface RateLimits {
  /** Counts one request; undefined where the policy has no limit. */
  take(policy: PolicyName, key: string): Promise<Usage | undefined>;
  /** Guesses of one client id from one address. */
  readonly guesses: GuessLimit;
}

interface GuessLimit {
  /** @throws RateLimited when too many guesses failed lately. */
  check(clientId: string, address: string): Promise<void>;
  failed(clientId: string, address: string): Promise<void>;
  succeeded(clientId: string, address: string): Promise<void>;
}

const WINDOW_SECONDS = 60;
const GUESSES = 10;
/** Ten wrong secrets in five minutes: that client id waits for the rest of them, from that address. */
const GUESS_WINDOW_SECONDS = 300;

/**
 * Counts requests in fixed windows: shared over processes through Redis, in this process without it, and for as long
 * as Redis is unavailable (a limit protects; it must not become an outage of its own).
 */
export function createRateLimits(settings: RateLimitSettings, redis?: Redis): RateLimits {
  const counter = (name: string, points: number, duration: number) => {
    const options = { keyPrefix: `guidepost:limit:${name}`, points, duration };
    const inProcess = new RateLimiterMemory(options);
    if (redis === undefined) return inProcess;
    return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: inProcess });
  };
  const quotas: Record<PolicyName, number> = {
    merchant: settings.merchantPerMinute,
    token: settings.tokenPerMinute,
    address: settings.addressPerMinute,
  };
  const policies = {
    merchant: counter('merchant', quotas.merchant, WINDOW_SECONDS),
    token: counter('token', quotas.token, WINDOW_SECONDS),
    address: counter('address', quotas.address, WINDOW_SECONDS),
  };
  return {
    async take(policy, key) {
      if (quotas[policy] === 0) return undefined;
      const { result, isExceeded } = await settle(policies[policy].consume(key));
      const remaining = isExceeded ? 0 : result.remainingPoints;
      return { policy, quota: quotas[policy], remaining, resetSeconds: seconds(result), isExceeded };
    },
    guesses: createGuessLimit(counter('guess', GUESSES, GUESS_WINDOW_SECONDS)),
  };
}

function createGuessLimit(counter: RateLimiterMemory | RateLimiterRedis): GuessLimit {
  const keyOf = (clientId: string, address: string) => `${address}|${clientId}`;
  return {
    async check(clientId, address) {
      const result = await counter.get(keyOf(clientId, address));
      if (result !== null && result.consumedPoints >= GUESSES) throw new RateLimited(seconds(result));
    },
    async failed(clientId, address) {
      await settle(counter.consume(keyOf(clientId, address)));
    },
    async succeeded(clientId, address) {
      await counter.delete(keyOf(clientId, address));
    },
  };
}

/** The library rejects with the very result that it otherwise resolves with; anything else is an error. */
async function settle(consuming: Promise<RateLimiterRes>) {
  try {
    return { result: await consuming, isExceeded: false };
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection;
    return { result: rejection as RateLimiterRes, isExceeded: true };
  }
}

function seconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}
