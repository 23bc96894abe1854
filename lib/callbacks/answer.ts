/** What a merchant's answer means (docs/notifications.md). */
import { type AttemptError, MAX_RETRY_MS } from '../../domain/notification.ts';

const EXCERPT_BYTES = 1_024;
/** RFC 6585 and RFC 9110: the statuses with which `Retry-After` asks for patience. */
const PATIENCE_STATUSES = [429, 503];

/** So many headers of an answer are kept, and so much of each. */
const KEPT_HEADERS = 20;
const KEPT_HEADER_LENGTH = 200;
/** A session with the receiver is nobody else's. */
const SESSION_HEADERS = ['set-cookie', 'set-cookie2'];

export interface RawAnswer {
  readonly status: number;
  /** As much as was read. */
  readonly body: Uint8Array;
  /** Why the body was not read to its end; null when it was. */
  readonly bodyError: AttemptError | null;
}

/** Null when the answer acknowledges: 2xx and a JSON object whose `code` is the number 200. */
export function judgeAnswer({ status, body, bodyError }: RawAnswer): AttemptError | null {
  if (status >= 300 && status < 400) return 'redirect';
  if (status < 200 || status >= 300) return 'http_status';
  if (bodyError !== null) return bodyError;
  const json = parseJson(body);
  if (json === undefined) return 'answer_not_json';
  const isAcknowledgement =
    typeof json === 'object' && json !== null && !Array.isArray(json) && 'code' in json && json.code === 200;
  return isAcknowledgement ? null : 'not_acknowledged';
}

/** The first 1 KiB of an answer as text that PostgreSQL takes: valid UTF-8, no NUL. At most 1,024 characters. */
export function excerptOf(body: Uint8Array): string {
  // `stream` leaves out a character that the cut went through.
  const text = new TextDecoder('utf-8').decode(body.subarray(0, EXCERPT_BYTES), { stream: true });
  return text.replaceAll('\0', '');
}

/**
 * What an attempt's record keeps of an answer's headers, as text that PostgreSQL takes: names in lower case, the first 20,
 * without cookies; values, and names, have 200 characters at most. Of a header that came several times all values.
 */
export function answerHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const shown = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')] as const)
    .filter(([name]) => !SESSION_HEADERS.includes(name))
    .slice(0, KEPT_HEADERS);
  return Object.fromEntries(shown.map(([name, value]) => [cut(name), cut(value)]));
}

function cut(text: string): string {
  // The cut may go through a character of two units.
  return text.replaceAll('\0', '').slice(0, KEPT_HEADER_LENGTH).toWellFormed();
}

/**
 * Milliseconds that the merchant asks us to wait: `Retry-After` (RFC 9110, 10.2.3) as seconds or as a date, with
 * 429 and 503 only. 0 when it asks for nothing; at most an hour.
 */
export function retryAfterMs(status: number, header: string | undefined, now: Date): number {
  if (header === undefined || !PATIENCE_STATUSES.includes(status)) return 0;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  if (Number.isNaN(wait)) return 0;
  return Math.min(Math.max(wait, 0), MAX_RETRY_MS);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
