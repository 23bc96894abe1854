import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The capability octo/pricing was asked for. */
    withPricing: boolean;
  }
}

const PRICING = 'octo/pricing';

/** What `GET /capabilities` answers. */
export const CAPABILITIES = [{ id: PRICING, revision: 1, required: false, dependencies: [], docs: null }];

/** `Octo-Capabilities` says what an answer shall have; the answer says what it has. Others than ours are left out. */
export function chooseCapabilities(app: FastifyInstance): void {
  app.decorateRequest('withPricing', false);
  app.addHook('onRequest', async (request, reply) => {
    const named = [request.headers['octo-capabilities'] ?? ''].flat().join(',').split(',');
    request.withPricing = named.some((one) => one.trim() === PRICING);
    reply.header('octo-capabilities', request.withPricing ? PRICING : '');
  });
}
