/**
 * At most one attempt to deliver a notification that was read: send → record → decide. What has to be passed before the POST, and
 * why each of these is needed, is listed in docs/decisions/0024. What this rules out
 * (docs/decisions/0059; test/activities/notifications/deliver-notification.test.ts):
 *
 * - Two requests with one `webhook-id` at once, by its delivery, a first attempt or a worker that was thought dead: an
 *   attempt begins with a claim in the database, and ends with its record or with its time.
 * - A failure undoes an acknowledgement that was recorded meanwhile, or the wait that another request's `Retry-After` asked
 *   for while this one waited for a place: record and claim look at the row themselves.
 * - A failure delays a retry that was requested while its request was under way: its record notices that.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { takeSlot } from '../../db/queries/notifications/pacing.ts';
import { MAX_RETRY_MS, type RetryReason, retryDelay, STUCK_AFTER_MS } from '../../domain/notification.ts';
import type { CallbackResult } from '../../lib/callbacks/attempt.ts';
import type { SendCallback } from '../../lib/callbacks/client.ts';
import { EgressUnavailable } from '../../lib/callbacks/egress-proxy.ts';
import { NoCapacity } from '../../lib/callbacks/semaphore.ts';
import { createSecrets, headersOf, openEndpoint, redactHeaders } from '../../lib/callbacks/signature.ts';
import type { AttemptLog } from './attempt-log.ts';
import type { Decision, Later } from './decision.ts';
import { createDeliveryStore, type Delivery } from './delivery-store.ts';
import { CircuitOpen, type Limiter, type Manner } from './endpoint-limiter.ts';
import type { NotificationMetrics } from './metrics.ts';

export interface AttemptDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly sendCallback: SendCallback;
  readonly limiter: Limiter;
  /** A number in [0, 1), which spreads retries. */
  readonly random: () => number;
  readonly now: () => Date;
  readonly metrics?: NotificationMetrics | undefined;
  readonly log?: AttemptLog | undefined;
}

interface AttemptRun {
  readonly signal: AbortSignal;
  /** Which run of its activity it is part of: Temporal starts its count again for a delivery that was woken. */
  readonly number: number | 'inline';
}

/** @throws what is our own fault; of an inline one also a Refusal: nothing is put off, its delivery begins at once. */
export type Attempt = (delivery: Delivery, run: AttemptRun) => Promise<Decision>;

/** Nothing was learnt of the endpoint. */
type Refusal = CircuitOpen | NoCapacity | EgressUnavailable;

type Sent =
  | {
      readonly is: 'answered';
      readonly claim: string;
      readonly at: Date;
      readonly result: CallbackResult;
      headers: Headers;
    }
  /** Somebody else has an attempt under way, or has just resolved it. */
  | { readonly is: 'under way' }
  /** The merchant's own rate limit leaves no room for so long. */
  | { readonly is: 'paced'; readonly waitMs: number }
  /** The limiter refused, or there was no way out. */
  | { readonly is: 'refused'; readonly error: Refusal; readonly run: number };
type Headers = Readonly<Record<string, string>>;

/** A receiver that is gone for good says so (RFC 9110, 15.5.11; Standard Webhooks). */
const GONE = 410;
/** Temporal may run an activity a little early; a shorter wait is ignored. */
const TOLERANCE_MS = 250;
/** Until the next attempt of what was to be retried now while it failed or was put off. */
const RETRY_NOW_MS = 1_000;
/** How often one asks whether an attempt that is under way is over. */
const UNDER_WAY_MS = 1_000;
/** The delays of what finds no room stop doubling here: 40 s. */
const LAST_DOUBLING = 4;
/** While the circuit is open delays begin with 20 s, so that ten thousand that wait cost next to nothing. */
const SPARED_DOUBLINGS = 2;

