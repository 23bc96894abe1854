import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { readPage } from '../../../services/lists/sealed-cursor.ts';
import { CAPABILITIES, nextAddress } from '../capabilities.ts';
import { OctoHeaders, octoAnswers } from '../schemas/common.ts';
import {
  CapabilityList,
  ProductData,
  ProductPath,
  ProductsQuery,
  SupplierData,
} from '../schemas/products.ts';
import type { OctoServices } from '../services.ts';

const shared = { tags: ['catalogue'], headers: OctoHeaders };

type Services = Pick<OctoServices, 'catalogue' | 'cursors' | 'publicBaseUrl'>;

export function catalogueRoutes({ catalogue, cursors, publicBaseUrl }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/octo/v1/supplier',
      {
        config: { scope: 'guide:read' },
        schema: {
          ...shared,
          operationId: 'octoSupplier',
          summary: 'Who sells',
          response: octoAnswers(SupplierData),
        },
      },
      async () => supplierAt(`${publicBaseUrl}/octo/v1`),
    );

    app.get(
      '/octo/v1/capabilities',
      {
        config: { scope: 'guide:read' },
        schema: {
          ...shared,
          operationId: 'octoCapabilities',
          summary: 'What there is beyond the core',
          response: octoAnswers(CapabilityList),
        },
      },
      async () => CAPABILITIES,
    );

    app.get(
      '/octo/v1/products',
      {
        config: { scope: 'guide:read' },
        schema: {
          ...shared,
          operationId: 'octoProducts',
          summary: 'Guides that can be booked; 500 at a time, and the header `Link` names the next ones',
          querystring: ProductsQuery,
          response: octoAnswers(Type.Array(ProductData)),
        },
      },
      async (request, reply) => {
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
    );

    app.get(
      '/octo/v1/products/:id',
      {
        config: { scope: 'guide:read' },
        schema: {
          ...shared,
          operationId: 'octoProduct',
          summary: 'One guide',
          params: ProductPath,
          response: octoAnswers(ProductData),
        },
      },
      async ({ merchant, withPricing, params }) => catalogue.product(merchant, params.id, withPricing),
    );
  };
}

/** The platform: a reseller has one contract, whoever the studios are. */
function supplierAt(endpoint: string) {
  const contact = { website: null, email: null, telephone: null, address: null };
  return { id: 'guidepost', name: 'Guidepost', endpoint, contact };
}
