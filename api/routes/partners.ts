import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { Partner, PartnerList, PartnerPath, PartnerUnlinked } from '../../contract/schemas/partners.ts';
import type { PartnerService } from '../../services/partners.ts';

/** A studio's partners (docs/decisions/0038). */
export const partnerRoutes = (partners: PartnerService): FastifyPluginAsyncTypebox =>
  async function partner(scope) {
    scope.get(
      '/open/v1/partner/list',
      { schema: listRoute, config: { scope: 'guide:read' } },
      async (request) => ok({ list: await partners.list(request.merchant) }),
    );

    scope.put(
      '/open/v1/partner/link/:merchantKey',
      { schema: linkRoute, config: { scope: 'guide:write' } },
      async (request) => ok(await partners.link(request.merchant, request.params.merchantKey)),
    );

    scope.delete(
      '/open/v1/partner/unlink/:merchantKey',
      { schema: unlinkRoute, config: { scope: 'guide:write' } },
      async (request) => {
        const { merchantKey } = request.params;
        await partners.unlink(request.merchant, merchantKey);
        return ok({ merchantKey, linked: false as const });
      },
    );
  };

const TAGS = ['partners'];

const listRoute = {
  operationId: 'listPartners',
  tags: TAGS,
  summary: 'Studio: the merchants that see and book your `partners` guides',
  response: answers(PartnerList, 'merchantKindForbidden'),
};

const linkRoute = {
  operationId: 'linkPartner',
  tags: TAGS,
  summary: 'Studio: let a merchant see and book your `partners` guides',
  params: PartnerPath,
  response: answers(Partner, 'merchantKindForbidden'),
};

const unlinkRoute = {
  operationId: 'unlinkPartner',
  tags: TAGS,
  summary: 'Studio: remove a partner; existing orders stay',
  params: PartnerPath,
  response: answers(PartnerUnlinked, 'merchantKindForbidden'),
};
