import { type Tracing, traced } from './tracing.ts';

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface Answer {
  readonly status: number | null;
  readonly error: string | null;
}

/**
 * Posts to merchants as spans, and hands `traceparent` on to them. Of the address a span has the host alone: its path may be
 * a secret of the merchant's.
 */
export function traceCallbacks<Sent extends Request, Result extends Answer>(
  send: (request: Sent, signal?: AbortSignal) => Promise<Result>,
  tracing: Tracing,
): (request: Sent, signal?: AbortSignal) => Promise<Result> {
  return async (request, signal) => {
    const attributes = { 'http.request.method': 'POST', 'server.address': hostOf(request.url) };
    return await traced(tracing, { name: 'POST callback', kind: 'client', attributes }, async (span) => {
      const traceparent = span === undefined ? {} : { traceparent: span.traceparent };
      const answer = await send({ ...request, headers: { ...traceparent, ...request.headers } }, signal);
      span?.set({
        'http.response.status_code': answer.status ?? undefined,
        'guidepost.attempt': answer.error ?? 'acknowledged',
      });
      return answer;
    });
  };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
