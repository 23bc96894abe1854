import { Type } from 'typebox';
import { MAX_MESSAGES, MESSAGE_DAYS } from '../../domain/order-message.ts';
import { FILE_TYPES } from '../../domain/stored-file.ts';
import { answers, fileContent } from '../schemas/envelope.ts';
import {
  MessageBody,
  MessageData,
  MessageFilePath,
  MessageList,
  MessageListQuery,
} from '../schemas/messages.ts';
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
        `Whatever the order's state, until ${MESSAGE_DAYS} days after the end of the trip, and at most ${MAX_MESSAGES} per order; ` +
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
        'For both sides, without a time limit; oldest first, or as `sort` says. Messages from the other side get their `readAt` when they are first returned.',
      params: OrderPath,
      querystring: MessageListQuery,
      response: answers(MessageList, 'orderNotFound'),
    },
  },
  getMessageFile: {
    route: 'GET /open/v1/order/files/{orderId}/{fileId}',
    sdk: 'messages.file',
    access: { scope: 'order:read', produces: FILE_TYPES },
    schema: {
      tags: ['orders'],
      summary: 'Download a file that came with a message',
      description:
        "People add files to messages in the console (PDF, PNG, JPEG, CSV); they are listed in the message's `attachments`. For both sides, until the order's personal data is erased.",
      params: MessageFilePath,
      response: {
        ...answers(Type.Object({}), 'orderNotFound'),
        200: {
          description: 'Success',
          content: Object.fromEntries(
            FILE_TYPES.map((type) => [type, fileContent('The file as it was sent')]),
          ),
        },
      },
    },
  },
});