export function createAttempt(deps: AttemptDeps): Attempt {
  const { orm, limiter, random, now, metrics, log } = deps;
  const store = createDeliveryStore(orm);
  const decrypt = createSecrets(deps.cipher);

  return async function attempt(delivery, run): Promise<Decision> {
    if (isOver(delivery)) return resolved(delivery);
    if (delivery.endpoint.url === null) return resolved(await store.skip(delivery.id));
    const obstacle = obstacleTo(delivery);
    if (obstacle !== undefined) return await postpone(delivery, obstacle.reason, obstacle.waitMs);

    const sent = await send(delivery, run);
    if (sent.is === 'under way') return await postpone(delivery, 'under_way', UNDER_WAY_MS);
    if (sent.is === 'paced') return await postpone(delivery, 'endpoint_paced', sent.waitMs);
    if (sent.is === 'refused') {
      if (sent.error instanceof EgressUnavailable) log?.unsent({ ...logged(delivery), why: sent.error.why });
      return await postpone(delivery, ...waitAfter(sent.error, sent.run));
    }
    return await conclude(delivery, sent);
  };

  /** The reason against an attempt now; a request by hand overrules a receiver's Retry-After (docs/decisions/0058). */
  function obstacleTo(delivery: Delivery): Pick<Later, 'reason' | 'waitMs'> | undefined {
    const { endpoint, underWayMs, isAsked, waitMs } = delivery;
    if (endpoint.isPaused) return { reason: 'endpoint_paused', waitMs: MAX_RETRY_MS };
    if (underWayMs > 0) return { reason: 'under_way', waitMs: Math.min(underWayMs, UNDER_WAY_MS) };
    if (isAsked) return undefined;
    const heldMs = (endpoint.heldUntil?.getTime() ?? 0) - now().getTime();
    if (heldMs > 0) return { reason: 'endpoint_held', waitMs: heldMs };
    return waitMs > TOLERANCE_MS ? { reason: 'waiting', waitMs } : undefined;
  }

  /**
   * One signed POST, where the endpoint has room. A cancelled one is not recorded: it says nothing about the merchant, and
   * the next one follows at once with the same webhook-id. An answer that was complete before the cancellation counts.
   */
  async function send(delivery: Delivery, run: AttemptRun): Promise<Sent> {
    const { id, body, endpoint } = delivery;
    const { signal, number } = run;
    const isInline = number === 'inline';
    const open = await openEndpoint(decrypt, endpoint);
    const post = async (): Promise<Sent> => {
      const pacedMs = await waitForSlot(endpoint, run);
      if (pacedMs > 0 && isInline) throw new NoCapacity();
      if (pacedMs > 0) return { is: 'paced', waitMs: pacedMs };
      const claim = await store.claim(id, now());
      if (claim === undefined) return { is: 'under way' };
      const at = now();
      const headers = headersOf({ id, body, sentAt: at, endpoint: open });
      try {
        const request = {
          url: endpoint.url ?? '',
          headers,
          body,
          ...(isInline && { waitsForConnection: false }),
        };
        const result = await deps.sendCallback(request, signal);
        return { is: 'answered', claim, at, result, headers: redactHeaders(headers, open) };
      } catch (error) {
        // No attempt, so there is nothing to wait for; where this fails too, the claim ends by itself.
        await store.unclaim(id, claim).catch(() => undefined);
        throw error;
      }
    };
    try {
      return await limiter.run(endpoint, mannerOf(delivery, run), signal, post, (sent) =>
        sent.is === 'answered' ? sent.result : undefined,
      );
    } catch (error) {
      if (number === 'inline') throw error;
      if (isRefusal(error)) return { is: 'refused', error, run: number };
      throw error;
    }
  }

  /** @returns 0 when its slot has come, else the milliseconds after which to ask again. */
  async function waitForSlot(
    { endpointId, maxPerSecond }: Delivery['endpoint'],
    { signal, number }: AttemptRun,
  ): Promise<number> {
    if (maxPerSecond === null) return 0;
    const waitMs = await takeSlot(orm.em, endpointId, maxPerSecond, number === 'inline' ? 0 : undefined);
    if (waitMs < 0) return -waitMs;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    return 0;
  }

  /** Records the answer, and what it says of the endpoint; decides when the next attempt comes. */
  async function conclude(delivery: Delivery, sent: Extract<Sent, { is: 'answered' }>): Promise<Decision> {
    const { result, at, claim, headers } = sent;
    const isGone = result.status === GONE;
    const delay = retryDelay(delivery.attempts + 1, random(), result.retryAfterMs);
    const waitMs = untilStuckAtMost(delivery, delay);
    const isLast = result.error === null || isGone;
    const nextAttemptAt = isLast ? null : new Date(now().getTime() + waitMs);
    const recorded = await store.record({
      ...result,
      notificationId: delivery.id,
      claim,
      startedAt: at,
      requestHeaders: headers,
      responseHeaders: result.headers,
      nextAttemptAt,
    });
    const isPaused = await noteEndpoint(delivery, recorded.isFailing, sent);
    if (result.error === null)
      metrics?.acknowledged(at.getTime() + result.durationMs - delivery.dueSince.getTime());
    else log?.failed({ ...logged(delivery), attempt: recorded.attempts, ...result, nextAttemptAt });
    if (isOver(recorded)) return resolved(recorded);
    const reason = result.error ?? 'not_acknowledged';
    const attempted = { ...delivery, attempts: recorded.attempts };
    if (recorded.isRetryNow) return later(attempted, reason, RETRY_NOW_MS, result.status);
    if (isPaused) return { ...later(attempted, reason, MAX_RETRY_MS, result.status), isPaused };
    return later(attempted, reason, waitMs, result.status);
  }

  /**
   * Writes only when the endpoint changes sides, so that a merchant's many notifications don't queue for its row.
   * @returns whether it is paused by this.
   */
  async function noteEndpoint(
    { endpoint }: Delivery,
    isFailing: boolean,
    { result, at }: Extract<Sent, { is: 'answered' }>,
  ): Promise<boolean> {
    if (result.error === null) {
      if (isFailing) await store.noteWorking(endpoint);
      return false;
    }
    const heldUntil = result.retryAfterMs > 0 ? new Date(now().getTime() + result.retryAfterMs) : null;
    if (!isFailing || heldUntil !== null) await store.noteFailing(endpoint, at, heldUntil);
    return result.status === GONE && (await store.pause(endpoint, at));
  }

  /** No attempt was made. Records when the next one is, so that it is not taken for stalled. */
  async function postpone(delivery: Delivery, reason: RetryReason, delay: number): Promise<Decision> {
    if (reason === 'under_way' || reason === 'waiting') return later(delivery, reason, delay);
    // Operators see a paused one as stuck at once.
    const waitMs = reason === 'endpoint_paused' ? delay : untilStuckAtMost(delivery, delay);
    // It may fail: the next refusal records it again.
    const isNoted = await store
      .postpone(delivery.id, delivery.planned, new Date(now().getTime() + waitMs))
      .catch(() => true);
    // A retry was requested meanwhile, and nobody would repeat the request.
    return later(delivery, reason, isNoted ? waitMs : RETRY_NOW_MS);
  }

  /** Tries again by the time at which it becomes stuck, so that it is then shown as such. */
  function untilStuckAtMost({ dueSince }: Delivery, delay: number): number {
    const leftMs = dueSince.getTime() + STUCK_AFTER_MS - now().getTime();
    return leftMs > 0 ? Math.min(delay, Math.max(leftMs, RETRY_NOW_MS)) : delay;
  }

  function waitAfter(error: Refusal, run: number): [RetryReason, number] {
    const soon = retryDelay(Math.min(run, LAST_DOUBLING), random());
    if (error instanceof EgressUnavailable) return ['egress_unavailable', soon];
    if (error instanceof NoCapacity) return ['endpoint_busy', error.waitMs ?? soon];
    return ['endpoint_resting', Math.max(error.waitMs, retryDelay(run + SPARED_DOUBLINGS, random()))];
  }
}

