import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  CallbackConfig,
  CallbackConfigBody,
  CallbackTestData,
  DEFAULT_OVERLAP_S,
  RotateSecretBody,
} from '../../contract/schemas/callback.ts';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import type { CallbackTest } from '../../services/endpoints/callback-test.ts';
import type { CallbackService } from '../../services/endpoints/callbacks.ts';
import { allowNoBody } from '../plugins/content.ts';

/** The callback address (docs/architecture.md, "HTTP"; docs/notifications.md). */
export const callbackRoutes = (
  callbacks: CallbackService,
  callbackTest: CallbackTest,
): FastifyPluginAsyncTypebox =>
  async function callback(scope) {
    scope.get('/open/v1/callback/config', { schema: readRoute, config: READ }, async (request) =>
      ok(await callbacks.read(request.merchant)),
    );

    scope.put(
      '/open/v1/callback/config',
      { schema: saveRoute, config: SECRET_CONFIG },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await callbacks.save(request.merchant, request.body.url));
      },
    );

    scope.post(
      '/open/v1/callback/rotate-secret',
      { schema: rotateRoute, config: SECRET_CONFIG, preValidation: allowNoBody },
      async ({ merchant, body }, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await callbacks.rotateSecret(merchant, body.overlapSeconds ?? DEFAULT_OVERLAP_S));
      },
    );

    scope.post('/open/v1/callback/test', { schema: testRoute, config: STEER }, async ({ merchant }) =>
      ok(await callbackTest.send(merchant)),
    );
  };

const READ = { scope: 'notification', personal: { action: 'deliveries.read', fresh: false } } as const;
const STEER = { scope: 'notification', personal: { action: 'deliveries.write', fresh: false } } as const;
const SECRET_CONFIG = {
  scope: 'notification',
  personal: { action: 'endpoints.write', fresh: true },
  showsSecret: true,
} as const;

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
    'The first save creates the callback secret and shows it once. Saving again keeps the secret and ends a pause. ' +
    'Removing the address removes the secret too.',
  body: CallbackConfigBody,
  response: answers(CallbackConfig),
};

const rotateRoute = {
  operationId: 'rotateCallbackSecret',
  tags: ['callback'],
  summary: 'Create a new callback secret',
  description: 'Shown once. During the overlap every notification carries a signature of each secret.',
  body: RotateSecretBody,
  response: answers(CallbackConfig, 'callbackMissing'),
};

const testRoute = {
  operationId: 'testCallback',
  tags: ['callback'],
  summary: 'Send a signed test notification now',
  description:
    'Its `type` is `callback.test`, it belongs to no order, and it is not retried. It is sent even while the endpoint is ' +
    'paused.',
  response: answers(CallbackTestData, 'callbackMissing'),
};
