import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { orderOperations } from '../../contract/operations/orders.ts';
import { sandboxOperations } from '../../contract/operations/sandbox.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { ORDER_ACTIONS } from '../../domain/order-state.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { OrderService } from '../../services/orders/index.ts';
import { type QuoteSeal, quoteNamedBy } from '../../services/orders/quote-seal.ts';

/** The order endpoints, for the scope behind the token. */
export function orderRoutes(
  orders: OrderService,
  cursors: CursorSeal,
  quotes: QuoteSeal,
): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...orderOperations.createOrder,
      handler: async (request, reply) => {
        const key = request.headers['idempotency-key'];
        const { merchant, body } = request;
        const quote = quoteNamedBy(body, merchant, quotes);
        const { created, isReplay } = await orders.create(merchant, body, key, quote);
        if (isReplay) reply.header('idempotent-replayed', 'true');
        return ok(created);
      },
    });

    app.route({
      ...orderOperations.getOrder,
      handler: async (request) => ok(await orders.detail(request.merchant, request.params.orderId)),
    });

    app.route({
      ...orderOperations.listOrders,
      handler: async ({ merchant, query }) => {
        const page = { list: 'order/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => orders.list(merchant, at)));
      },
    });

    for (const action of ORDER_ACTIONS) {
      app.route({
        ...orderOperations[`${action}Order`],
        preValidation: allowNoBody,
        handler: async (request) => {
          const options = { note: request.body.reason, idempotencyKey: request.headers['idempotency-key'] };
          return ok(await orders.move(request.merchant, request.params.orderId, action, options));
        },
      });
    }

    app.route({
      ...sandboxOperations.advanceOrder,
      handler: async (request) => {
        const options = { idempotencyKey: request.headers['idempotency-key'] };
        return ok(await orders.advance(request.merchant, request.params.orderId, options));
      },
    });
  };
}
