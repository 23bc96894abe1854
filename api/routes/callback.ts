import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callbackOperations } from '../../contract/operations/callback.ts';
import { DEFAULT_OVERLAP_S } from '../../contract/schemas/callback.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import type { CallbackTest } from '../../services/endpoints/callback-test.ts';
import type { CallbackService } from '../../services/endpoints/callbacks.ts';

/** The callback address (docs/architecture.md, "HTTP"; docs/notifications.md). */
export const callbackRoutes = (
  callbacks: CallbackService,
  callbackTest: CallbackTest,
): FastifyPluginAsyncTypebox =>
  async function callback(scope) {
    scope.route({
      ...callbackOperations.getCallbackConfig,
      handler: async (request) => ok(await callbacks.read(request.merchant)),
    });

    scope.route({
      ...callbackOperations.saveCallbackConfig,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await callbacks.save(request.merchant, request.body.url));
      },
    });

    scope.route({
      ...callbackOperations.rotateCallbackSecret,
      preValidation: allowNoBody,
      handler: async ({ merchant, body }, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await callbacks.rotateSecret(merchant, body.overlapSeconds ?? DEFAULT_OVERLAP_S));
      },
    });

    scope.route({
      ...callbackOperations.testCallback,
      handler: async ({ merchant }) => ok(await callbackTest.send(merchant)),
    });
  };
