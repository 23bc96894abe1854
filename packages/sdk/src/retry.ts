/** When a request is sent again, and after how long. */
import { ConnectionError, GuidepostError, ServerError } from './errors.ts';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** A longer wait is an error instead. */
const LONGEST_ASKED_SECONDS = 60;
/** The same request is still being processed: its answer comes under the same key. */
const REQUEST_IN_PROGRESS = 40904;
/** Ends when a hold or an entry of the waitlist ends, not when a window does. */
const LIMIT_REACHED = 42902;

/**
 * Whether the same request may succeed when it is sent again.
 * @param isRepeatable it may be carried out twice without harm: it reads, or it has an Idempotency-Key.
 */
export function mayRetry(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof GuidepostError)) return false;
  if ((error.retryAfter ?? 0) > LONGEST_ASKED_SECONDS) return false;
  // Refused before anything was done.
  if (error.status === 429) return error.code !== LIMIT_REACHED;
  if (!isRepeatable) return false;
  return (
    error instanceof ConnectionError || error instanceof ServerError || error.code === REQUEST_IN_PROGRESS
  );
}

/**
 * Milliseconds to wait: what the platform asks for, and never less; else at random up to a bound that doubles ("full jitter").
 * @param attempt 0 after the first one.
 */
export function delayBefore(attempt: number, error: unknown): number {
  const bound = Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS);
  const asked = error instanceof GuidepostError ? (error.retryAfter ?? 0) * 1_000 : 0;
  return asked + Math.random() * bound;
}

/** @throws the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** `Retry-After` in seconds; it may be a date (RFC 9110 §10.2.3). */
export function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
