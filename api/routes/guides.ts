import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { guideReadingOperations } from '../../contract/operations/guide-reading.ts';
import { guideOperations } from '../../contract/operations/guides.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { entityTag } from '../../domain/guide.ts';
import type { GuideService } from '../../services/guides/index.ts';

/** Guide look-up, and for studios their own guides (specification, "GET /open/v1/guide/…"). */
export const guideRoutes = (guides: GuideService): FastifyPluginAsyncTypebox =>
  async function guide(scope) {
    scope.route({
      ...guideReadingOperations.listGuides,
      handler: async (request) => ok(await guides.list(request.merchant, request.query)),
    });

    scope.route({
      ...guideReadingOperations.getGuide,
      handler: async (request, reply) =>
        tagged(reply, await guides.detail(request.merchant, request.params.guideId)),
    });

    scope.route({
      ...guideOperations.createGuide,
      handler: async (request, reply) => tagged(reply, await guides.create(request.merchant, request.body)),
    });

    scope.route({
      ...guideOperations.updateGuide,
      handler: async (request, reply) =>
        tagged(reply, await guides.update(request.merchant, ownGuide(request), request.body)),
    });

    scope.route({
      ...guideOperations.setGuideAvailability,
      handler: async (request, reply) =>
        tagged(reply, await guides.setAvailability(request.merchant, ownGuide(request), request.body)),
    });

    scope.route({
      ...guideOperations.blockGuideDays,
      handler: async (request, reply) =>
        tagged(reply, await guides.block(request.merchant, ownGuide(request), request.body)),
    });

    scope.route({
      ...guideOperations.unblockGuideDays,
      handler: async (request, reply) =>
        tagged(reply, await guides.unblock(request.merchant, ownGuide(request), request.body)),
    });

    scope.route({
      ...guideOperations.deleteGuide,
      handler: async (request) => {
        await guides.remove(request.merchant, ownGuide(request));
        return ok({ guideId: request.params.guideId, deleted: true as const });
      },
    });
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
