/** One exchange: a request is sent and its whole answer read, within a time and a size. */
import { ConnectionError, GuidepostError, TimeoutError } from './errors.ts';
import type { Fetch } from './options.ts';

/** Timers end at once where they are set for longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MEBIBYTE = 1_024 * 1_024;
/** Many times the platform's longest page: who answers more is not the platform. */
const LONGEST_ANSWER_MEBIBYTES = 32;

export interface Outgoing {
  readonly fetch: Fetch;
  readonly url: URL;
  readonly init: RequestInit;
  /** Milliseconds, to the answer's last byte. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** A success is a file: its body is left to be read, and neither its time nor its size is limited. */
  readonly isFile?: boolean;
}

/** @throws TimeoutError, ConnectionError, GuidepostError for an endless answer, or the signal's reason */
export async function exchange(outgoing: Outgoing): Promise<{ response: Response; text: string }> {
  const { url, init, signal } = outgoing;
  signal?.throwIfAborted();
  const ms = Math.min(outgoing.timeout, LONGEST_TIMER_MS);
  const control = new AbortController();
  const abort = () => control.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    control.abort();
  }, ms);
  const what = `${init.method} ${url.origin}${url.pathname}`;
  let isLeft = false;
  try {
    const response = await outgoing.fetch(url.href, { ...init, signal: control.signal });
    isLeft = outgoing.isFile === true && response.ok;
    return { response, text: isLeft ? '' : await textOf(response, what) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof GuidepostError) throw cause;
    if (isLate) throw new TimeoutError({ msg: `${what}: no answer within ${ms} ms` });
    throw new ConnectionError({ msg: `${what}: ${wordsOf(cause)}`, cause });
  } finally {
    clearTimeout(timer);
    // The caller's signal ends the reading of a file, too.
    if (!isLeft) signal?.removeEventListener('abort', abort);
  }
}

async function textOf(response: Response, what: string): Promise<string> {
  const reader = response.body?.getReader();
  // Nothing to read, or a substitute for fetch that has the text only.
  if (reader === undefined) return await response.text();
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > LONGEST_ANSWER_MEBIBYTES * MEBIBYTE) {
      reader.cancel().catch(() => {});
      const msg = `${what}: the answer is longer than ${LONGEST_ANSWER_MEBIBYTES} MiB, and not one of Guidepost`;
      throw new GuidepostError({ msg, status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** undici says `fetch failed`, and why in the cause. */
function wordsOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : undefined);
  return typeof why === 'string' && why !== '' ? `the connection failed (${why})` : 'the connection failed';
}
