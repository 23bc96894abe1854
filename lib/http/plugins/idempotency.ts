import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { errorEnvelope, refusalCodes } from '../../../contract/schemas/envelope.ts';
import { IdempotencyHeaders } from '../../../contract/schemas/idempotency.ts';
import { ERRORS, type ErrorName } from '../../../domain/errors.ts';
import { commandId } from '../../../services/commands.ts';
import { type Idempotency, type Lease, requestHash } from '../../../services/idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Held while the request is carried out under an `Idempotency-Key`. */
    lease?: Lease | undefined;
  }
}

const KEYED_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * `Idempotency-Key` for every operation of the scope that writes. A success is kept before it is sent, so a client that never
 * saw its answer finds it; a refusal frees the key; after a fault of ours only the same request may try again.
 * @param ownerOf whose key it is; undefined: nobody's, it counts for nothing. Default: the merchant's.
 */
export function registerIdempotency(
  scope: FastifyInstance,
  idempotency: Idempotency,
  ownerOf: (request: FastifyRequest) => string | undefined = ({ merchant }) => merchant.key,
): void {
  scope.addHook('onRoute', documentKey);

  scope.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    const isKeyed = KEYED_METHODS.includes(request.method) && typeof key === 'string';
    const owner = ownerOf(request);
    if (!isKeyed || owner === undefined || request.routeOptions.config.idempotency !== undefined) return;
    const { showsSecret = false } = request.routeOptions.config;
    const askedBy = showsSecret ? request.caller?.credential.id : undefined;
    const hash = requestHash(request.method, request.raw.url ?? '', request.body, askedBy);
    const begun = await idempotency.begin({ owner, key, hash });
    if ('answer' in begun) return replay(reply, begun.answer);
    request.lease = begun.lease;
    nameCommand(request, key, hash);
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    const { lease } = request;
    if (lease === undefined) return;
    request.lease = undefined;
    try {
      await settle(idempotency, lease, reply.statusCode, String(payload));
    } catch (err) {
      // The work is done or refused, whether or not it could be noted: the lease ends by itself.
      request.log.error({ err }, 'the answer was not stored');
    }
  });
}

async function settle(idempotency: Idempotency, lease: Lease, status: number, answer: string): Promise<void> {
  const isUnclear = status >= 500;
  if (status === 200) await idempotency.finish(lease, answer);
  else if (isUnclear) await idempotency.expire(lease);
  else await idempotency.release(lease);
}

/** For services, which find what an earlier try has done. */
function nameCommand(request: FastifyRequest, key: string, requestHash: string): void {
  const { merchant } = request as { merchant?: FastifyRequest['merchant'] };
  if (merchant?.via === undefined) return;
  const command = { id: commandId(merchant.key, requestHash, key), key, requestHash };
  request.merchant = { ...merchant, via: { ...merchant.via, command } };
}

function replay(reply: FastifyReply, answer: string): FastifyReply {
  return reply
    .header('idempotent-replayed', 'true')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(answer);
}

/** For OpenAPI: the header, and the two refusals that it can cause. */
function documentKey(route: RouteOptions): void {
  const isKeyed = [route.method].flat().some((method) => KEYED_METHODS.includes(method));
  if (!isKeyed || route.config?.idempotency === 'none') return;
  const response = { ...(route.schema?.response as Record<string, object>) };
  // OCTO answers every refusal of this kind with 400.
  if (refusalCodes(response[400] ?? {}).length > 0) {
    const known = namesOf(response[409]);
    response[409] = errorEnvelope(...known, 'idempotencyKeyReused', 'requestInProgress');
  }
  route.schema = { headers: IdempotencyHeaders, ...route.schema, response };
}

function namesOf(schema: object | undefined): ErrorName[] {
  const codes = refusalCodes(schema ?? {});
  return (Object.keys(ERRORS) as ErrorName[]).filter((name) => codes.includes(ERRORS[name].code));
}
