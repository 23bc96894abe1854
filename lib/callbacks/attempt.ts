/** What one attempt is: a request, its result, and how it fails. */
import type { AttemptError } from '../../domain/notification.ts';

export interface CallbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** False: where all connections to its origin are in use it is not sent. Default: it waits for one a little. */
  readonly waitsForConnection?: boolean;
}

/** How a POST went. A status may be known although the rest of the answer failed. */
export interface CallbackResult {
  /** Null when acknowledged. */
  readonly error: AttemptError | null;
  /** Null when no answer began. */
  readonly status: number | null;
  /** The first 1 KiB of the answer; null when none began. */
  readonly excerpt: string | null;
  /** Headers of the answer, as answerHeaders has them; null when none began. */
  readonly headers: Readonly<Record<string, string>> | null;
  /** The merchant's `Retry-After`, in ms; 0 when there is none. */
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
