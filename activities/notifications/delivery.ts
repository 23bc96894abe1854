/**
 * At most one attempt to deliver a notification: prepare → call → success or failure. What this rules out
 * (docs/decisions/0059; test/activities/notifications/deliver-notification.test.ts):
 *
 * - Two requests with one `webhook-id` at once, by a redelivery, an inline attempt or a worker that was thought dead: an
 *   attempt begins with a claim in the database, and ends with its record or with its time.
 * - A failure undoes an acknowledgement that was recorded meanwhile, or the wait that another request's `Retry-After` asked
 *   for while this one waited for a place: record and claim look at the row themselves.
 * - A failure pushes away a retry that was asked for while its request was under way: its record sees it.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { CallbackResult } from '../../callbacks/attempt.ts';
import type { SendCallback } from '../../callbacks/client.ts';
import { createSecrets, signedHeaders } from '../../callbacks/signature.ts';
import type { Cipher } from '../../db/cipher.ts';
import { MAX_RETRY_MS, retryDelay } from '../../domain/notification.ts';
import type { DeliveryOptions, ResolvedDelivery } from '../../workflows/contract.ts';
import { createDeliveryStore, type Delivery, type DeliveryState, type Endpoint } from './delivery-store.ts';
import type { Limiter } from './endpoint-limiter.ts';
import {
  attemptFailure,
  heldFailure,
  pausedFailure,
  RETRY_NOW_MS,
  underWayFailure,
  unknownNotificationFailure,
  waitingFailure,
} from './failures.ts';
import type { NotificationMetrics } from './metrics.ts';

export interface DeliveryDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly sendCallback: SendCallback;
  readonly limiter: Limiter;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly now: () => Date;
  readonly metrics?: NotificationMetrics;
}

export interface DeliveredOne {
  readonly resolved: ResolvedDelivery;
  /** Id of the subject's next notification where it is due; known after an attempt only. */
  readonly next: string | null;
  /** So many of the subject's notifications come after it. */
  readonly later: number;
}

/** The run that a delivery is part of. */
export interface DeliveryRun {
  readonly signal: AbortSignal;
  /** Temporal counts anew what is retried now; what is due in the ordinary way has a higher number. */
  readonly isFirst: boolean;
}

/** What was learnt on the way, for whoever handles the failure. */
export interface DeliveryTrace {
  read?: Delivery;
  /** Recorded so far. */
  attempts?: number;
}

interface Prepared {
  readonly id: string;
  readonly delivery: Delivery;
  readonly endpoint: Endpoint;
  readonly isUrgent: boolean;
}

interface Sent {
  readonly startedAt: Date;
  readonly claim: string;
  readonly result: CallbackResult;
}

/** A receiver that is gone for good says so (RFC 9110, 15.5.11; Standard Webhooks). */
const GONE = 410;
/** Temporal may come a little early; a wait shorter than this is none. */
const TOLERANCE_MS = 250;

