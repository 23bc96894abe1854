import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { messageOperations } from '../../contract/operations/messages.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { sendAttachment } from '../../lib/http/send-attachment.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { MessageService } from '../../services/messages.ts';

/** Messages between the two sides of an order. */
export const messageRoutes = (messages: MessageService, cursors: CursorSeal): FastifyPluginAsyncTypebox =>
  async function message(scope) {
    scope.route({
      ...messageOperations.sendMessage,
      handler: async (request) =>
        ok(await messages.send(request.merchant, request.params.orderId, request.body)),
    });

    scope.route({
      ...messageOperations.listMessages,
      handler: async ({ merchant, params: { orderId }, query }) => {
        const page = { list: `order/messages ${orderId}`, merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => messages.list(merchant, orderId, at)));
      },
    });

    scope.route({
      ...messageOperations.getMessageFile,
      handler: async ({ merchant, params: { orderId, fileId } }, reply) =>
        sendAttachment(reply, await messages.file(merchant, orderId, fileId)),
    });
  };
