import { isUtf8 } from 'node:buffer';
import accepts from '@fastify/accepts';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidParameter, NotAcceptable } from '../../domain/errors.ts';
import { keepRawBody } from './request-signing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The types of a route's answers. Default: JSON. */
    produces?: readonly string[];
  }
}

export const JSON_TYPE = 'application/json';
const MEDIA_RANGE = /^\s*[^\s/;,]+\/[^\s/;,]+\s*(;|$)/;

/**
 * Routes of the API answer 406 when their caller accepts nothing that they have (RFC 9110 §12.5.1), before anything is done.
 * A header that names no media type at all counts as none, as it always did.
 */
export async function registerAccept(app: FastifyInstance): Promise<void> {
  await app.register(accepts);
  app.addHook('onRequest', async (request) => {
    const { accept } = request.headers;
    const { url, config } = request.routeOptions;
    if (accept === undefined || accept === '*/*' || !url?.startsWith('/open/v1/')) return;
    if (!accept.split(',').some((range) => MEDIA_RANGE.test(range))) return;
    const offered = config.produces ?? [JSON_TYPE];
    // Many clients say which charset they want of it; there is only one.
    const types = offered.flatMap((type) => [type, `${type}; charset=utf-8`]);
    if (request.accepts().type(types) === false) throw new NotAcceptable(offered);
  });
}

/**
 * Refuses queries whose percent-encoding is not UTF-8: the parser would take it literally. (Paths are refused by the router,
 * bodies by their parsers.)
 */
export function registerEncodingCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
    if (!query.includes('%')) return;
    try {
      decodeURIComponent(query);
    } catch {
      throw new InvalidParameter([
        { path: 'query', reason: 'malformed_encoding', msg: 'is not well-formed percent-encoding of UTF-8' },
      ]);
    }
  });
}

/**
 * Reads JSON bodies. An empty one is no body, whatever the content type says: many clients send the header with
 * every POST. A member that would reach into a prototype is refused.
 */
export function readJson(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    keepRawBody(request, body);
    if (body.length === 0) done(null, undefined);
    // Decoding would put U+FFFD in the place of what is broken, and book that.
    else if (!isUtf8(body))
      done(
        new InvalidParameter([
          { path: 'body', reason: 'malformed_encoding', msg: 'is not well-formed UTF-8' },
        ]),
      );
    else parse(request, body.toString('utf8'), done);
  };
}

/** As `preValidation`, for routes where every member of the body is optional: so the whole body is. */
export async function allowNoBody(request: FastifyRequest): Promise<void> {
  // `null` is a body, and a wrong one.
  if (request.body === undefined) request.body = {};
}