/** See deliverNotification. */
export function createDelivery(deps: DeliveryDeps) {
  const { orm, sendCallback, limiter, random, now } = deps;
  const store = createDeliveryStore(orm);
  const secretOf = createSecrets(deps.cipher);

  return async (
    id: string,
    options: DeliveryOptions,
    run: DeliveryRun,
    trace: DeliveryTrace = {},
  ): Promise<DeliveredOne> => {
    const prepared = await prepare(id, options, run, trace);
    if ('resolved' in prepared) return prepared;
    return await conclude(prepared, await call(prepared, run.signal), trace);
  };

  /** @returns what is to be sent; or what became of it, where nothing is. @throws ApplicationFailure when not now. */
  async function prepare(
    id: string,
    options: DeliveryOptions,
    run: DeliveryRun,
    trace: DeliveryTrace,
  ): Promise<Prepared | DeliveredOne> {
    if (options.resendOf !== undefined) await store.reopen(id, options.resendOf);
    const delivery = await store.read(id, now());
    if (delivery === undefined) throw unknownNotificationFailure();
    trace.read = delivery;
    trace.attempts = delivery.attempts;
    if (isResolved(delivery)) return outcomeOf(delivery);
    refuseUnlessDue(delivery, options.notBefore);
    const { endpoint, isDue, isAsked } = delivery;
    if (endpoint === undefined) return outcomeOf(await store.skip(id));
    if (endpoint.isPaused) throw pausedFailure();
    const isFirstOfDue = run.isFirst && (options.isUrgent === true || isDue);
    return { id, delivery, endpoint, isUrgent: isFirstOfDue || isAsked };
  }

  /** What a receiver asked for stands for all that is sent to it, but not against who asks by hand (docs/decisions/0058). */
  function refuseUnlessDue(delivery: Delivery, notBefore = ''): void {
    const { endpoint, underWayMs, isAsked, isDue } = delivery;
    if (underWayMs > 0) throw underWayFailure(underWayMs);
    if (isAsked) return;
    const heldMs = (endpoint?.heldUntil?.getTime() ?? 0) - now().getTime();
    if (heldMs > 0) throw heldFailure(heldMs);
    const waitMs = Date.parse(notBefore) - now().getTime();
    if (waitMs > TOLERANCE_MS && !isDue) throw waitingFailure(waitMs);
  }

  /**
   * A cancelled attempt is not recorded: it says nothing about the merchant, and the next one follows at once with the
   * same webhook-id. An answer that was complete before the cancellation is recorded all the same.
   */
  async function call({ id, delivery, endpoint, isUrgent }: Prepared, signal: AbortSignal): Promise<Sent> {
    const secrets = await Promise.all(endpoint.secretsEncrypted.map(secretOf));
    let startedAt = now();
    let claim: string | undefined;
    const result = await limiter.run(endpoint, isUrgent, signal, async () => {
      claim = await store.claim(id, now());
      if (claim === undefined) throw underWayFailure();
      startedAt = now();
      const headers = signedHeaders({ id, body: delivery.body, sentAt: startedAt, secrets });
      try {
        return await sendCallback({ url: endpoint.url, headers, body: delivery.body }, signal);
      } catch (error) {
        // No attempt, so there is nothing to wait for; where this fails too, the claim ends by itself.
        await store.unclaim(id, claim).catch(() => undefined);
        throw error;
      }
    });
    return { startedAt, claim: claim ?? '', result };
  }

  /** Records the attempt. @throws ApplicationFailure with the time of the next one, unless it is resolved. */
  async function conclude(prepared: Prepared, sent: Sent, trace: DeliveryTrace): Promise<DeliveredOne> {
    const { id, delivery, endpoint } = prepared;
    const { startedAt, claim, result } = sent;
    const pauses = result.status === GONE;
    const delay = retryDelay(delivery.attempts + 1, random(), result.retryAfterMs);
    const nextRetryMs = pauses ? MAX_RETRY_MS : delay;
    const isLast = result.error === null || pauses;
    const nextAttemptAt = isLast ? null : new Date(now().getTime() + nextRetryMs);
    const heldUntil = result.retryAfterMs > 0 ? new Date(now().getTime() + result.retryAfterMs) : null;
    const { url, version } = endpoint;
    const what = { notificationId: id, claim, url, version, startedAt };
    const recorded = await store.record({ ...result, ...what, nextAttemptAt, heldUntil, pauses });
    trace.attempts = recorded.attempts;
    if (result.error === null)
      deps.metrics?.acknowledged(startedAt.getTime() + result.durationMs - delivery.dueSince.getTime());
    if (isResolved(recorded)) return outcomeOf(recorded, recorded.next);
    const error = result.error ?? 'not_acknowledged';
    throw attemptFailure(error, result.status, recorded.isRetryNow ? RETRY_NOW_MS : nextRetryMs);
  }
}

function isResolved({ status }: DeliveryState | Delivery): boolean {
  return status === 'acknowledged' || status === 'abandoned';
}

function outcomeOf(
  { status, attempts, later }: DeliveryState | Delivery,
  next: string | null = null,
): DeliveredOne {
  if (status === 'pending') throw new Error('a pending notification has no outcome');
  return { resolved: { outcome: status, attempts }, next, later };
}
