import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { NoCapacity } from '../../callbacks/semaphore.ts';
import { STUCK_AFTER_MS } from '../../domain/notification.ts';
import type {
  DeliveryOptions,
  DeliveryReport,
  InlineDelivery,
  NotificationActivities,
  StuckDelivery,
} from '../../workflows/contract.ts';
import { heartbeating } from '../heartbeat.ts';
import { createDelivery, type DeliveredOne, type DeliveryDeps, type DeliveryTrace } from './delivery.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { CircuitOpen, createLimiter, type Limiter } from './endpoint-limiter.ts';
import { busyFailure, circuitOpenFailure, internalFailure, retryNowFailure } from './failures.ts';
import { deliverFollowing } from './inline-attempt.ts';

export type NotificationDeps = Omit<DeliveryDeps, 'limiter'> & { readonly limiter?: Limiter };

/** The activities of the task queue `notifications`. */
export function createNotificationActivities(deps: NotificationDeps): NotificationActivities {
  const { random, now, metrics, limiter = createLimiter() } = deps;
  const deliver = createDelivery({ ...deps, limiter });
  const store = createDeliveryStore(deps.orm);
  return {
    /**
     * One attempt to deliver a notification (docs/architecture.md, "How data flows"; docs/notifications.md). The address and the secrets are read now.
     * @throws ApplicationFailure, retryable, when it was not acknowledged: see failures.ts.
     */
    deliverNotification: async (notificationId, options = {}) => {
      const trace: DeliveryTrace = {};
      try {
        const { cancellationSignal: signal, info } = Context.current();
        const run = { signal, isFirst: info.attempt === 1 };
        return await heartbeating(async () => {
          const delivered = await deliver(notificationId, options, run, trace);
          metrics?.count(delivered.resolved.outcome);
          // A redelivery sends what was asked for, and nothing else.
          if (options.resendOf !== undefined) return delivered.resolved;
          return reportOf(delivered, await deliverFollowing(delivered, (id) => deliver(id, {}, run), deps));
        });
      } catch (error) {
        const refused = asFailure(error, random);
        if (refused instanceof CancelledFailure) throw refused;
        const failure = await postpone(store, notificationId, refused, trace, now());
        metrics?.count(failure.type ?? 'internal');
        const report = stuckReport(failure, options, trace, now());
        if (report !== undefined) return report;
        throw failure;
      }
    },
  };
}

function reportOf(
  { resolved, later: seen }: DeliveredOne,
  following: readonly InlineDelivery[],
): DeliveryReport {
  // What followed may have been written after the first was recorded.
  const later = Math.max(seen, following.length);
  return { ...resolved, ...(following.length > 0 && { following }), ...(later > 0 && { later }) };
}

/** Refused without an attempt, so that no record of one says that a workflow has it. */
const POSTPONED = ['endpoint_resting', 'endpoint_busy', 'endpoint_paused', 'endpoint_held'];

/** Notes the next time of what was refused. What was to be retried now meanwhile is tried soon: nobody would ask again. */
async function postpone(
  store: DeliveryStore,
  id: string,
  failure: ApplicationFailure,
  { read }: DeliveryTrace,
  now: Date,
): Promise<ApplicationFailure> {
  const type = failure.type ?? '';
  if (!POSTPONED.includes(type)) return failure;
  const nextAttemptAt = new Date(now.getTime() + Number(failure.nextRetryDelay ?? 0));
  // What it is for can wait: the next refusal notes it again.
  const isNoted = await store.postpone(id, read?.planned ?? null, nextAttemptAt).catch(() => true);
  return isNoted ? failure : retryNowFailure(type);
}

function asFailure(error: unknown, random: () => number): ApplicationFailure | CancelledFailure {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  const { cancellationSignal, info, log } = Context.current();
  if (cancellationSignal.aborted) return new CancelledFailure('cancelled');
  if (error instanceof NoCapacity) return busyFailure(info.attempt, random());
  if (error instanceof CircuitOpen) return circuitOpenFailure(error.waitMs, info.attempt, random());
  // Only the kind of error: its message may hold SQL with a merchant's answer in it.
  log.error('a notification could not be attempted', kindOf(error));
  return internalFailure(info.attempt, random());
}

/**
 * A failure that the workflow should hear of, once: the notification is overdue. Only the activity knows, since a
 * waiting retry does not touch the workflow; so a delivery that succeeds in time costs no timer and no event.
 */
function stuckReport(
  failure: ApplicationFailure,
  options: DeliveryOptions,
  { read, attempts = 0 }: DeliveryTrace,
  now: Date,
): StuckDelivery | undefined {
  const isOurs = failure.type === 'internal' || failure.nonRetryable;
  if (options.isReported || isOurs || read === undefined) return undefined;
  const { dueSince } = read;
  if (now.getTime() - dueSince.getTime() < STUCK_AFTER_MS) return undefined;
  const notBefore = new Date(now.getTime() + Number(failure.nextRetryDelay ?? 0));
  return { outcome: 'stuck', attempts, since: dueSince.toISOString(), notBefore: notBefore.toISOString() };
}

function kindOf(error: unknown): { error: string; code: string } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { error: String(name), code: String(code) };
}
