import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../schemas/envelope.ts';
import { GuideListQuery } from '../schemas/guide-list.ts';
import { AvailabilityBody, AvailabilityData } from '../schemas/guide-terms.ts';
import {
  GuideCreateBody,
  GuideDeleted,
  GuideDetail,
  GuideDetailPath,
  GuideList,
  GuideUpdateBody,
} from '../schemas/guides.ts';
import type { GuideService } from '../services/guides/index.ts';

/** Guide look-up, and for studios their own guides (specification, "GET /open/v1/guide/…"). */
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

    scope.post(
      '/open/v1/guide/create',
      { schema: createRoute, config: { scope: 'guide:write' } },
      async (request) => ok(await guides.create(request.merchant, request.body)),
    );

    scope.put(
      '/open/v1/guide/update/:guideId',
      { schema: updateRoute, config: { scope: 'guide:write' } },
      async (request) => ok(await guides.update(request.merchant, request.params.guideId, request.body)),
    );

    scope.put(
      '/open/v1/guide/availability/:guideId',
      { schema: availabilityRoute, config: { scope: 'guide:write' } },
      async (request) =>
        ok(await guides.setAvailability(request.merchant, request.params.guideId, request.body)),
    );

    scope.delete(
      '/open/v1/guide/delete/:guideId',
      { schema: deleteRoute, config: { scope: 'guide:write' } },
      async (request) => {
        const { guideId } = request.params;
        await guides.remove(request.merchant, guideId);
        return ok({ guideId, deleted: true as const });
      },
    );
  };

const listRoute = {
  operationId: 'listGuides',
  tags: ['guides'],
  summary: 'List guides',
  description:
    'Guides of your environment (sandbox or live), of every status unless you filter. `availableFrom` and `availableTo` go ' +
    'together and select active guides who are free on all of those days.',
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

const OWN_GUIDE_REFUSALS = ['guideForbidden', 'guideNotFound', 'merchantKindForbidden'] as const;

const createRoute = {
  operationId: 'createGuide',
  tags: ['guides'],
  summary: 'Studio: create a guide',
  body: GuideCreateBody,
  response: answers(GuideDetail, 'merchantKindForbidden'),
};

const updateRoute = {
  operationId: 'updateGuide',
  tags: ['guides'],
  summary: 'Studio: change a guide',
  description: 'What the body leaves out stays unchanged. Orders keep the terms they were made under.',
  params: GuideDetailPath,
  body: GuideUpdateBody,
  response: answers(GuideDetail, ...OWN_GUIDE_REFUSALS),
};

const availabilityRoute = {
  operationId: 'setGuideAvailability',
  tags: ['guides'],
  summary: 'Studio: set rest days and blocked days',
  description:
    'Each field that is given replaces the stored one. Days that a live order holds cannot be closed: 40902 names ' +
    'them (`bookedDays`), and nothing changes.',
  params: GuideDetailPath,
  body: AvailabilityBody,
  response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS, 'guideUnavailable'),
};

const deleteRoute = {
  operationId: 'deleteGuide',
  tags: ['guides'],
  summary: 'Studio: delete a guide',
  description: 'Refused with 40901 while the guide has open orders. Its old orders remain readable.',
  params: GuideDetailPath,
  response: answers(GuideDeleted, ...OWN_GUIDE_REFUSALS, 'orderStateForbids'),
};
