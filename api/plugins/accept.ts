import accepts from '@fastify/accepts';
import type { FastifyInstance } from 'fastify';
import { NotAcceptable } from '../../domain/errors.ts';

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
