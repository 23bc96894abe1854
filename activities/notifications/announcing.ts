/**
 * First attempts beside the write (docs/decisions/0047): all recipients of an event are tried at once, in
 * parallel. It saves an activity for each of them and a workflow task. What is not acknowledged at once is left to its
 * delivery (docs/decisions/0165).
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { Semaphore } from '../../lib/callbacks/semaphore.ts';
import type { AnnounceActivities, Announced } from '../../workflows/contract.ts';
import type { DeliveryInput } from '../../workflows/delivery-contract.ts';
import { redacted } from '../redacted.ts';
import { type AttemptDeps, createAttempt } from './attempt.ts';
import type { Decision } from './decision.ts';
import { createDeliveryStore, type WaitingDelivery } from './delivery-store.ts';
import { createLimiter, type Limiter } from './endpoint-limiter.ts';
import { causeOf } from './failures.ts';

/** What merchants may take of a worker that others wait for. */
export const INLINE_LIMITS = {
  /** Milliseconds that a workflow waits for the answers; the requests themselves have their ordinary time. */
  waitMs: 1_000,
  /** Requests of one worker that are waited for at once: the writes of orders share its slots. */
  waiting: 64,
} as const;

export type InlineLimits = { readonly [limit in keyof typeof INLINE_LIMITS]: number };
type AnnouncingDeps = Omit<AttemptDeps, 'limiter'> & {
  readonly limits?: Partial<InlineLimits>;
  /** The process's own: its deliveries ask the same. */
  readonly limiter?: Limiter;
};

/** Starts a delivery, or has it read the database again (lib/temporal/notification-gateway.ts). Where that fails, jobs/unattended.ts does it later. */
export type Wake = (delivery: DeliveryInput) => Promise<void>;

/** The result of a first attempt; undefined where none was made. */
export type FirstAttempt = (notificationId: string) => Promise<Decision | 'slow' | undefined>;

/** Announces and attempts; workers of orders run it as a local activity where nobody waits for the move, as a regular one else. */
export function createAnnouncing(deps: AnnouncingDeps, wake: Wake): AnnounceActivities {
  return announcingWith(deps.orm, createFirstAttempt(deps), wake);
}

/** Without first attempts: all is left to deliveries. */
export function createQuietAnnouncing(orm: MikroORM, wake: Wake): AnnounceActivities {
  return announcingWith(orm, async () => undefined, wake);
}

function createFirstAttempt({
  limits: changed = {},
  limiter = createLimiter(),
  ...deps
}: AnnouncingDeps): FirstAttempt {
  const limits: InlineLimits = { ...INLINE_LIMITS, ...changed };
  const { now, metrics, orm } = deps;
  const attempt = createAttempt({ ...deps, limiter });
  const store = createDeliveryStore(orm);
  const waiting = new Semaphore(limits.waiting);
  // It is never aborted: the workflow may have continued, and the answer still counts.
  const run = { signal: new AbortController().signal, number: 'inline' } as const;

  async function attemptOne(id: string): Promise<Decision | undefined> {
    const delivery = await store.read(id, now());
    if (delivery === undefined) return undefined;
    const decision = await attempt(delivery, run);
    metrics?.count(decision.is === 'resolved' ? decision.outcome : decision.reason);
    return decision;
  }

  return async (id) => {
    if (!waiting.tryAcquire()) return undefined;
    const attempted = attemptOne(id).catch(() => undefined);
    return await within(limits.waitMs, attempted, 'slow' as const).finally(() => waiting.release());
  };
}

/** @param firstAttempt of what nothing waits before. */
export function announcingWith(orm: MikroORM, firstAttempt: FirstAttempt, wake: Wake): AnnounceActivities {
  const store = createDeliveryStore(orm);

  /** One endpoint's notifications, in order: each follows the acknowledgement of the one before it. The first without one ends that, and its delivery continues. */
  async function announceTo(subjectId: string, waiting: readonly WaitingDelivery[]): Promise<Announced[]> {
    const begunAt = performance.now();
    const announced: Announced[] = [];
    // The delivery that has what waits before these continues with them.
    let isNext = waiting[0]?.isFirst ?? false;
    for (const [index, one] of waiting.entries()) {
      const { notificationId, endpointId, merchantKey, sequence, status, type } = one;
      const what = { endpointId, label: `#${sequence} ${status ?? type}` };
      const decision = isNext ? await firstAttempt(notificationId) : 'behind';
      const isResolved = typeof decision === 'object' && decision.is === 'resolved';
      if (isResolved)
        announced.push({ ...what, outcome: `${decision.outcome}, attempts: ${decision.attempts}` });
      else announced.push({ ...what, outcome: leftAfter(decision), isLeft: true });
      const isTimeLeft = performance.now() - begunAt < INLINE_LIMITS.waitMs;
      const isLeft = isNext && !(isResolved && (isTimeLeft || index === waiting.length - 1));
      // If this fails, the row says that it is due.
      if (isLeft) await wake({ subjectId, endpointId, merchantKey }).catch(() => undefined);
      isNext &&= isResolved && isTimeLeft;
    }
    return announced;
  }

  return {
    announce: async ({ subjectId, after }) => {
      const found = await store.readWaiting(subjectId, after).catch((error) => {
        throw redacted('pending notifications could not be read', error);
      });
      const ofEndpoints = [...Map.groupBy(found.waiting, ({ endpointId }) => endpointId).values()];
      const announced = await Promise.all(ofEndpoints.map((waiting) => announceTo(subjectId, waiting)));
      return { notifications: announced.flat(), until: found.until };
    },
  };
}

function leftAfter(decision: Awaited<ReturnType<FirstAttempt>> | 'behind'): string {
  if (decision === 'behind') return 'behind another one';
  if (decision === 'slow') return 'no answer yet';
  return typeof decision === 'object' && decision.is === 'later'
    ? `not acknowledged, ${causeOf(decision)}`
    : 'not attempted yet';
}

async function within<Result, Otherwise>(
  limitMs: number,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
