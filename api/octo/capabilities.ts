import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request has the capability octo/pricing. */
    withPricing: boolean;
    /** The query parameter `_capabilities`, for the address of the next page. */
    capabilitiesInQuery: string | undefined;
  }
}

const PRICING = 'octo/pricing';

/** What `GET /capabilities` answers. */
export const CAPABILITIES = [{ id: PRICING, revision: 1, required: false, dependencies: [], docs: null }];

/**
 * `Octo-Capabilities`, or the query parameter `_capabilities`, says what an answer shall have; the answer says what it has. Others
 * than ours are left out.
 */
export function chooseCapabilities(app: FastifyInstance): void {
  app.decorateRequest('withPricing', false);
  app.decorateRequest('capabilitiesInQuery', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { _capabilities: inQuery, ...query } = request.query as { _capabilities?: string | string[] };
    // No filter of a list: its cursors hold with and without it.
    request.query = query;
    request.capabilitiesInQuery = inQuery === undefined ? undefined : [inQuery].flat().join(',');
    const inHeader = [request.headers['octo-capabilities'] ?? ''].flat();
    const named = [...inHeader, request.capabilitiesInQuery ?? ''].join(',').split(',');
    request.withPricing = named.some((one) => one.trim() === PRICING);
    reply.header('octo-capabilities', request.withPricing ? PRICING : '');
  });
}

/**
 * Ignores members of other capabilities, except those that ask for something that would not happen.
 * @throws OctoRefusal BAD_REQUEST
 */
export function refuseUnserved(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body }) => {
    const { pickupRequested, pickupPointId, offerCode } = (body ?? {}) as Unserved;
    if (pickupRequested || pickupPointId) throw badRequest('there are no pickups: leave pickupRequested out');
    if (offerCode) throw badRequest('codes of offers are not taken here: leave offerCode out');
  });
}

interface Unserved {
  readonly pickupRequested?: boolean | null;
  readonly pickupPointId?: string | null;
  readonly offerCode?: string | null;
}

/** The address of a next page: it answers what this one does. */
export function nextAddress(
  address: string,
  query: Readonly<Record<string, string | undefined>>,
  { capabilitiesInQuery }: { readonly capabilitiesInQuery: string | undefined },
): string {
  const given = Object.entries({ ...query, _capabilities: capabilitiesInQuery });
  const kept = given.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `<${address}?${new URLSearchParams(kept)}>; rel="next"`;
}
