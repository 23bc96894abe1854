import { answers } from '../schemas/envelope.ts';
import { OrderPath } from '../schemas/orders.ts';
import { CancelQuote, OrderQuote, QuoteBody } from '../schemas/quotes.ts';
import { defineOperations } from './define.ts';

export const quoteOperations = defineOperations({
  quoteOrder: {
    route: 'POST /open/v1/order/quote',
    sdk: 'orders.quote',
    noun: 'quote',
    access: { scope: 'order:read' },
    schema: {
      tags: ['orders'],
      summary: 'Price, availability and cancellation terms of a trip, without booking it',
      description:
        'For agencies. Nothing is held: order/hold does that. Refuses what order/create would refuse as malformed. For days that are taken or closed, `available` is false, and ' +
        '`obstacleDetails` says why.',
      body: QuoteBody,
      response: answers(OrderQuote, 'guideForbidden', 'guideNotFound', 'merchantKindForbidden'),
    },
  },
  quoteCancellation: {
    route: 'GET /open/v1/order/cancel-quote/{orderId}',
    sdk: 'orders.quoteCancellation',
    noun: 'quote',
    access: { scope: 'order:read' },
    schema: {
      tags: ['orders'],
      summary: 'What cancelling an order would refund now, and when that changes next',
      description:
        'For both sides, each as it may cancel; nothing is changed. Until `nextChange`, order/cancel refunds exactly this, unless the order is changed or refunded meanwhile. Where you ' +
        'may not cancel, `cancellable` is false and `refund` null.',
      params: OrderPath,
      response: answers(CancelQuote, 'orderNotFound'),
    },
  },
});
