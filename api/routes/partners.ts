import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { partnerOperations } from '../../contract/operations/partners.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import type { PartnerService } from '../../services/partners.ts';

/** A studio's partners (docs/decisions/0038). */
export const partnerRoutes = (partners: PartnerService): FastifyPluginAsyncTypebox =>
  async function partner(scope) {
    scope.route({
      ...partnerOperations.listPartners,
      handler: async (request) => ok({ list: await partners.list(request.merchant) }),
    });

    scope.route({
      ...partnerOperations.linkPartner,
      handler: async (request) => ok(await partners.link(request.merchant, request.params.merchantKey)),
    });

    scope.route({
      ...partnerOperations.unlinkPartner,
      handler: async (request) => {
        const { merchantKey } = request.params;
        await partners.unlink(request.merchant, merchantKey);
        return ok({ merchantKey, linked: false as const });
      },
    });
  };
