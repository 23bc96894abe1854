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
  getMessageFile: {
    route: 'GET /open/v1/order/files/{orderId}/{fileId}',
    sdk: 'messages.file',
    access: { scope: 'order:read', produces: FILE_TYPES },
    schema: {
      tags: ['orders'],
      summary: 'Download a file that came with a message',
      description:
        'People add files to messages in the console (PDF, PNG, JPEG, CSV); `attachments` of a message names them. For both sides, until the personal data of the order is erased.',
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
