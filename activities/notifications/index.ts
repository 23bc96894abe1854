import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { STUCK_AFTER_MS } from '../../domain/notification.ts';
import type {
  DeliveryActivities,
  DeliveryReport,
  ResolvedDelivery,
} from '../../workflows/delivery-contract.ts';
import { heartbeating } from '../heartbeat.ts';
import { type AttemptDeps, createAttempt } from './attempt.ts';
import type { Later } from './decision.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createLimiter, type Limiter } from './endpoint-limiter.ts';
import { causeOf, internalFailure, laterFailure } from './failures.ts';

export interface NotificationDeps extends Omit<AttemptDeps, 'limiter'> {
  readonly limiter?: Limiter;
}

/** No attempt of a run begins later than this: each may take ten seconds, and a run has thirty (workflows/delivery.ts). */
const RUN_MS = 8_000;

/** The activities of the task queue `notifications`. */
export function createNotificationActivities({
  limiter = createLimiter(),
  ...deps
}: NotificationDeps): DeliveryActivities {
  const { random, now, metrics, orm } = deps;
  const attempt = createAttempt({ ...deps, limiter });
  const store = createDeliveryStore(orm);

  /** One attempt at the first that waits, and at the next one when it is resolved. The address and the secrets are read now. */
  async function run({ queue, reported }: Asked): Promise<DeliveryReport> {
    const resolved: ({ notificationId: string } & ResolvedDelivery)[] = [];
    const begunAt = performance.now();
    const signal = stopping();
    for (let number = Context.current().info.attempt; ; number = 1) {
      const delivery = await store.readNext(queue, now());
      if (delivery === undefined) return { is: 'resolved', resolved, isMore: false };
      const { id: notificationId } = delivery;
      // The workflow takes back the mark of one that somebody else resolved.
      if (reported !== undefined && reported !== notificationId)
        return { is: 'resolved', resolved, isMore: true };
      const decision = await attempt(delivery, { signal, number });
      metrics?.count(decision.is === 'resolved' ? decision.outcome : decision.reason);
      if (decision.is === 'later') return stuckReport(notificationId, decision, { reported, now: now() });
      const { outcome, attempts } = decision;
      resolved.push({ notificationId, outcome, attempts });
      if (performance.now() - begunAt >= RUN_MS) return { is: 'resolved', resolved, isMore: true };
    }
  }

  return {
    /** @throws ApplicationFailure, retryable, when one was not acknowledged: see failures.ts. */
    deliver: async (queue, reported) => {
      try {
        return await heartbeating(() => run({ queue, reported }));
      } catch (error) {
        throw asFailure(error, random);
      }
    },
  };
}

interface Asked {
  readonly queue: Parameters<DeliveryActivities['deliver']>[0];
  readonly reported: string | undefined;
}

/**
 * What the workflow is to know, once: the notification is overdue, or nothing is sent to its endpoint at all. Only the
 * activity knows, since a waiting retry does not reach the workflow; so a delivery that succeeds in time costs no timer
 * and no event.
 * @throws ApplicationFailure where there is nothing to report.
 */
function stuckReport(
  notificationId: string,
  later: Later,
  { reported, now }: { readonly reported: string | undefined; readonly now: Date },
): DeliveryReport {
  const { dueSince, attempts, waitMs, isPaused } = later;
  const isOverdue = now.getTime() - dueSince.getTime() >= STUCK_AFTER_MS;
  if (reported === notificationId || !(isOverdue || isPaused)) throw laterFailure(later);
  const nextAttemptAt = new Date(now.getTime() + waitMs).toISOString();
  const since = dueSince.toISOString();
  return { is: 'stuck', notificationId, attempts, since, nextAttemptAt, cause: causeOf(later) };
}

/** A wake ends a wait, and no attempt: only a worker that stops does. */
function stopping(): AbortSignal {
  const { cancellationSignal } = Context.current();
  const stop = new AbortController();
  const end = () => {
    const { reason } = cancellationSignal;
    if (!(reason instanceof CancelledFailure) || reason.message !== 'CANCELLED') stop.abort(reason);
  };
  if (cancellationSignal.aborted) end();
  cancellationSignal.addEventListener('abort', end, { once: true });
  return stop.signal;
}

function asFailure(error: unknown, random: () => number): ApplicationFailure | CancelledFailure {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  const { cancellationSignal, info, log } = Context.current();
  if (cancellationSignal.aborted) return new CancelledFailure('cancelled');
  // Only the kind of error: its message may contain SQL with a merchant's answer.
  log.error('a notification could not be attempted', kindOf(error));
  return internalFailure(info.attempt, random());
}

function kindOf(error: unknown): { error: string; code: string } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { error: String(name), code: String(code) };
}
