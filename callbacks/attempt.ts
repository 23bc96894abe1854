/** What one attempt is: a request, its limits, its result, and how it fails. */
import type { AttemptError } from '../domain/notification.ts';

/** What one request to a merchant may take (docs/notifications.md). */
export const CALLBACK_LIMITS = {
  /** Milliseconds for name, connection and TLS handshake. */
  connectMs: 3_000,
  /** Milliseconds of those for the name: what is left must do for the rest. */
  lookupMs: 2_000,
  /** Milliseconds from the first step of connecting to the last byte of the answer. */
  totalMs: 10_000,
  answerBytes: 65_536,
  /** A merchant that hangs takes no more of a worker than this. */
  connectionsPerOrigin: 32,
  /** Milliseconds that a notification waits for one of those before it gives way; not part of `totalMs`. */
  connectionWaitMs: 1_000,
  /** Origins whose connections are kept; the least recently used one goes. */
  origins: 500,
} as const;

export type CallbackLimits = { readonly [limit in keyof typeof CALLBACK_LIMITS]: number };

export interface CallbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a POST went. A status may be known although the rest of the answer failed. */
export interface CallbackResult {
  /** Null when acknowledged. */
  readonly error: AttemptError | null;
  /** Null when no answer began. */
  readonly status: number | null;
  /** The first 1 KiB of the answer; null when none began. */
  readonly excerpt: string | null;
  /** What the merchant asked for with `Retry-After`, in ms; 0 when nothing. */
  readonly retryAfterMs: number;
  readonly durationMs: number;
}

/**
 * A request went wrong in a way that has one of the fixed words. The word is all that leaves this folder; the cause
 * may hold addresses and is for a debugger only.
 */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  readonly word: AttemptError;

  constructor(word: AttemptError, cause?: unknown) {
    super(word, cause === undefined ? undefined : { cause });
    this.word = word;
  }
}
