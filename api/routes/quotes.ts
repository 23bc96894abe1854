import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { OrderPath } from '../../contract/schemas/orders.ts';
import { CancelQuote, OrderQuote, QuoteBody } from '../../contract/schemas/quotes.ts';
import type { QuoteService } from '../../services/orders/quoting.ts';

/** What a booking, or its cancellation, would cost. */
export const quoteRoutes = (quotes: QuoteService): FastifyPluginAsyncTypebox =>
  async function quote(scope) {
    scope.post(
      '/open/v1/order/quote',
      { schema: quoteRoute, config: { scope: 'order:read' } },
      async (request) => ok(await quotes.quote(request.merchant, request.body)),
    );

    scope.get(
      '/open/v1/order/cancel-quote/:orderId',
      { schema: cancelQuoteRoute, config: { scope: 'order:read' } },
      async (request) => ok(await quotes.cancelQuote(request.merchant, request.params.orderId)),
    );
  };

const quoteRoute = {
  operationId: 'quoteOrder',
  tags: ['orders'],
  summary: 'Price, availability and cancellation terms of a trip, without booking it',
  description:
    'For agencies. Nothing is held: order/hold does that. Refuses what order/create would refuse as malformed. For days that are taken or closed, `available` is false, and ' +
    '`obstacleDetails` says why.',
  body: QuoteBody,
  response: answers(OrderQuote, 'guideForbidden', 'guideNotFound', 'merchantKindForbidden'),
};

const cancelQuoteRoute = {
  operationId: 'quoteCancellation',
  tags: ['orders'],
  summary: 'What cancelling an order would refund now, and when that changes next',
  description:
    'For both sides, each as it may cancel; nothing is changed. Until `nextChange`, order/cancel refunds exactly this, unless the order is changed or refunded meanwhile. Where you ' +
    'may not cancel, `cancellable` is false and `refund` null.',
  params: OrderPath,
  response: answers(CancelQuote, 'orderNotFound'),
};
