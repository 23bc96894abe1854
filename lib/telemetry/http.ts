import type { FastifyInstance } from 'fastify';
import type { OpenSpan, Tracing } from './tracing.ts';

/** Asked every few seconds, and of interest to nobody. */
const PROBES = ['/healthz', '/readyz'];

/**
 * A span for each request, by its route. It begins a new trace: a caller that sends `traceparent` decides neither
 * the parent of our traces nor which are kept; its trace's id is an attribute.
 */
export function registerTracing(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<object, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'none' } = request.routeOptions;
    if (PROBES.includes(route)) return done();
    const span = tracing.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: '',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'guidepost.request_id': request.id,
        'guidepost.caller_trace_id': callersTrace(request.headers.traceparent),
      },
    });
    spans.set(request, span);
    span.within(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.set({
      'http.response.status_code': reply.statusCode,
      'guidepost.code': reply.refusedWith ?? 200,
      'guidepost.merchant': request.merchant?.key,
    });
    span?.end(reply.statusCode >= 500 ? `status ${reply.statusCode}` : undefined);
  });
}

/** The 32 hexadecimal digits of a W3C header; undefined for anything else. */
function callersTrace(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? /^00-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(header)?.[1] : undefined;
}
