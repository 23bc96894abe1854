import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { GuideListQuery } from '../../contract/schemas/guide-list.ts';
import { AvailabilityBody, AvailabilityData, BlockBody } from '../../contract/schemas/guide-terms.ts';
import {
  GuideCreateBody,
  GuideDeleted,
  GuideDetail,
  GuideDetailPath,
  GuideList,
  GuideUpdateBody,
} from '../../contract/schemas/guides.ts';
import { ChangeHeaders } from '../../contract/schemas/if-match.ts';
import { entityTag } from '../../domain/guide.ts';
import type { GuideService } from '../../services/guides/index.ts';

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
      { schema: detailRoute, config: { scope: 'guide:read', tagged: true } },
      async (request, reply) => tagged(reply, await guides.detail(request.merchant, request.params.guideId)),
    );

    scope.post(
      '/open/v1/guide/create',
      { schema: createRoute, config: { scope: 'guide:write', tagged: true } },
      async (request, reply) => tagged(reply, await guides.create(request.merchant, request.body)),
    );

    scope.put(
      '/open/v1/guide/update/:guideId',
      { schema: updateRoute, config: { scope: 'guide:write', tagged: true } },
      async (request, reply) =>
        tagged(reply, await guides.update(request.merchant, ownGuide(request), request.body)),
    );

    scope.put(
      '/open/v1/guide/availability/:guideId',
      { schema: availabilityRoute, config: { scope: 'guide:write', tagged: true } },
      async (request, reply) =>
        tagged(reply, await guides.setAvailability(request.merchant, ownGuide(request), request.body)),
    );

    scope.post(
      '/open/v1/guide/block/:guideId',
      { schema: blockRoute, config: { scope: 'guide:write', tagged: true } },
      async (request, reply) =>
        tagged(reply, await guides.block(request.merchant, ownGuide(request), request.body)),
    );

    scope.post(
      '/open/v1/guide/unblock/:guideId',
      { schema: unblockRoute, config: { scope: 'guide:write', tagged: true } },
      async (request, reply) =>
        tagged(reply, await guides.unblock(request.merchant, ownGuide(request), request.body)),
    );

    scope.delete(
      '/open/v1/guide/delete/:guideId',
      { schema: deleteRoute, config: { scope: 'guide:write' } },
      async (request) => {
        await guides.remove(request.merchant, ownGuide(request));
        return ok({ guideId: request.params.guideId, deleted: true as const });
      },
    );
  };

/** The answer with its version as `ETag`. */
function tagged<Data extends { readonly version: number }>(reply: FastifyReply, data: Data) {
  reply.header('etag', entityTag(data.version));
  return ok(data);
}

/** Which guide is to be changed, and which version of it. */
function ownGuide(request: {
  readonly params: { readonly guideId: string };
  readonly headers: IncomingHttpHeaders;
}) {
  return { guideId: request.params.guideId, ifMatch: request.headers['if-match'] };
}

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

const OWN_GUIDE_REFUSALS = [
  'guideForbidden',
  'guideNotFound',
  'merchantKindForbidden',
  'guideChanged',
] as const;

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
  headers: ChangeHeaders,
  body: GuideUpdateBody,
  response: answers(GuideDetail, ...OWN_GUIDE_REFUSALS),
};

const availabilityRoute = {
  operationId: 'setGuideAvailability',
  tags: ['guides'],
  summary: 'Studio: set rest days, blocked days and holidays',
  description:
    'Each field that is given replaces the stored one. Days that a live order or a hold has cannot be closed: 40902 names ' +
    'them (`bookedDays`), and nothing changes.',
  params: GuideDetailPath,
  headers: ChangeHeaders,
  body: AvailabilityBody,
  response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS, 'guideUnavailable'),
};

const blockRoute = {
  operationId: 'blockGuideDays',
  tags: ['guides'],
  summary: 'Studio: block days beside those that are blocked',
  description:
    'Days that a live order or a hold has cannot be blocked: 40902 names them (`bookedDays`), and nothing changes. Days that ' +
    'are over where the guide is are left out; a range of nothing else is refused (`past_date`).',
  params: GuideDetailPath,
  headers: ChangeHeaders,
  body: BlockBody,
  response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS, 'guideUnavailable'),
};

const unblockRoute = {
  operationId: 'unblockGuideDays',
  tags: ['guides'],
  summary: 'Studio: block days no longer',
  description: 'Blocked days outside the range stay blocked. Days that are not blocked stay as they are.',
  params: GuideDetailPath,
  headers: ChangeHeaders,
  body: BlockBody,
  response: answers(AvailabilityData, ...OWN_GUIDE_REFUSALS),
};

const deleteRoute = {
  operationId: 'deleteGuide',
  tags: ['guides'],
  summary: 'Studio: delete a guide',
  description: 'Refused with 40901 while the guide has open orders. Its old orders remain readable.',
  params: GuideDetailPath,
  headers: ChangeHeaders,
  response: answers(GuideDeleted, ...OWN_GUIDE_REFUSALS, 'orderStateForbids'),
};
