/**
 * Attempts before a notification's own turn: by the order worker that wrote its event (docs/decisions/0047), and by the
 * activity that delivered the one in front (0028). Each spares the workflow an activity and a task. Whatever does not go
 * well is left to an activity of its own, which meets it again.
 */
import { LRUCache } from 'lru-cache';
import { CALLBACK_LIMITS } from '../../callbacks/limits.ts';
import { NoCapacity, Semaphore } from '../../callbacks/semaphore.ts';
import type { InlineDelivery } from '../../workflows/contract.ts';
import { createDelivery, type DeliveredOne, type DeliveryDeps } from './delivery.ts';
import { KNOWN_ENDPOINTS, type Limiter } from './endpoint-limiter.ts';
import { nextAttemptAfter } from './failures.ts';

/** What merchants may take of the order workers. */
const INLINE_LIMITS = {
  /** Milliseconds that an order's workflow waits for the answer; the request itself has its ordinary time. */
  waitMs: 1_000,
  /** Workflows of one worker that wait at once, and requests to one endpoint. */
  waiting: 32,
  toOneEndpoint: 4,
  /** Milliseconds for which an endpoint that was slow, or did not acknowledge, is left to the notification workers. */
  openMs: 300_000,
} as const;

export type InlineLimits = { readonly [limit in keyof typeof INLINE_LIMITS]: number };
type InlineDeps = Omit<DeliveryDeps, 'limiter'> & { readonly limits?: Partial<InlineLimits> };

/**
 * First attempts by the order workers: an endpoint that answers at once spares the merchant the wait for an activity.
 * @returns the activity deliverPromptly.
 */
export function createInlineAttempt({ limits: changed = {}, ...deps }: InlineDeps) {
  const limits: InlineLimits = { ...INLINE_LIMITS, ...changed };
  const deliver = createDelivery({ ...deps, limiter: createInlineLimiter(limits) });
  const waiting = new Semaphore(limits.waiting);
  // Nobody ends it early: the workflow may have gone on, and the answer still counts.
  const run = () => ({ signal: new AbortController().signal, isFirst: false });

  return async (notificationId: string): Promise<InlineDelivery | undefined> => {
    if (!waiting.tryAcquire()) return undefined;
    const notBefore = new Date(deps.now().getTime() + CALLBACK_LIMITS.totalMs).toISOString();
    const attempted = attempt((id) => deliver(id, {}, run()), notificationId, deps);
    const delivery = attempted.then(({ delivery }) => delivery);
    return await within(limits.waitMs, delivery, { notBefore }).finally(() => waiting.release());
  };
}

/** So many in one run of the activity. */
const MAX_FOLLOWING = 15;
/** The last of them must end, at its slowest, within the activity's own time limit. */
const BEGIN_WITHIN_MS = 8_000;

type Deliver = (notificationId: string) => Promise<DeliveredOne>;
type AttemptDeps = Pick<DeliveryDeps, 'metrics' | 'now'>;

/**
 * Goes on with the notifications behind one that was acknowledged, where they are due already: the order moved while its
 * merchant was being told of earlier moves. Ends with the first that is not acknowledged; what was acknowledged before
 * stays so.
 * @returns their outcomes in order; the last may be an attempt that failed, with the time of the next one.
 */
export async function deliverFollowing(
  { next }: DeliveredOne,
  deliver: Deliver,
  deps: AttemptDeps,
): Promise<InlineDelivery[]> {
  const following: InlineDelivery[] = [];
  const end = deps.now().getTime() + BEGIN_WITHIN_MS;
  let id = next;
  while (id !== null && following.length < MAX_FOLLOWING && deps.now().getTime() < end) {
    const { delivery, next } = await attempt(deliver, id, deps);
    if (delivery !== undefined) following.push(delivery);
    id = next;
  }
  return following;
}

/** What came of one attempt; the delivery is undefined where none was made. */
interface Attempt extends Pick<DeliveredOne, 'next'> {
  readonly delivery: InlineDelivery | undefined;
}

async function attempt(deliver: Deliver, id: string, { metrics, now }: AttemptDeps): Promise<Attempt> {
  try {
    const { resolved, next } = await deliver(id);
    metrics?.count(resolved.outcome);
    return { delivery: resolved, next };
  } catch (error) {
    const planned = nextAttemptAfter(error, now());
    if (planned === undefined) return { delivery: undefined, next: null };
    metrics?.count(planned.word);
    return { delivery: { notBefore: planned.notBefore }, next: null };
  }
}

/** Lets through what costs an order worker little, and never waits: for the rest there are the notification workers. */
function createInlineLimiter(limits: InlineLimits): Limiter {
  const endpoints = new LRUCache<string, Semaphore>({ max: KNOWN_ENDPOINTS });
  const open = new LRUCache<string, true>({ max: KNOWN_ENDPOINTS, ttl: limits.openMs });
  return {
    async run({ merchantKey, version }, _isUrgent, _signal, send) {
      const circuit = `${merchantKey} ${version}`;
      const endpoint = endpoints.get(merchantKey) ?? new Semaphore(limits.toOneEndpoint);
      endpoints.set(merchantKey, endpoint);
      if (open.has(circuit) || !endpoint.tryAcquire()) throw new NoCapacity();
      const slow = setTimeout(() => open.set(circuit, true), limits.waitMs);
      try {
        const result = await send();
        if (result.error !== null) open.set(circuit, true);
        return result;
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