/** Urgent is what was requested, and what its delivery was woken for or resumes with. */
function mannerOf({ isAsked, planned, waitMs }: Delivery, { number }: AttemptRun): Manner {
  if (number === 'inline') return 'inline';
  const isWoken = number === 1 && planned !== null && waitMs <= TOLERANCE_MS;
  return isAsked || isWoken ? 'urgent' : 'patient';
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof CircuitOpen || error instanceof NoCapacity || error instanceof EgressUnavailable;
}

function isOver({ status }: Pick<Delivery, 'status'>): boolean {
  return status === 'acknowledged' || status === 'abandoned' || status === 'unsubscribed';
}

function resolved({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): Decision {
  if (status === 'pending') throw new Error('a pending notification is not resolved');
  return { is: 'resolved', outcome: status === 'unsubscribed' ? 'skipped' : status, attempts };
}

function later(
  { attempts, dueSince }: Pick<Delivery, 'attempts' | 'dueSince'>,
  reason: RetryReason,
  waitMs: number,
  httpStatus: number | null = null,
): Later {
  const isPaused = reason === 'endpoint_paused';
  return { is: 'later', reason, httpStatus, waitMs, isPaused, attempts, dueSince };
}

function logged({ id, subjectId, sequence, type, endpoint }: Delivery) {
  const { merchantKey, endpointId } = endpoint;
  return { notificationId: id, subjectId, sequence, type, merchantKey, endpointId };
}
