import { isUtf8 } from 'node:buffer';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { InvalidParameter } from '../../domain/errors.ts';
import { keepRawBody } from './request-signing.ts';

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
      done(new InvalidParameter([{ path: 'body', reason: 'is not well-formed UTF-8' }]));
    else parse(request, body.toString('utf8'), done);
  };
}
