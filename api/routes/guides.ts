import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../schemas/envelope.ts';
import { GuideDetail, GuideDetailPath, GuideList, GuideListQuery } from '../schemas/guides.ts';
import type { GuideService } from '../services/guides/index.ts';

/** Guide look-up (specification, "GET /open/v1/guide/…"). */
export const guideRoutes = (guides: GuideService): FastifyPluginAsyncTypebox =>
  async function guide(scope) {
    scope.get(
      '/open/v1/guide/list',
      { schema: listRoute, config: { scope: 'guide:read' } },
      async (request) => ok(await guides.list(request.merchant, request.query)),
    );

    scope.get(
      '/open/v1/guide/detail/:guideId',
      { schema: detailRoute, config: { scope: 'guide:read' } },
      async (request) => ok(await guides.detail(request.merchant, request.params.guideId)),
    );
  };

const listRoute = {
  operationId: 'listGuides',
  tags: ['guides'],
  summary: 'List guides',
  description:
    'Guides of your world (sandbox or live), all statuses unless you filter. `availableFrom` and `availableTo` go ' +
    'together and leave active guides who are free on all those days.',
  querystring: GuideListQuery,
  response: answers(GuideList),
};

const detailRoute = {
  operationId: 'getGuide',
  tags: ['guides'],
  summary: "Read a guide's full information",
  params: GuideDetailPath,
  response: answers(GuideDetail, 'guideForbidden', 'guideNotFound'),
};
