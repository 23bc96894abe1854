import { doubled } from './backoff.ts';

/** When a notification is tried again, and what counts as acknowledged (docs/architecture.md, "How data flows"; docs/notifications.md). */
export const NOTIFICATION_STATES = [
  /** It is tried until it is acknowledged. */
  'pending',
  /** The receiver answered 2xx with `code` 200. */
  'acknowledged',
  /** The endpoint has no address. */
  'skipped',
  /** An operator gave up on it. */
  'abandoned',
  /** The endpoint's filter does not take it: it is there for the pull feed, and never sent. */
  'unsubscribed',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** Those that can be sent again. */
export const RECOVERABLE_STATES = [
  'pending',
  'acknowledged',
  'skipped',
  'abandoned',
] as const satisfies readonly NotificationState[];

/** The states of a recovery. */
export const RECOVERY_STATES = [
  /** Nothing was taken yet. */
  'waiting',
  'running',
  /** All was taken; each notification is now sent until it is acknowledged. */
  'finished',
  /** The merchant stopped it. */
  'cancelled',
] as const;
export type RecoveryState = (typeof RECOVERY_STATES)[number];

/** Which notifications a recovery takes; what is absent does not limit it. Instants are RFC 3339. */
export interface RecoveryFilter {
  /** Events from then on. */
  readonly since?: string;
  /** Events before then. */
  readonly until?: string;
  readonly types?: readonly string[];
  readonly statuses?: readonly NotificationState[];
  readonly orderId?: string;
  /** Status code of the last answer. */
  readonly httpStatus?: number;
}

/** A notification that is not delivered after this long is shown to operators as stuck. */
export const STUCK_AFTER_MS = 600_000;

export const FIRST_RETRY_MS = 5_000;
export const MAX_RETRY_MS = 3_600_000;
/** A delay is shortened by up to this share at random, so that merchants are not hit by waves. */
const JITTER = 0.2;

/**
 * Milliseconds until the attempt after number `attempt` (1 is the first): 5 s, doubling, at most 1 h.
 * A merchant's `Retry-After` (in ms) can only lengthen the wait, and not past the hour.
 * @param random in [0, 1).
 */
export function retryDelay(attempt: number, random: number, retryAfterMs = 0): number {
  const jittered = doubled(attempt, FIRST_RETRY_MS, MAX_RETRY_MS) * (1 - JITTER * random);
  return Math.round(Math.min(Math.max(jittered, retryAfterMs), MAX_RETRY_MS));
}

/** Why an attempt was not acknowledged. Fixed words: nothing of a merchant's answer goes into a failure. */
export const ATTEMPT_ERRORS = [
  'address_refused',
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_lost',
  'redirect',
  'http_status',
  'answer_too_large',
  'answer_not_json',
  'not_acknowledged',
  'endpoint_paused',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** Why a notification is tried again later although no attempt was made. */
const POSTPONEMENTS = [
  /** Its planned time has not come. */
  'waiting',
  /** Another attempt of it is under way. */
  'under_way',
  /** The endpoint is paused until its address is saved again. */
  'endpoint_paused',
  /** The receiver asked for no requests for a while (Retry-After). */
  'endpoint_held',
  /** The endpoint could not be reached recently: its circuit is open. */
  'endpoint_resting',
  /** As many requests as it may have are under way. */
  'endpoint_busy',
  /** The merchant's own rate limit for it is used up. */
  'endpoint_paced',
  /** Our own way out does not answer (EGRESS_PROXY): it says nothing of the endpoint. */
  'egress_unavailable',
] as const;
export type RetryReason = AttemptError | (typeof POSTPONEMENTS)[number];
