import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DriverException } from '@mikro-orm/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/**
 * The process's logger. Logs say who, what and how long; never a header, a body, a query string or a secret.
 * Personal data comes only in those (docs/architecture.md, "How data flows").
 * @param destination the process's standard output by default.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url) }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
    redact: { paths: SECRETS, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Nothing logs these; should something begin to, it stays unread. */
const SECRETS = [
  'authorization',
  'headers',
  '*.authorization',
  '*.headers',
  '*.client_secret',
  '*.access_token',
  '*.secret',
  '*.password',
];

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
const SECRET_PATHS = /^(\/calendar\/).*/;

function pathOf(url: string): string {
  return url.split('?', 1)[0]!.replace(SECRET_PATHS, '$1[redacted]').slice(0, 500);
}

/**
 * An error for the log. The database's errors carry the statement with its values in their message, so of
 * those only what names the rule that was broken is kept, and the stack without its first lines.
 */
function describeError(error: Error) {
  if (!(error instanceof DriverException)) return stdSerializers.err(error);
  const { code, constraint, table } = error as DriverException & { constraint?: string; table?: string };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { type: error.name, message: 'database error', stack: frames.join('\n'), code, constraint, table };
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
