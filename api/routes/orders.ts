import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ORDER_ACTIONS, type OrderAction } from '../../domain/order-state.ts';
import { allowNoBody } from '../plugins/content.ts';
import { answers, ok } from '../schemas/envelope.ts';
import { IdempotencyHeaders } from '../schemas/idempotency.ts';
import {
  OrderCreateBody,
  OrderDetailData,
  OrderListData,
  OrderListQuery,
  OrderMoveBody,
  OrderPath,
} from '../schemas/orders.ts';
import type { OrderService } from '../services/orders/index.ts';
import { type CursorSeal, readPage } from '../services/sealed-cursor.ts';

const TAGS = ['orders'];

const ACTION_SUMMARIES: Record<OrderAction, string> = {
  confirm: 'Studio: confirm a pending order',
  reject: 'Studio: reject a pending order',
  start: 'Studio: start the trip',
  complete: 'Studio: complete the trip',
  cancel: 'Cancel an order: the merchant under the cancellation policy, the studio with a full refund',
};

/** The order endpoints, for the scope behind the token. */
export function orderRoutes(orders: OrderService, cursors: CursorSeal): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/open/v1/order/create',
      {
        config: { scope: 'order:write', idempotency: 'own' },
        schema: {
          operationId: 'createOrder',
          tags: TAGS,
          summary: 'Book a guide, or what a hold keeps of it',
          headers: IdempotencyHeaders,
          body: OrderCreateBody,
          response: answers(
            OrderDetailData,
            'guideForbidden',
            'merchantKindForbidden',
            'guideNotFound',
            'guideUnavailable',
            'limitReached',
            'holdNotFound',
            'holdStateForbids',
            'priceChanged',
            'idempotencyKeyReused',
            'referenceTaken',
          ),
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key'];
        const { created, isReplay } = await orders.create(request.merchant, request.body, key);
        if (isReplay) reply.header('idempotent-replayed', 'true');
        return ok(created);
      },
    );

    app.get(
      '/open/v1/order/detail/:orderId',
      {
        config: { scope: 'order:read' },
        schema: {
          operationId: 'getOrder',
          tags: TAGS,
          summary: 'Everything about one order',
          params: OrderPath,
          response: answers(OrderDetailData, 'orderNotFound'),
        },
      },
      async (request) => ok(await orders.detail(request.merchant, request.params.orderId)),
    );

    app.get(
      '/open/v1/order/list',
      {
        config: { scope: 'order:read' },
        schema: {
          operationId: 'listOrders',
          tags: TAGS,
          summary:
            'Orders placed by the merchant, or for the studio’s guides; newest first, latest trip first when filtered by trip date, earliest change first with `updatedSince`',
          querystring: OrderListQuery,
          response: answers(OrderListData),
        },
      },
      async ({ merchant, query }) => {
        const page = { list: 'order/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => orders.list(merchant, at)));
      },
    );

    for (const action of ORDER_ACTIONS) {
      app.post(
        `/open/v1/order/${action}/:orderId`,
        {
          config: { scope: 'order:write' },
          schema: {
            operationId: `${action}Order`,
            tags: TAGS,
            summary: ACTION_SUMMARIES[action],
            headers: IdempotencyHeaders,
            params: OrderPath,
            body: OrderMoveBody,
            response: answers(OrderDetailData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
          },
          preValidation: allowNoBody,
        },
        async (request) => {
          const options = { note: request.body.reason, idempotencyKey: request.headers['idempotency-key'] };
          return ok(await orders.move(request.merchant, request.params.orderId, action, options));
        },
      );
    }

    app.post(
      '/open/v1/sandbox/order/advance/:orderId',
      {
        config: { scope: 'order:write' },
        schema: {
          operationId: 'advanceOrder',
          tags: ['sandbox'],
          summary: 'Take the order’s next timed step now',
          headers: IdempotencyHeaders,
          params: OrderPath,
          response: answers(OrderDetailData, 'orderNotFound', 'merchantKindForbidden', 'orderStateForbids'),
        },
      },
      async (request) => {
        const options = { idempotencyKey: request.headers['idempotency-key'] };
        return ok(await orders.advance(request.merchant, request.params.orderId, options));
      },
    );
  };
}
