import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callbackEndpointOperations } from '../../contract/operations/callback-endpoints.ts';
import { DEFAULT_OVERLAP_S } from '../../contract/schemas/callback.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { allowNoBody } from '../../lib/http/plugins/content.ts';
import type { CallbackTest } from '../../services/endpoints/callback-test.ts';
import type { EndpointService } from '../../services/endpoints/index.ts';

/** Several places for a merchant's notifications (docs/notifications.md, "Endpoints"). */
export const callbackEndpointRoutes = (
  endpoints: EndpointService,
  callbackTest: CallbackTest,
): FastifyPluginAsyncTypebox =>
  async function callbackEndpoint(scope) {
    scope.route({
      ...callbackEndpointOperations.listCallbackEndpoints,
      handler: async ({ merchant }) => ok({ list: await endpoints.list(merchant) }),
    });

    scope.route({
      ...callbackEndpointOperations.getCallbackEndpoint,
      handler: async ({ merchant, params }) => ok(await endpoints.detail(merchant, params.endpointId)),
    });

    scope.route({
      ...callbackEndpointOperations.createCallbackEndpoint,
      handler: async ({ merchant, body }, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await endpoints.create(merchant, body));
      },
    });

    scope.route({
      ...callbackEndpointOperations.updateCallbackEndpoint,
      handler: async ({ merchant, params, body }, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await endpoints.update(merchant, params.endpointId, body));
      },
    });

    scope.route({
      ...callbackEndpointOperations.deleteCallbackEndpoint,
      handler: async ({ merchant, params: { endpointId } }) => {
        await endpoints.remove(merchant, endpointId);
        return ok({ endpointId, deleted: true as const });
      },
    });

    scope.route({
      ...callbackEndpointOperations.rotateCallbackEndpointSecret,
      preValidation: allowNoBody,
      handler: async ({ merchant, params, body }, reply) => {
        reply.header('cache-control', 'no-store');
        const overlapSeconds = body.overlapSeconds ?? DEFAULT_OVERLAP_S;
        return ok(await endpoints.rotateSecret(merchant, params.endpointId, overlapSeconds));
      },
    });

    scope.route({
      ...callbackEndpointOperations.pauseCallbackEndpoint,
      handler: async ({ merchant, params }) => ok(await endpoints.pause(merchant, params.endpointId)),
    });

    scope.route({
      ...callbackEndpointOperations.resumeCallbackEndpoint,
      handler: async ({ merchant, params }) => ok(await endpoints.resume(merchant, params.endpointId)),
    });

    scope.route({
      ...callbackEndpointOperations.testCallbackEndpoint,
      preValidation: allowNoBody,
      handler: async ({ merchant, params: { endpointId }, body: { type } }) =>
        ok(await callbackTest.send(merchant, { endpointId, type })),
    });
  };
