import type { MikroORM } from '@mikro-orm/postgresql';
import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { Cipher } from '../../db/cipher.ts';
import { MAX_RETRY_MS, retryDelay } from '../../domain/notification.ts';
import type { DeliveryOutcome, NotificationActivities } from '../../workflows/contract.ts';
import type { PostCallback } from './callback-client.ts';
import {
  attemptFailure,
  busyFailure,
  internalFailure,
  pausedFailure,
  unknownNotificationFailure,
} from './failures.ts';
import { createLedger, type Delivery, type Endpoint, type Standing } from './ledger.ts';
import { signedHeaders } from './signature.ts';
import { NoSlot } from './slots.ts';

export type { CallbackClient, CallbackClientOptions } from './callback-client.ts';
export { createCallbackClient } from './callback-client.ts';

export interface NotificationDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  /** `createCallbackClient(…).post` */
  readonly post: PostCallback;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly now: () => Date;
}

/** A receiver that is gone for good says so (RFC 9110, 15.5.11; Standard Webhooks). */
const GONE = 410;
/** Lets a cancellation reach an attempt that is under way, where the workflow sets a heartbeat timeout. */
const HEARTBEAT_MS = 2_000;

/** The activities of the task queue `notifications`. */
export function createNotificationActivities(deps: NotificationDeps): NotificationActivities {
  const deliver = createDelivery(deps);
  return {
    /**
     * One attempt to deliver a notification (design, chapters 3 and 5). The address and the secrets are read now.
     * @throws ApplicationFailure, retryable, when it was not acknowledged: see failures.ts.
     */
    deliverNotification: async (notificationId) => {
      const context = Context.current();
      try {
        return await deliver(notificationId, context.cancellationSignal);
      } catch (error) {
        if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error;
        if (context.cancellationSignal.aborted) throw new CancelledFailure('cancelled');
        if (error instanceof NoSlot) throw busyFailure(context.info.attempt, deps.random());
        // Only the kind of error: its message may hold SQL with a merchant's answer in it.
        context.log.error('a notification could not be attempted', kindOf(error));
        throw internalFailure(context.info.attempt, deps.random());
      }
    },
  };
}

function createDelivery({ orm, cipher, post, random, now }: NotificationDeps) {
  const ledger = createLedger(orm);

  return async (notificationId: string, signal: AbortSignal): Promise<DeliveryOutcome> => {
    const delivery = await ledger.read(notificationId, now());
    if (delivery === undefined) throw unknownNotificationFailure();
    if (isSettled(delivery)) return outcomeOf(delivery);
    if (delivery.endpoint === undefined) return outcomeOf(await ledger.skip(notificationId));
    if (delivery.endpoint.isPaused) throw pausedFailure();
    return await attempt(notificationId, delivery, delivery.endpoint, signal);
  };

  async function attempt(id: string, delivery: Delivery, endpoint: Endpoint, signal: AbortSignal) {
    const secrets = await Promise.all(endpoint.secretsEncrypted.map((secret) => cipher.decrypt(secret)));
    const startedAt = now();
    const headers = signedHeaders({ id, body: delivery.body, sentAt: startedAt, secrets });
    const request = { url: endpoint.url, headers, body: delivery.body };
    // A cancelled attempt is not booked: it says nothing about the merchant, and the next one follows at once with
    // the same webhook-id. An answer that was complete before the cancellation is booked below all the same.
    const result = await heartbeating(() => post(request, signal));
    const pauses = result.status === GONE;
    const delay = retryDelay(delivery.attempts + 1, random(), result.retryAfterMs);
    const nextRetryMs = pauses ? MAX_RETRY_MS : delay;
    const isLast = result.error === null || pauses;
    const nextAttemptAt = isLast ? null : new Date(now().getTime() + nextRetryMs);
    const sent = { notificationId: id, url: endpoint.url, startedAt };
    const standing = await ledger.record({ ...result, ...sent, nextAttemptAt, pauses });
    if (isSettled(standing)) return outcomeOf(standing);
    throw attemptFailure(result.error ?? 'not_acknowledged', result.status, nextRetryMs);
  }
}

function isSettled({ status }: Standing | Delivery): boolean {
  return status === 'acknowledged' || status === 'abandoned';
}

function outcomeOf({ status, attempts }: Standing | Delivery): DeliveryOutcome {
  if (status === 'pending') throw new Error('a pending notification has no outcome');
  return { outcome: status, attempts };
}

async function heartbeating<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function kindOf(error: unknown): { error: string; code: string } {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { error: String(name), code: String(code) };
}
