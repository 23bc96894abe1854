import { answers } from '../schemas/envelope.ts';
import { OrderPath } from '../schemas/orders.ts';
import { ReviewBody, ReviewData } from '../schemas/reviews.ts';
import { defineOperations } from './define.ts';

export const reviewOperations = defineOperations({
  reviewOrder: {
    route: 'POST /open/v1/order/review/{orderId}',
    sdk: 'orders.review',
    noun: 'review',
    access: { scope: 'order:write' },
    schema: {
      tags: ['orders'],
      summary: 'Rate a completed order, once',
      description:
        "The guide's rating is updated at once. A second review of an order is refused with 40901.",
      params: OrderPath,
      body: ReviewBody,
      response: answers(ReviewData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
    },
  },
});
