import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { readPage } from '../../../services/lists/sealed-cursor.ts';
import { CAPABILITIES, nextAddress } from '../capabilities.ts';
import { octoOperations } from '../operations.ts';
import type { OctoServices } from '../services.ts';

type Services = Pick<OctoServices, 'catalogue' | 'cursors' | 'publicBaseUrl'>;

export function catalogueRoutes({ catalogue, cursors, publicBaseUrl }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...octoOperations.octoSupplier,
      handler: async () => supplierAt(`${publicBaseUrl}/octo/v1`),
    });

    app.route({ ...octoOperations.octoCapabilities, handler: async () => CAPABILITIES });

    app.route({
      ...octoOperations.octoProducts,
      handler: async (request, reply) => {
        const { merchant, withPricing, query } = request;
        const asked = { list: 'octo/products', merchantKey: merchant.key, query };
        const page = await readPage(cursors, asked, ({ cursor }) =>
          catalogue.products(merchant, withPricing, cursor),
        );
        if (page.nextCursor !== null) {
          const address = `${publicBaseUrl}/octo/v1/products`;
          reply.header('link', nextAddress(address, { cursor: page.nextCursor }, request));
        }
        return page.list;
      },
    });

    app.route({
      ...octoOperations.octoProduct,
      handler: async ({ merchant, withPricing, params }) =>
        catalogue.product(merchant, params.id, withPricing),
    });
  };
}

/** The platform is the supplier: a reseller has one contract for all studios. */
function supplierAt(endpoint: string) {
  const contact = { website: null, email: null, telephone: null, address: null };
  return { id: 'guidepost', name: 'Guidepost', endpoint, contact };
}
