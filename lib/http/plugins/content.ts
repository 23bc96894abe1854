import accepts from '@fastify/accepts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorAnswers } from '../../../contract/schemas/envelope.ts';
import { detail, InvalidParameter, invalidParameter, NotAcceptable } from '../../../domain/errors.ts';
import { MAX_DETAILS } from './validation.ts';

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

/** Every route that a body may be sent to can refuse its type, and its document says so. Call it before any route is registered. */
export function documentMediaTypes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    const isBodiless = [route.method].flat().every((method) => ['GET', 'HEAD'].includes(method));
    if (isBodiless || schema?.response === undefined || !route.url.startsWith('/open/v1/')) return;
    route.schema = {
      ...schema,
      response: { ...errorAnswers('unsupportedMediaType'), ...schema.response },
    };
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
      throw invalidParameter('query', 'malformed_encoding', 'is not well-formed percent-encoding of UTF-8');
    }
  });
}

/** Routes without a body of their own take none, or an empty object: a member that nobody reads may be a typing error. */
export function refuseUnreadBodies(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const isBodiless = [route.method].flat().every((method) => ['GET', 'HEAD'].includes(method));
    if (isBodiless || route.schema?.body !== undefined) return;
    const others = [route.preValidation ?? []].flat();
    route.preValidation = [...others, refuseMembers];
  });
}

async function refuseMembers({ body }: FastifyRequest): Promise<void> {
  if (body === undefined) return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidParameter('body', 'wrong_type', 'must be object');
  }
  const names = Object.keys(body).slice(0, MAX_DETAILS);
  if (names.length > 0) throw new InvalidParameter(names.map(unknownMember));
}

const unknownMember = (name: string) =>
  detail(`body.${name}`.slice(0, 200), 'unknown_parameter', 'is not a known parameter');

/** As `preValidation`, for routes where every member of the body is optional: so the whole body is. */
export async function allowNoBody(request: FastifyRequest): Promise<void> {
  // `null` is a body, and a wrong one.
  if (request.body === undefined) request.body = {};
}
