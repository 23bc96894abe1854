import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CallbackTestData, DEFAULT_OVERLAP_S, RotateSecretBody } from '../../contract/schemas/callback.ts';
import {
  EndpointCreateBody,
  EndpointDeleted,
  EndpointList,
  EndpointPath,
  EndpointTestBody,
  EndpointUpdateBody,
  EndpointView,
  EndpointWithSecret,
} from '../../contract/schemas/callback-endpoints.ts';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import type { CallbackTest } from '../../services/endpoints/callback-test.ts';
import type { EndpointService } from '../../services/endpoints/index.ts';
import { allowNoBody } from '../plugins/content.ts';

/** Several places for a merchant's notifications (docs/notifications.md, "Endpoints"). */
export const callbackEndpointRoutes = (
  endpoints: EndpointService,
  callbackTest: CallbackTest,
): FastifyPluginAsyncTypebox =>
  async function callbackEndpoint(scope) {
    const path = '/open/v1/callback/endpoint';

    scope.get(`${path}/list`, { schema: listRoute, config: READ }, async ({ merchant }) =>
      ok({ list: await endpoints.list(merchant) }),
    );

    scope.get(
      `${path}/detail/:endpointId`,
      { schema: detailRoute, config: READ },
      async ({ merchant, params }) => ok(await endpoints.detail(merchant, params.endpointId)),
    );

    scope.post(
      `${path}/create`,
      { schema: createRoute, config: SECRET_CONFIG },
      async ({ merchant, body }, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await endpoints.create(merchant, body));
      },
    );

    scope.put(
      `${path}/update/:endpointId`,
      { schema: updateRoute, config: SECRET_CONFIG },
      async ({ merchant, params, body }, reply) => {
        reply.header('cache-control', 'no-store');
        return ok(await endpoints.update(merchant, params.endpointId, body));
      },
    );

    scope.delete(
      `${path}/delete/:endpointId`,
      { schema: deleteRoute, config: WRITE },
      async ({ merchant, params: { endpointId } }) => {
        await endpoints.remove(merchant, endpointId);
        return ok({ endpointId, deleted: true as const });
      },
    );

    scope.post(
      `${path}/rotate-secret/:endpointId`,
      { schema: rotateRoute, config: SECRET_CONFIG, preValidation: allowNoBody },
      async ({ merchant, params, body }, reply) => {
        reply.header('cache-control', 'no-store');
        const overlapSeconds = body.overlapSeconds ?? DEFAULT_OVERLAP_S;
        return ok(await endpoints.rotateSecret(merchant, params.endpointId, overlapSeconds));
      },
    );

    scope.post(
      `${path}/pause/:endpointId`,
      { schema: pauseRoute, config: STEER },
      async ({ merchant, params }) => ok(await endpoints.pause(merchant, params.endpointId)),
    );

    scope.post(
      `${path}/resume/:endpointId`,
      { schema: resumeRoute, config: STEER },
      async ({ merchant, params }) => ok(await endpoints.resume(merchant, params.endpointId)),
    );

    scope.post(
      `${path}/test/:endpointId`,
      { schema: testRoute, config: STEER, preValidation: allowNoBody },
      async ({ merchant, params: { endpointId }, body: { type } }) =>
        ok(await callbackTest.send(merchant, { endpointId, type })),
    );
  };

const READ = { scope: 'notification', personal: { action: 'deliveries.read', fresh: false } } as const;
const STEER = { scope: 'notification', personal: { action: 'deliveries.write', fresh: false } } as const;
/** An address, or a secret. */
const WRITE = { scope: 'notification', personal: { action: 'endpoints.write', fresh: true } } as const;
const SECRET_CONFIG = { ...WRITE, showsSecret: true } as const;
const TAGS = ['callback'];

const listRoute = {
  operationId: 'listCallbackEndpoints',
  tags: TAGS,
  summary: 'Your endpoints, the first one first',
  response: answers(EndpointList),
};

const detailRoute = {
  operationId: 'getCallbackEndpoint',
  tags: TAGS,
  summary: 'One endpoint',
  params: EndpointPath,
  response: answers(EndpointView, 'callbackEndpointNotFound'),
};

const createRoute = {
  operationId: 'createCallbackEndpoint',
  tags: TAGS,
  summary: 'Add an endpoint',
  description:
    'You may have 10, the first one among them. What happens from then on is sent there as well. With `v1` the answer ' +
    'shows the secret, once.',
  body: EndpointCreateBody,
  response: answers(EndpointWithSecret),
};

const updateRoute = {
  operationId: 'updateCallbackEndpoint',
  tags: TAGS,
  summary: 'Change an endpoint',
  description:
    'What the body does not name stays. Saving ends a pause, and what waits is sent within seconds. Another signature ' +
    'scheme makes a new secret, shown once, or key pair; for a day both sign.',
  params: EndpointPath,
  body: EndpointUpdateBody,
  response: answers(EndpointWithSecret, 'callbackEndpointNotFound'),
};

const deleteRoute = {
  operationId: 'deleteCallbackEndpoint',
  tags: TAGS,
  summary: 'Delete an endpoint',
  description:
    'What waits for it becomes `skipped`. The first one stays; `PUT /open/v1/callback/config` takes its address.',
  params: EndpointPath,
  response: answers(EndpointDeleted, 'callbackEndpointNotFound'),
};

const rotateRoute = {
  operationId: 'rotateCallbackEndpointSecret',
  tags: TAGS,
  summary: 'Create a new secret or key pair of an endpoint',
  description: 'A secret is shown once. During the overlap every notification carries a signature of each.',
  params: EndpointPath,
  body: RotateSecretBody,
  response: answers(EndpointWithSecret, 'callbackEndpointNotFound', 'callbackMissing'),
};

const pauseRoute = {
  operationId: 'pauseCallbackEndpoint',
  tags: TAGS,
  summary: 'Stop sending to an endpoint; what happens meanwhile waits',
  params: EndpointPath,
  response: answers(EndpointView, 'callbackEndpointNotFound', 'callbackMissing'),
};

const resumeRoute = {
  operationId: 'resumeCallbackEndpoint',
  tags: TAGS,
  summary: 'Send to a paused endpoint again; what waits goes out within seconds',
  params: EndpointPath,
  response: answers(EndpointView, 'callbackEndpointNotFound', 'callbackMissing'),
};

const testRoute = {
  operationId: 'testCallbackEndpoint',
  tags: TAGS,
  summary: 'Send a signed test notification to an endpoint now',
  description:
    'With `type` the body is that of such an event, of an order or statement that does not exist; without it, its `type` is ' +
    '`callback.test`. It is not retried, and is sent even while the endpoint is paused, or does not take such events.',
  params: EndpointPath,
  body: EndpointTestBody,
  response: answers(CallbackTestData, 'callbackEndpointNotFound', 'callbackMissing'),
};
