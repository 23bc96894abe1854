/**
 * How much one address, person or merchant may have of something in a while (lib/admission/allowances.ts says how much of what).
 * Counted in fixed windows: shared between processes through Redis, in this process without it, and for as long as Redis is
 * unavailable (a limit protects; it must not cause an outage itself).
 */
import { isNativeError } from 'node:util/types';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { type ErrorExtras, RateLimited } from '../../domain/errors.ts';
import type { RateLimitSettings } from '../config.ts';
import { type Allowance, allowances, type BudgetKind } from './allowances.ts';

/** Identifies a budget: its kind and its owner's key. People's and merchants' keys are their ids, addresses' are `countedAddress`. */
interface Budget {
  readonly kind: BudgetKind;
  readonly key: string;
}

/** What is spent of it. */
interface Spending extends Budget {
  /** Default: 1. */
  readonly cost?: number;
  /** The length of a window that begins with it; default: the kind's. */
  readonly seconds?: number;
}

/** A budget's usage after a request. */
export interface Usage {
  readonly kind: BudgetKind;
  readonly quota: number;
  /** Length of the window. */
  readonly seconds: number;
  readonly spent: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export interface Budgets {
  /** Spends, and refuses where that is more than there was. @throws RateLimited with the seconds until it is back. */
  take(spending: Spending, extras?: ErrorExtras): Promise<void>;
  /** Counts the spending and answers the usage; refuses nothing. Undefined where the kind has no limit. */
  count(spending: Spending): Promise<Usage | undefined>;
  /** What is spent already. */
  spent(budget: Budget): Promise<number>;
  /** Refuses where nothing is left, and spends nothing. @throws RateLimited */
  check(budget: Budget): Promise<void>;
  /** It is whole again. */
  reset(budget: Budget): Promise<void>;
}

/** @param redis shares the counts between processes; without it each counts for itself. */
export function createBudgets(settings: RateLimitSettings, redis?: Redis): Budgets {
  const table = allowances(settings);
  const counters = new Map<BudgetKind, Counter>();
  const counterOf = (kind: BudgetKind) => {
    const made = counters.get(kind) ?? createCounter(kind, table[kind], redis);
    counters.set(kind, made);
    return made;
  };
  const count: Budgets['count'] = async ({ kind, key, cost = 1, seconds: window }) => {
    const { points: quota, seconds } = table[kind];
    if (quota === 0) return undefined;
    const { result, isExceeded } = await settle(
      counterOf(kind).consume(key, cost, window ? { customDuration: window } : {}),
    );
    const remaining = isExceeded ? 0 : result.remainingPoints;
    const spent = result.consumedPoints;
    return { kind, quota, seconds, spent, remaining, resetSeconds: secondsOf(result), isExceeded };
  };
  return {
    count,
    async take(spending, extras) {
      const usage = await count(spending);
      if (usage?.isExceeded) throw new RateLimited(usage.resetSeconds, extras);
    },
    spent: async ({ kind, key }) => (await counterOf(kind).get(key))?.consumedPoints ?? 0,
    async check({ kind, key }) {
      const { points } = table[kind];
      const result = points === 0 ? null : await counterOf(kind).get(key);
      if (result !== null && result.consumedPoints >= points) throw new RateLimited(secondsOf(result));
    },
    async reset({ kind, key }) {
      await counterOf(kind).delete(key);
    },
  };
}

type Counter = RateLimiterMemory | RateLimiterRedis;

function createCounter(kind: BudgetKind, { points, seconds }: Allowance, redis?: Redis): Counter {
  const options = { keyPrefix: `guidepost:limit:${kind}`, points, duration: seconds };
  const inProcess = new RateLimiterMemory(options);
  if (redis === undefined) return inProcess;
  return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: inProcess });
}

/** The library rejects with the very result that it otherwise resolves with; anything else is an error. */
async function settle(consuming: Promise<RateLimiterRes>) {
  try {
    return { result: await consuming, isExceeded: false };
  } catch (rejection) {
    if (isNativeError(rejection)) throw rejection;
    return { result: rejection as RateLimiterRes, isExceeded: true };
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}
