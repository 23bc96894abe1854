import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { createProcessLogger } from '../../operations/logger.ts';

/**
 * The logger of a process that answers HTTP.
 * @param destination the process's standard output by default.
 */
export function createLogger(level: string, destination?: DestinationStream, role = 'api'): Logger {
  const serializers = {
    req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url) }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  };
  return createProcessLogger({ level, role, serializers, destination });
}

/** One line for each request, after its answer. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        code: reply.refusedWith,
        merchant: request.merchant?.key,
        provider: request.merchant?.via?.actingKey,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}

/** The address of a calendar's feed is a secret: who knows it may read it. */
const SECRET_PATHS = /^(\/calendar\/|\/api\/notices\/unsubscribe\/).*/;

function pathOf(url: string): string {
  return url.split('?', 1)[0]!.replace(SECRET_PATHS, '$1[redacted]').slice(0, 500);
}

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
