import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CallbackConfig, CallbackConfigBody } from '../schemas/callback.ts';
import { answers, ok } from '../schemas/envelope.ts';
import type { CallbackService } from '../services/callbacks.ts';

/** The callback address (design, chapters 4 and 5). */
export const callbackRoutes = (callbacks: CallbackService): FastifyPluginAsyncTypebox =>
  async function callback(scope) {
    scope.get(
      '/open/v1/callback/config',
      { schema: readRoute, config: { scope: 'notification' } },
      async (request) => ok(await callbacks.read(request.merchant.key)),
    );

    scope.put(
      '/open/v1/callback/config',
      { schema: saveRoute, config: { scope: 'notification' } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await callbacks.save(request.merchant.key, request.body.url));
      },
    );
  };

const readRoute = {
  operationId: 'getCallbackConfig',
  tags: ['callback'],
  summary: 'Read the callback address',
  response: answers(CallbackConfig),
};

const saveRoute = {
  operationId: 'saveCallbackConfig',
  tags: ['callback'],
  summary: 'Set or remove the callback address',
  description:
    'The first save makes the callback secret and shows it, once. Saving again keeps the secret and ends a pause. ' +
    'Removing the address removes the secret too.',
  body: CallbackConfigBody,
  response: answers(CallbackConfig),
};
