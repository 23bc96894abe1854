/**
 * First attempts beside the write (docs/decisions/0047): all endpoints that hear of an event are tried at once, in
 * parallel. It spares each of them an activity and the workflow a task. Whatever does not go well at once is left to an
 * activity of its own, which meets it again.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { CALLBACK_LIMITS } from '../../lib/callbacks/limits.ts';
import { NoCapacity, Semaphore } from '../../lib/callbacks/semaphore.ts';
import type {
  AnnounceActivities,
  Announced,
  DelayedDelivery,
  InlineDelivery,
} from '../../workflows/contract.ts';
import { redacted } from '../redacted.ts';
import { type AttemptDeps, createAttempt } from './attempt.ts';
import type { Decision } from './decision.ts';
import { createDeliveryStore, type WaitingDelivery } from './delivery-store.ts';
import { CircuitOpen, KNOWN_ENDPOINTS, type Limiter } from './endpoint-limiter.ts';
import { causeOf } from './failures.ts';

/** What merchants may take of a worker that others wait for. */
export const INLINE_LIMITS = {
  /** Milliseconds that a workflow waits for the answers; the requests themselves have their ordinary time. */
  waitMs: 1_000,
  /** Requests of one worker that are waited for at once, and to one endpoint. */
  waiting: 64,
  toOneEndpoint: 8,
  /** Milliseconds for which an endpoint that was slow, or did not acknowledge, is left to activities of its own. */
  openMs: 300_000,
} as const;

export type InlineLimits = { readonly [limit in keyof typeof INLINE_LIMITS]: number };
type AnnouncingDeps = Omit<AttemptDeps, 'limiter'> & {
  readonly limits?: Partial<InlineLimits>;
  /** The worker's own, where it has one; otherwise endpoints get little. */
  readonly limiter?: Limiter;
};

export interface Announcing extends AnnounceActivities {
  /** A first attempt; undefined where none was made. Never fails. */
  deliverPromptly(notificationId: string): Promise<InlineDelivery | undefined>;
}

/** Announces and attempts; workers of orders run it as a local activity where nobody waits for the move, as a regular one else. */
export function createAnnouncing({ limits: changed = {}, limiter, ...deps }: AnnouncingDeps): Announcing {
  const limits: InlineLimits = { ...INLINE_LIMITS, ...changed };
  const limited = limiter === undefined ? createInlineLimiter(limits) : leavingToActivities(limiter);
  const { now, metrics } = deps;
  const attempt = createAttempt({ ...deps, limiter: limited });
  const waiting = new Semaphore(limits.waiting);

  /** Undefined where no attempt was made. */
  async function firstAttempt(id: string): Promise<InlineDelivery | undefined> {
    if (!waiting.tryAcquire()) return undefined;
    const slow = delayed(now(), CALLBACK_LIMITS.totalMs);
    // Nobody ends it early: the workflow may have gone on, and the answer still counts.
    const run = { signal: new AbortController().signal, number: 0 };
    const attempted = attempt(id, {}, run).then(outcomeOf, () => undefined);
    return await within(limits.waitMs, attempted, slow).finally(() => waiting.release());
  }

  function outcomeOf(decision: Decision): InlineDelivery {
    metrics?.count(decision.is === 'resolved' ? decision.outcome : decision.reason);
    if (decision.is === 'resolved') return { outcome: decision.outcome, attempts: decision.attempts };
    return delayed(now(), decision.waitMs, causeOf(decision));
  }

  return announcingWith(deps.orm, firstAttempt);
}

/** Without first attempts: all is left to activities of its own. */
export function createQuietAnnouncing(orm: MikroORM): Announcing {
  return announcingWith(orm, async () => undefined);
}

function announcingWith(orm: MikroORM, firstAttempt: Announcing['deliverPromptly']): Announcing {
  const store = createDeliveryStore(orm);
  const announced = async (one: WaitingDelivery): Promise<Announced> => {
    const { notificationId, endpointId, merchantKey, sequence, status, type, isFirst } = one;
    const label = `#${sequence} ${status ?? type}`;
    const outcome = isFirst ? await firstAttempt(notificationId) : undefined;
    return { notificationId, endpointId, merchantKey, label, ...(outcome && { firstAttempt: outcome }) };
  };
  return {
    announce: async ({ subjectId, after }) => {
      const found = await store.readWaiting(subjectId, after).catch((error) => {
        throw redacted('what there is to tell could not be read', error);
      });
      return { notifications: await Promise.all(found.waiting.map(announced)), until: found.until };
    },
    deliverPromptly: firstAttempt,
  };
}

function delayed(now: Date, waitMs: number, cause?: string): DelayedDelivery {
  const notBefore = new Date(now.getTime() + waitMs).toISOString();
  return cause === undefined ? { notBefore } : { notBefore, cause };
}

/** No attempt was made: an activity of its own makes it, at once. */
class LeftToActivity extends Error {
  override readonly name = 'LeftToActivity';
}

/** What finds no room is no attempt, so that nothing is put off. */
function leavingToActivities(limiter: Limiter): Limiter {
  return {
    run: (...request) =>
      limiter.run(...request).catch((error: unknown) => {
        throw error instanceof NoCapacity || error instanceof CircuitOpen ? new LeftToActivity() : error;
      }),
  };
}

/** Lets through what costs little, and never waits: for the rest there are activities of their own. @throws LeftToActivity */
function createInlineLimiter(limits: InlineLimits): Limiter {
  const endpoints = new LRUCache<string, Semaphore>({ max: KNOWN_ENDPOINTS });
  const open = new LRUCache<string, true>({ max: KNOWN_ENDPOINTS, ttl: limits.openMs });
  return {
    async run({ endpointId, version }, _isUrgent, _signal, send, errorOf) {
      const circuit = `${endpointId} ${version}`;
      const endpoint = endpoints.get(endpointId) ?? new Semaphore(limits.toOneEndpoint);
      endpoints.set(endpointId, endpoint);
      if (open.has(circuit) || !endpoint.tryAcquire()) throw new LeftToActivity();
      const slow = setTimeout(() => open.set(circuit, true), limits.waitMs);
      try {
        const result = await send();
        if (errorOf(result)) open.set(circuit, true);
        return result;
      } catch (error) {
        throw error instanceof NoCapacity ? new LeftToActivity() : error;
      } finally {
        clearTimeout(slow);
        endpoint.release();
      }
    },
  };
}

async function within<Result>(limitMs: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
