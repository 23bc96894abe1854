/**
 * How deliverNotification fails. Temporal stores messages and stack traces in plain text: they hold the fixed words
 * of domain/notification.ts and the HTTP status, nothing of the merchant's answer or address, and no SQL.
 */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { type AttemptError, MAX_RETRY_MS, retryDelay } from '../../domain/notification.ts';

/** Until the next attempt of what was to be retried now during one that failed. */
export const RETRY_NOW_MS = 1_000;

/** The delays of what is not the merchant's doing stop doubling here: 40 s. */
const LAST_DOUBLING = 4;

/** How often one asks whether an attempt that is under way is over. */
const UNDER_WAY_RETRY_MS = 1_000;

/** What an endpoint whose circuit is open is spared. */
const SKIPPED_DOUBLINGS = 2;

/** The merchant did not acknowledge. Benign: the worker's own health is not in question. */
export function attemptFailure(
  error: AttemptError,
  status: number | null,
  nextRetryMs: number,
): ApplicationFailure {
  return ApplicationFailure.create({
    message: status === null ? error : `${error} ${status}`,
    type: error,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: nextRetryMs,
  });
}

/** Nothing is sent while the endpoint is paused; saving the address again has what waits retried now. */
export function pausedFailure(): ApplicationFailure {
  return attemptFailure('endpoint_paused', null, MAX_RETRY_MS);
}

/** The receiver asked for no requests for a while (Retry-After); not counted as an attempt. */
export function heldFailure(waitMs: number): ApplicationFailure {
  return postponedFailure('endpoint_held', waitMs);
}

/** Another worker has an attempt under way, or has just resolved it; not counted as an attempt. */
export function underWayFailure(underWayMs = UNDER_WAY_RETRY_MS): ApplicationFailure {
  return postponedFailure('under_way', Math.min(underWayMs, UNDER_WAY_RETRY_MS));
}

/** What was refused as a retry of it was asked for: as if nothing had been planned. */
export function retryNowFailure(type: string): ApplicationFailure {
  return postponedFailure(type, RETRY_NOW_MS);
}

/** The endpoint did not answer lately, its circuit is open; not counted as an attempt. */
export function circuitOpenFailure(
  waitMs: number,
  activityAttempt: number,
  random: number,
): ApplicationFailure {
  // Twenty seconds, doubling, so that ten thousand that wait cost next to nothing; the first acknowledgement has all retried now.
  const nextRetryDelay = Math.max(waitMs, retryDelay(activityAttempt + SKIPPED_DOUBLINGS, random));
  return postponedFailure('endpoint_resting', nextRetryDelay);
}

/** The planned time of the next attempt is not yet there; not counted as an attempt. */
export function waitingFailure(waitMs: number): ApplicationFailure {
  return postponedFailure('waiting', waitMs);
}

/** The address is fully taken by requests under way: tried again soon, not counted as an attempt. */
export function busyFailure(activityAttempt: number, random: number): ApplicationFailure {
  return postponedFailure('endpoint_busy', soon(activityAttempt, random));
}

/** Our fault (the database is unavailable, a secret can't be read): tried again soon. */
export function internalFailure(activityAttempt: number, random: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'internal',
    type: 'internal',
    nextRetryDelay: soon(activityAttempt, random),
  });
}

/** The notification is not in the database; no retry can help. */
export function unknownNotificationFailure(): ApplicationFailure {
  return ApplicationFailure.nonRetryable('notification_unknown', 'notification_unknown');
}

/** When a delivery that failed like this is to be tried again; undefined where the failure does not say. */
export function nextAttemptAfter(error: unknown, now: Date): { word: string; notBefore: string } | undefined {
  if (!(error instanceof ApplicationFailure) || error.nextRetryDelay === undefined) return undefined;
  const notBefore = new Date(now.getTime() + Number(error.nextRetryDelay)).toISOString();
  return { word: error.type ?? 'internal', notBefore };
}

function postponedFailure(type: string, nextRetryDelay: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message: type, type, category, nextRetryDelay });
}

function soon(activityAttempt: number, random: number): number {
  return retryDelay(Math.min(activityAttempt, LAST_DOUBLING), random);
}
