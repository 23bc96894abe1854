import type { FastifyBodyParser, FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies. An empty one is no body, whatever the content type says: many clients send the header with
 * every POST. A member that would reach into a prototype is refused.
 */
export function readJson(app: FastifyInstance): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  };
}
