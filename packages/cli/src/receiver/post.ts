import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { AttemptError } from '../../../../domain/notification.ts';
import { excerptOf, judgeAnswer } from '../../../../lib/callbacks/answer.ts';
import { CALLBACK_LIMITS } from '../../../../lib/callbacks/limits.ts';

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a POST went, judged as the platform judges it (docs/notifications.md, "When it fails"). */
export interface Answer {
  /** Null when acknowledged. */
  readonly error: AttemptError | null;
  /** Null when no answer began. */
  readonly status: number | null;
  /** The first 1 KiB of it. */
  readonly body: string;
  /** Milliseconds. */
  readonly durationMs: number;
  /** The system's word, such as ECONNREFUSED, where there is one. */
  readonly cause?: string;
}

export interface PostOptions {
  /** Milliseconds to connect, and in all; the platform's by default. */
  readonly limits?: { readonly connectMs: number; readonly totalMs: number };
  /** Takes a certificate that nobody vouches for, as development servers have. */
  readonly insecure?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * One POST as the platform makes it, with its limits; addresses need not be public.
 * @throws the signal's reason when it is aborted.
 */
export async function post(url: URL, delivery: Delivery, options: PostOptions = {}): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await exchange(url, delivery, options);
  options.signal?.throwIfAborted();
  return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
}

type Exchanged = Omit<Answer, 'durationMs'>;

function exchange(url: URL, { headers, body }: Delivery, options: PostOptions): Promise<Exchanged> {
  const { limits = CALLBACK_LIMITS, insecure = false, signal } = options;
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const sent = send(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers, ...length },
      agent: false,
      rejectUnauthorized: !insecure,
    });
    const reached = watchConnection(sent, url.protocol === 'https:');
    const fail = (error: AttemptError, status: number | null = null, cause?: string) =>
      end({ error, status, body: '', ...(cause !== undefined && { cause }) });
    const timers = [
      setTimeout(() => reached.isReady() || fail('connect_timeout'), limits.connectMs),
      setTimeout(() => fail('timeout'), limits.totalMs),
    ];
    const onAbort = () => fail('connection_lost');
    signal?.addEventListener('abort', onAbort, { once: true });
    function end(exchanged: Exchanged): void {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(exchanged);
      sent.destroy();
    }
    sent.on('error', (error: NodeJS.ErrnoException) => fail(reached.wordOf(error), null, error.code));
    sent.on('response', (response) => {
      const status = response.statusCode!;
      readBody(response).then(
        (read) => end({ error: judgeAnswer({ status, ...read }), status, body: excerptOf(read.body) }),
        () => fail('connection_lost', status),
      );
    });
    sent.end(body);
  });
}

/** How far a request came: what an error means depends on it. */
function watchConnection(sent: ClientRequest, isTls: boolean) {
  let step: 'connecting' | 'handshake' | 'ready' = 'connecting';
  sent.on('socket', (socket: Socket) => {
    socket.once('connect', () => {
      step = isTls ? 'handshake' : 'ready';
    });
    socket.once('secureConnect', () => {
      step = 'ready';
    });
  });
  const wordOf = ({ code, syscall }: NodeJS.ErrnoException): AttemptError => {
    if (syscall === 'getaddrinfo') return 'dns_failed';
    if (code === 'HPE_HEADER_OVERFLOW') return 'answer_too_large';
    if (step === 'connecting') return 'connect_failed';
    return step === 'handshake' ? 'tls_failed' : 'connection_lost';
  };
  return { isReady: () => step === 'ready', wordOf };
}

/** As much as the platform reads. @throws when the connection ends within it. */
async function readBody(stream: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > CALLBACK_LIMITS.answerBytes)
      return { body: Buffer.concat(chunks), bodyError: 'answer_too_large' as const };
  }
  return { body: Buffer.concat(chunks), bodyError: null };
}
