import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { OrderPath } from '../../contract/schemas/orders.ts';
import { ReviewBody, ReviewData } from '../../contract/schemas/reviews.ts';
import type { ReviewService } from '../../services/reviews.ts';

/** Reviews of completed orders. */
export const reviewRoutes = (reviews: ReviewService): FastifyPluginAsyncTypebox =>
  async function review(scope) {
    scope.post(
      '/open/v1/order/review/:orderId',
      { schema: reviewRoute, config: { scope: 'order:write' } },
      async (request) => ok(await reviews.review(request.merchant, request.params.orderId, request.body)),
    );
  };

const reviewRoute = {
  operationId: 'reviewOrder',
  tags: ['orders'],
  summary: 'Rate a completed order, once',
  description: "The guide's rating is updated at once. A second review of an order is refused with 40901.",
  params: OrderPath,
  body: ReviewBody,
  response: answers(ReviewData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
};
