import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { createAddressOf } from '../admission/client-address.ts';
import { CONNECTION_LIMITS } from '../admission/connection-limits.ts';
import { Connections } from '../admission/connections.ts';
import { createBrokenRequestHandler } from './plugins/broken-request.ts';
import { registerCompiling } from './plugins/compiling.ts';
import { BODY_LIMIT_BYTES, sendError } from './plugins/errors.ts';
import { readJson } from './plugins/json-bodies.ts';
import { requestIdOf } from './plugins/logging.ts';
import './request.ts';

/** A server without routes: its limits, its parser of bodies, and envelopes for what fails before any route. */
export function createFrame(
  logger: Logger,
  publicBaseUrl: string,
  trustProxy: readonly string[] | undefined,
): FastifyInstance {
  const connections = new Connections(createAddressOf(trustProxy), CONNECTION_LIMITS);
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: trustProxy ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) => connections.serve(handle),
    // While closing, requests that are on their way are still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: createBrokenRequestHandler(publicBaseUrl),
  });
  app.decorate('connections', connections);
  registerCompiling(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson(app));
  return app;
}
