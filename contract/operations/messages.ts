import { MAX_MESSAGES, MESSAGE_DAYS } from '../../domain/order-message.ts';
import { answers } from '../schemas/envelope.ts';
import { MessageBody, MessageData, MessageList, MessageListQuery } from '../schemas/messages.ts';
import { OrderPath } from '../schemas/orders.ts';
import { defineOperations } from './define.ts';

export const messageOperations = defineOperations({
  sendMessage: {
    route: 'POST /open/v1/order/messages/{orderId}',
    sdk: 'messages.send',
    access: { scope: 'order:write' },
    schema: {
      tags: ['orders'],
      summary: 'Write to the other side of an order',
      description:
        `In whatever state the order is, until ${MESSAGE_DAYS} days after the trip's end, and at most ${MAX_MESSAGES} on one order; ` +
        'then 40901. The other side is notified by `message.received`, without the text.',
      params: OrderPath,
      body: MessageBody,
      response: answers(MessageData, 'orderNotFound', 'orderStateForbids'),
    },
  },
  listMessages: {
    route: 'GET /open/v1/order/messages/{orderId}',
    sdk: 'messages.list',
    noun: 'message',
    access: { scope: 'order:read' },
    schema: {
      tags: ['orders'],
      summary: 'Read the messages of an order',
      description:
        'For both sides, and for ever; the oldest first, or as `sort` says. Messages of the other side get their `readAt` when they are first in an answer.',
      params: OrderPath,
      querystring: MessageListQuery,
      response: answers(MessageList, 'orderNotFound'),
    },
  },
});
