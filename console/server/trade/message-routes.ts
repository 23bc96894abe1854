import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { MessageData } from '../../../contract/schemas/messages.ts';
import { OrderPath } from '../../../contract/schemas/orders.ts';
import { createMessageService } from '../../../services/messages.ts';
import type { ConsoleContext } from '../context.ts';
import { MESSAGE_UPLOAD, readMessageForm } from '../message-form.ts';
import { acceptForms, FORM } from '../upload-forms.ts';

/** Messages with files, from people; those without are the API's own operation. */
export const messageFormRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function messageForms(scope) {
    const messages = createMessageService(deps);
    await acceptForms(scope);
    scope.post(
      '/orders/:orderId/messages',
      {
        config: { action: 'orders.write', fresh: false, upload: MESSAGE_UPLOAD },
        schema: {
          params: OrderPath,
          consumes: FORM,
          response: answers(MessageData, 'orderNotFound', 'orderStateForbids'),
        },
      },
      async (request) =>
        ok(await messages.sendForm(request.merchant, request.params.orderId, readMessageForm(request))),
    );
  };
