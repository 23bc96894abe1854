import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What a caller may choose as `X-Request-Id`: short, and harmless in a log or a header. */
const ACCEPTABLE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own `X-Request-Id` where it is acceptable, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const offered = request.headers['x-request-id'];
  return typeof offered === 'string' && ACCEPTABLE.test(offered) ? offered : randomUUID();
}

/** Returns the id on every answer. */
export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
