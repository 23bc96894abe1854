import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { STUCK_AFTER_MS } from '../../domain/notification.ts';
import type {
  AnnounceActivities,
  DeliveryOptions,
  NotificationActivities,
  StuckDelivery,
} from '../../workflows/contract.ts';
import { heartbeating } from '../heartbeat.ts';
import { createAnnouncing } from './announcing.ts';
import { type AttemptDeps, createAttempt } from './attempt.ts';
import type { Later } from './decision.ts';
import { createLimiter, type Limiter } from './endpoint-limiter.ts';
import { causeOf, internalFailure, laterFailure } from './failures.ts';

export type NotificationDeps = Omit<AttemptDeps, 'limiter'> & { readonly limiter?: Limiter };

/** Of a worker, waited for at once. */
const FIRST_ATTEMPTS = 512;

/** The activities of the task queue `notifications`. */
export function createNotificationActivities(
  deps: NotificationDeps,
): NotificationActivities & Pick<AnnounceActivities, 'announce'> {
  const { random, now, metrics, limiter = createLimiter() } = deps;
  const attempt = createAttempt({ ...deps, limiter });
  return {
    announce: createAnnouncing({ ...deps, limiter, limits: { waiting: FIRST_ATTEMPTS } }).announce,
    /**
     * One attempt to deliver a notification (docs/architecture.md, "How data flows"; docs/notifications.md). The address and the secrets are read now.
     * @throws ApplicationFailure, retryable, when it was not acknowledged: see failures.ts.
     */
    deliverNotification: async (notificationId, options = {}) => {
      try {
        const { cancellationSignal: signal, info } = Context.current();
        const run = { signal, number: info.attempt };
        const decision = await heartbeating(() => attempt(notificationId, options, run));
        if (decision.is === 'resolved') {
          const { outcome, attempts } = decision;
          metrics?.count(outcome);
          return { outcome, attempts };
        }
        metrics?.count(decision.reason);
        const report = stuckReport(decision, options, now());
        if (report !== undefined) return report;
        throw laterFailure(decision, options.cause);
      } catch (error) {
        throw asFailure(error, random);
      }
    },
  };
}

/**
 * What the workflow should hear of, once: the notification is overdue, or nothing is sent to its endpoint at all. Only the
 * activity knows, since a waiting retry does not touch the workflow; so a delivery that succeeds in time costs no timer
 * and no event.
 */
function stuckReport(later: Later, { isReported }: DeliveryOptions, now: Date): StuckDelivery | undefined {
  const { dueSince, attempts, waitMs, isPaused } = later;
  const isOverdue = now.getTime() - dueSince.getTime() >= STUCK_AFTER_MS;
  if (isReported || !(isOverdue || isPaused)) return undefined;
  const notBefore = new Date(now.getTime() + waitMs).toISOString();
  return { outcome: 'stuck', attempts, since: dueSince.toISOString(), notBefore, cause: causeOf(later) };
}

function asFailure(error: unknown, random: () => number): ApplicationFailure | CancelledFailure {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  const { cancellationSignal, info, log } = Context.current();
  if (cancellationSignal.aborted) return new CancelledFailure('cancelled');
  // Only the kind of error: its message may hold SQL with a merchant's answer in it.
  log.error('a notification could not be attempted', kindOf(error));
  return internalFailure(info.attempt, random());
}

function kindOf(error: unknown): { error: string; code: string } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { error: String(name), code: String(code) };
}
