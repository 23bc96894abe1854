import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { reviewOperations } from '../../contract/operations/reviews.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import type { ReviewService } from '../../services/reviews.ts';

/** Reviews of completed orders. */
export const reviewRoutes = (reviews: ReviewService): FastifyPluginAsyncTypebox =>
  async function review(scope) {
    scope.route({
      ...reviewOperations.reviewOrder,
      handler: async (request) =>
        ok(await reviews.review(request.merchant, request.params.orderId, request.body)),
    });
  };
