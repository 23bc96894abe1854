import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { MessageBody, MessageData, MessageList, MessageListQuery } from '../../contract/schemas/messages.ts';
import { OrderPath } from '../../contract/schemas/orders.ts';
import { MAX_MESSAGES, MESSAGE_DAYS } from '../../domain/order-message.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { MessageService } from '../../services/messages.ts';

/** Messages between the two sides of an order. */
export const messageRoutes = (messages: MessageService, cursors: CursorSeal): FastifyPluginAsyncTypebox =>
  async function message(scope) {
    scope.post(
      '/open/v1/order/messages/:orderId',
      { schema: sendRoute, config: { scope: 'order:write' } },
      async (request) => ok(await messages.send(request.merchant, request.params.orderId, request.body)),
    );

    scope.get(
      '/open/v1/order/messages/:orderId',
      { schema: listRoute, config: { scope: 'order:read' } },
      async ({ merchant, params: { orderId }, query }) => {
        const page = { list: `order/messages ${orderId}`, merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => messages.list(merchant, orderId, at)));
      },
    );
  };

const sendRoute = {
  operationId: 'sendMessage',
  tags: ['orders'],
  summary: 'Write to the other side of an order',
  description:
    `In whatever state the order is, until ${MESSAGE_DAYS} days after the trip's end, and at most ${MAX_MESSAGES} on one order; ` +
    'then 40901. The other side is told by `message.received`, without the text.',
  params: OrderPath,
  body: MessageBody,
  response: answers(MessageData, 'orderNotFound', 'orderStateForbids'),
};

const listRoute = {
  operationId: 'listMessages',
  tags: ['orders'],
  summary: 'Read the messages of an order',
  description:
    'For both sides, and for ever; the oldest first, or as `sort` says. Messages of the other side get their `readAt` when they are first in an answer.',
  params: OrderPath,
  querystring: MessageListQuery,
  response: answers(MessageList, 'orderNotFound'),
};
