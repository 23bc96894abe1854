/** The events of a merchant's endpoints and of itself (docs/notifications.md, "Event types"). */
import type { EventType } from './event-types.ts';
import type { AttemptError } from './notification.ts';

type CallbackEvent = Extract<EventType, `callback.${string}`>;
type VerificationEvent = Extract<EventType, `merchant.${string}`>;

/** How an endpoint does, for the merchant's other endpoints. */
export interface CallbackFacts {
  readonly type: CallbackEvent;
  readonly endpointId: string;
  /** Its address, of which only the host is shown: the path may hold a password. */
  readonly url: string;
  readonly sequence: number;
  /** Since when it fails or is paused; of one that recovered, since when it had failed. */
  readonly since: Date;
  /** The error of the last failed attempt; null where none failed. For a recovered endpoint, of the trouble that is over. */
  readonly lastError: AttemptError | null;
  readonly httpStatus: number | null;
  readonly occurredAt: Date;
}

/** JSON without the notification's id, fixed when it happens. */
export function callbackEventBody(facts: CallbackFacts): string {
  return JSON.stringify({
    type: facts.type,
    endpointId: facts.endpointId,
    host: new URL(facts.url).host,
    sequence: facts.sequence,
    since: facts.since.toISOString(),
    lastError: facts.lastError,
    httpStatus: facts.httpStatus,
    occurredAt: facts.occurredAt.toISOString(),
  });
}

/** The operator's decision on a merchant: JSON without the notification's id. */
export function verificationEventBody(facts: {
  readonly type: VerificationEvent;
  readonly merchantKey: string;
  readonly sequence: number;
  /** The operator's words to the merchant; null where there are none. */
  readonly reason: string | null;
  readonly occurredAt: Date;
}): string {
  return JSON.stringify({
    type: facts.type,
    merchantKey: facts.merchantKey,
    sequence: facts.sequence,
    reason: facts.reason,
    occurredAt: facts.occurredAt.toISOString(),
  });
}
