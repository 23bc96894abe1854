import { answers } from '../schemas/envelope.ts';
import { OrderQuote, QuoteBody } from '../schemas/quotes.ts';
import { defineOperations } from './define.ts';

export const quoteOperations = defineOperations({
  quoteOrder: {
    route: 'POST /open/v1/order/quote',
    sdk: 'orders.quote',
    noun: 'quote',
    access: { scope: 'order:read', onlyReads: true },
    schema: {
      tags: ['orders'],
      summary: 'Read the price, availability and cancellation terms of a trip without booking it',
      description:
        'For agencies. For some minutes `quoteId` books and holds the trip at this price, whatever the studio changes meanwhile. Nothing is held; use order/hold for that. Refuses what order/create would refuse as malformed. If days are taken or closed, `available` is false, and ' +
        '`obstacleDetails` says why.',
      body: QuoteBody,
      response: answers(OrderQuote, 'guideForbidden', 'guideNotFound', 'merchantKindForbidden'),
    },
  },
});
