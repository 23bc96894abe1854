import type { Dispatcher, Pool } from 'undici';
import type { AttemptError } from '../../domain/notification.ts';
import { answerHeaders, excerptOf, judgeAnswer, retryAfterMs } from './answer.ts';
import { AttemptFailed, type CallbackRequest, type CallbackResult } from './attempt.ts';
import { EgressUnavailable } from './egress-proxy.ts';
import { hasLostReusedConnection } from './interim-answers.ts';
import type { CallbackLimits } from './limits.ts';

export interface ExchangeOptions {
  readonly pool: Pool;
  /** One more way to the same origin, which has no connection yet. */
  readonly openFresh: () => Dispatcher;
  readonly url: URL;
  readonly request: CallbackRequest;
  readonly limits: CallbackLimits;
  readonly signal: AbortSignal | undefined;
  readonly now: () => Date;
}

/**
 * One POST and its answer, in `limits.totalMs` at most.
 * @throws EgressUnavailable; the signal's reason when it was aborted before the answer was complete.
 */
export async function exchange(options: ExchangeOptions): Promise<CallbackResult> {
  const { limits, signal } = options;
  const startedAt = performance.now();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new AttemptFailed('timeout')), limits.totalMs);
  const onAbort = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await sendAndRead(options, stop.signal);
    return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

type Answer = Omit<CallbackResult, 'durationMs'>;

async function sendAndRead(options: ExchangeOptions, stop: AbortSignal): Promise<Answer> {
  const { limits, signal } = options;
  let response: Dispatcher.ResponseData;
  try {
    response = await Promise.race([send(options, stop), whenAborted(stop)]);
  } catch (error) {
    signal?.throwIfAborted();
    return { error: wordOf(error), status: null, excerpt: null, headers: null, retryAfterMs: 0 };
  }
  const { body, bodyError } = await readBody(response.body, limits.answerBytes);
  if (bodyError !== null) signal?.throwIfAborted();
  const status = response.statusCode;
  return {
    error: judgeAnswer({ status, body, bodyError }),
    status,
    excerpt: excerptOf(body),
    headers: answerHeaders(response.headers),
    retryAfterMs: retryAfterMs(status, single(response.headers['retry-after']), options.now()),
  };
}

/**
 * Once more, at once, where a kept connection ended before one byte of an answer came: most likely the other side had closed it.
 * A receiver that did read the request gets it twice, with the same `webhook-id`, as it may at any time.
 */
async function send(options: ExchangeOptions, signal: AbortSignal) {
  try {
    return await sendBy(options.pool, options, signal);
  } catch (error) {
    if (signal.aborted || !hasLostReusedConnection(error)) throw error;
    const fresh = options.openFresh();
    const sent = sendBy(fresh, options, signal);
    // Ends the connection after the answer.
    void fresh.close();
    return await sent;
  }
}

function sendBy(dispatcher: Dispatcher, { url, request }: ExchangeOptions, signal: AbortSignal) {
  return dispatcher.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...request.headers },
    body: request.body,
    signal,
  });
}

/** undici checks the signal only once it is connected; this promise rejects at any time. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function readBody(stream: AsyncIterable<Uint8Array>, limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let bodyError: AttemptError | null = null;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop early destroys the stream, and with it the connection.
      if (length > limit) throw new AttemptFailed('answer_too_large');
    }
  } catch (error) {
    bodyError = wordOf(error);
  }
  return { body: Buffer.concat(chunks), bodyError };
}

/** Errors of ours (the way out, a request that undici refuses, a pool closed under it) are no attempt: they are thrown on. */
const OWN_FAULTS = ['UND_ERR_INVALID_ARG', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'];

function wordOf(error: unknown): AttemptError {
  if (error instanceof AttemptFailed) return error.word;
  if (error instanceof EgressUnavailable) throw error;
  const code = String((error as { code?: unknown } | null)?.code);
  if (OWN_FAULTS.includes(code)) throw error;
  // What remains: reset, closed early, or no HTTP at all.
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? 'answer_too_large' : 'connection_lost';
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
