import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { orderOperations } from '../../contract/operations/orders.ts';
import { quoteOperations } from '../../contract/operations/quotes.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import type { QuoteService } from '../../services/orders/quoting.ts';

/** What a booking, or its cancellation, would cost. */
export const quoteRoutes = (quotes: QuoteService): FastifyPluginAsyncTypebox =>
  async function quote(scope) {
    scope.route({
      ...quoteOperations.quoteOrder,
      handler: async (request) => ok(await quotes.quote(request.merchant, request.body)),
    });

    scope.route({
      ...orderOperations.quoteCancellation,
      handler: async (request) => ok(await quotes.cancelQuote(request.merchant, request.params.orderId)),
    });
  };
