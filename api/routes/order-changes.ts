import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { orderChangeOperations } from '../../contract/operations/order-changes.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import type { OrderService } from '../../services/orders/index.ts';

/** Changes of orders, and what studios give back. */
export const orderChangeRoutes = (orders: OrderService): FastifyPluginAsyncTypebox =>
  async function change(scope) {
    scope.route({
      ...orderChangeOperations.quoteOrderChange,
      handler: async ({ merchant, params, body }) =>
        ok(await orders.changeQuote(merchant, params.orderId, body)),
    });

    scope.route({
      ...orderChangeOperations.changeOrder,
      handler: async ({ merchant, params, body }) => ok(await orders.change(merchant, params.orderId, body)),
    });

    scope.route({
      ...orderChangeOperations.listOrderChanges,
      handler: async ({ merchant, params }) => ok(await orders.changes(merchant, params.orderId)),
    });

    for (const step of ['accept', 'decline', 'withdraw'] as const) {
      scope.route({
        ...orderChangeOperations[`${step}OrderChange`],
        preValidation: allowNoBody,
        handler: async (request) => {
          const { reason: note, changeId } = request.body;
          const options = {
            note,
            changeId,
            idempotencyKey: request.headers['idempotency-key'] as string | undefined,
          };
          return ok(await orders.answerChange(request.merchant, request.params.orderId, step, options));
        },
      });
    }

    scope.route({
      ...orderChangeOperations.refundOrder,
      handler: async (request) => {
        const { merchant, params, body } = request;
        const options = { idempotencyKey: request.headers['idempotency-key'] as string | undefined };
        return ok(await orders.refund(merchant, params.orderId, body, options));
      },
    });
  };
