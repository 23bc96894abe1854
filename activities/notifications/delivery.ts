import type { MikroORM } from '@mikro-orm/postgresql';
import type { PostCallback } from '../../callbacks/client.ts';
import { createSecrets } from '../../callbacks/secrets.ts';
import { signedHeaders } from '../../callbacks/signature.ts';
import type { Cipher } from '../../db/cipher.ts';
import { MAX_RETRY_MS, retryDelay } from '../../domain/notification.ts';
import type { DeliveryOptions, ResolvedDelivery } from '../../workflows/contract.ts';
import { createDeliveryStore, type Delivery, type DeliveryState, type Endpoint } from './delivery-store.ts';
import {
  attemptFailure,
  heldFailure,
  pausedFailure,
  RELEASED_RETRY_MS,
  underWayFailure,
  unknownNotificationFailure,
  waitingFailure,
} from './failures.ts';
import type { NotificationMetrics } from './metrics.ts';
import type { Traffic } from './traffic.ts';

export interface DeliveryDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  /** `createCallbackClient(…).post` */
  readonly post: PostCallback;
  readonly traffic: Traffic;
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
  /** Temporal counts anew what was released; what is due in the ordinary way has a higher number. */
  readonly isFirst: boolean;
}

/** What was learnt on the way, for whoever handles the failure. */
export interface DeliveryTrace {
  dueSince?: Date;
  attempts?: number;
  planned?: string | null;
}

/** A receiver that is gone for good says so (RFC 9110, 15.5.11; Standard Webhooks). */
const GONE = 410;
/** Temporal may come a little early; a wait shorter than this is none. */
const TOLERANCE_MS = 250;

/** At most one attempt to deliver a notification; see deliverNotification. */
export function createDelivery(deps: DeliveryDeps) {
  const { orm, post, traffic, random, now } = deps;
  const store = createDeliveryStore(orm);
  const secretOf = createSecrets(deps.cipher);

  return async (
    id: string,
    options: DeliveryOptions,
    run: DeliveryRun,
    trace: DeliveryTrace = {},
  ): Promise<DeliveredOne> => {
    if (options.resendOf !== undefined) await store.reopen(id, options.resendOf);
    const delivery = await store.read(id, now());
    if (delivery === undefined) throw unknownNotificationFailure();
    trace.dueSince = delivery.dueSince;
    trace.attempts = delivery.attempts;
    trace.planned = delivery.planned;
    if (isResolved(delivery)) return outcomeOf(delivery);
    const { endpoint } = delivery;
    if (delivery.underWayMs > 0) throw underWayFailure(delivery.underWayMs);
    if (endpoint !== undefined) refuseWhileHeld(delivery, endpoint);
    const waitMs = Date.parse(options.notBefore ?? '') - now().getTime();
    if (waitMs > TOLERANCE_MS && !delivery.isDue && !delivery.isAsked) throw waitingFailure(waitMs);
    if (endpoint === undefined) return outcomeOf(await store.skip(id));
    if (endpoint.isPaused) throw pausedFailure();
    const isFirstOfDue = run.isFirst && (options.isUrgent === true || delivery.isDue);
    const isUrgent = isFirstOfDue || delivery.isAsked;
    return await attempt({ id, delivery, endpoint, isUrgent, signal: run.signal, trace });
  };

  /** What a receiver asked for stands for all that is sent to it, but not against who asks by hand (docs/decisions/0058). */
  function refuseWhileHeld({ isAsked }: Delivery, { heldUntil }: Endpoint): void {
    const waitMs = heldUntil === undefined ? 0 : heldUntil.getTime() - now().getTime();
    if (waitMs > 0 && !isAsked) throw heldFailure(waitMs);
  }

  interface Attempt {
    readonly id: string;
    readonly delivery: Delivery;
    readonly endpoint: Endpoint;
    readonly isUrgent: boolean;
    readonly signal: AbortSignal;
    readonly trace: DeliveryTrace;
  }

  async function attempt({ id, delivery, endpoint, trace, ...how }: Attempt): Promise<DeliveredOne> {
    const { startedAt, claim, result } = await send(id, delivery, endpoint, how);
    const pauses = result.status === GONE;
    const delay = retryDelay(delivery.attempts + 1, random(), result.retryAfterMs);
    const nextRetryMs = pauses ? MAX_RETRY_MS : delay;
    const isLast = result.error === null || pauses;
    const nextAttemptAt = isLast ? null : new Date(now().getTime() + nextRetryMs);
    const { url, version } = endpoint;
    const heldUntil = result.retryAfterMs > 0 ? new Date(now().getTime() + result.retryAfterMs) : null;
    const sent = { notificationId: id, claim, url, version, startedAt };
    const recorded = await store.record({ ...result, ...sent, nextAttemptAt, heldUntil, pauses });
    trace.attempts = recorded.attempts;
    if (result.error === null)
      deps.metrics?.acknowledged(startedAt.getTime() + result.durationMs - delivery.dueSince.getTime());
    if (isResolved(recorded)) return outcomeOf(recorded, recorded.next);
    const error = result.error ?? 'not_acknowledged';
    throw attemptFailure(error, result.status, recorded.isReleased ? RELEASED_RETRY_MS : nextRetryMs);
  }

  /**
   * A cancelled attempt is not recorded: it says nothing about the merchant, and the next one follows at once with the
   * same webhook-id. An answer that was complete before the cancellation is recorded all the same.
   */
  async function send(
    id: string,
    { body }: Delivery,
    endpoint: Endpoint,
    { isUrgent, signal }: Pick<Attempt, 'isUrgent' | 'signal'>,
  ) {
    const secrets = await Promise.all(endpoint.secretsEncrypted.map(secretOf));
    let startedAt = now();
    let claim = '';
    const result = await traffic.through(endpoint, isUrgent, signal, async () => {
      claim = await claimed(id);
      startedAt = now();
      const headers = signedHeaders({ id, body, sentAt: startedAt, secrets });
      try {
        return await post({ url: endpoint.url, headers, body }, signal);
      } catch (error) {
        // No attempt, so there is nothing to wait for; where this fails too, the claim ends by itself.
        await store.unclaim(id, claim).catch(() => undefined);
        throw error;
      }
    });
    return { startedAt, claim, result };
  }

  /** So that no two requests with one `webhook-id` are under way at once. @throws what is true of it by now. */
  async function claimed(id: string): Promise<string> {
    const claim = await store.claim(id, now());
    if (claim === undefined) throw underWayFailure();
    return claim;
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
