import { CallbackTestData, RotateSecretBody } from '../schemas/callback.ts';
import {
  EndpointCreateBody,
  EndpointDeleted,
  EndpointList,
  EndpointPath,
  EndpointTestBody,
  EndpointUpdateBody,
  EndpointView,
  EndpointWithSecret,
} from '../schemas/callback-endpoints.ts';
import { answers } from '../schemas/envelope.ts';
import { defineOperations } from './define.ts';

const READ = { scope: 'notification', personal: { action: 'deliveries.read', fresh: false } } as const;
const STEER = { scope: 'notification', personal: { action: 'deliveries.write', fresh: false } } as const;
/** An address, or a secret. */
const WRITE = { scope: 'notification', personal: { action: 'endpoints.write', fresh: true } } as const;
const SECRET_CONFIG = { ...WRITE, showsSecret: true } as const;
const TAGS = ['callback'];

export const callbackEndpointOperations = defineOperations({
  listCallbackEndpoints: {
    route: 'GET /open/v1/callback/endpoint/list',
    sdk: 'callbackEndpoints.list',
    noun: 'endpoint',
    access: READ,
    schema: {
      tags: TAGS,
      summary: 'Your endpoints, the first one first',
      description:
        'With address, filter, limits and state of each. Secrets, and values of headers, are not shown again.',
      response: answers(EndpointList),
    },
  },
  getCallbackEndpoint: {
    route: 'GET /open/v1/callback/endpoint/detail/{endpointId}',
    sdk: 'callbackEndpoints.get',
    access: READ,
    schema: {
      tags: TAGS,
      summary: 'One endpoint',
      description:
        'With address, filter, limits and state: since when it fails or is paused, and until when it asked for no requests.',
      params: EndpointPath,
      response: answers(EndpointView, 'callbackEndpointNotFound'),
    },
  },
  createCallbackEndpoint: {
    route: 'POST /open/v1/callback/endpoint/create',
    sdk: 'callbackEndpoints.create',
    access: SECRET_CONFIG,
    schema: {
      tags: TAGS,
      summary: 'Add an endpoint',
      description:
        'You may have 10, the first one among them. What happens from then on is sent there as well. With `v1` the answer ' +
        'shows the secret, once.',
      body: EndpointCreateBody,
      response: answers(EndpointWithSecret),
    },
  },
  updateCallbackEndpoint: {
    route: 'PUT /open/v1/callback/endpoint/update/{endpointId}',
    sdk: 'callbackEndpoints.update',
    access: SECRET_CONFIG,
    schema: {
      tags: TAGS,
      summary: 'Change an endpoint',
      description:
        'What the body does not name stays. Saving ends a pause, and what waits is sent within seconds. Another signature ' +
        'scheme makes a new secret, shown once, or key pair; for a day both sign.',
      params: EndpointPath,
      body: EndpointUpdateBody,
      response: answers(EndpointWithSecret, 'callbackEndpointNotFound'),
    },
  },
  deleteCallbackEndpoint: {
    route: 'DELETE /open/v1/callback/endpoint/delete/{endpointId}',
    sdk: 'callbackEndpoints.delete',
    access: WRITE,
    schema: {
      tags: TAGS,
      summary: 'Delete an endpoint',
      description:
        'What waits for it becomes `skipped`. The first one stays; `PUT /open/v1/callback/config` takes its address.',
      params: EndpointPath,
      response: answers(EndpointDeleted, 'callbackEndpointNotFound'),
    },
  },
  rotateCallbackEndpointSecret: {
    route: 'POST /open/v1/callback/endpoint/rotate-secret/{endpointId}',
    sdk: 'callbackEndpoints.rotateSecret',
    noun: 'endpoint',
    access: SECRET_CONFIG,
    schema: {
      tags: TAGS,
      summary: 'Create a new secret or key pair of an endpoint',
      description:
        'A secret is shown once. During the overlap every notification carries a signature of each.',
      params: EndpointPath,
      body: RotateSecretBody,
      response: answers(EndpointWithSecret, 'callbackEndpointNotFound', 'callbackMissing'),
    },
  },
  pauseCallbackEndpoint: {
    route: 'POST /open/v1/callback/endpoint/pause/{endpointId}',
    sdk: 'callbackEndpoints.pause',
    access: STEER,
    schema: {
      tags: TAGS,
      summary: 'Stop sending to an endpoint; what happens meanwhile waits',
      description:
        'Nothing is lost, and what waits keeps its order. Your other endpoints get theirs meanwhile; a test is sent to a paused one as well.',
      params: EndpointPath,
      response: answers(EndpointView, 'callbackEndpointNotFound', 'callbackMissing'),
    },
  },
  resumeCallbackEndpoint: {
    route: 'POST /open/v1/callback/endpoint/resume/{endpointId}',
    sdk: 'callbackEndpoints.resume',
    access: STEER,
    schema: {
      tags: TAGS,
      summary: 'Send to a paused endpoint again; what waits goes out within seconds',
      description:
        'It ends a pause of your own, and one by the platform after an answer 410. What waits is sent in its order.',
      params: EndpointPath,
      response: answers(EndpointView, 'callbackEndpointNotFound', 'callbackMissing'),
    },
  },
  testCallbackEndpoint: {
    route: 'POST /open/v1/callback/endpoint/test/{endpointId}',
    sdk: 'callbackEndpoints.test',
    noun: 'result',
    access: STEER,
    schema: {
      tags: TAGS,
      summary: 'Send a signed test notification to an endpoint now',
      description:
        'With `type` the body is that of such an event, of an order or statement that does not exist; without it, its `type` is ' +
        '`callback.test`. It is not retried, and is sent even while the endpoint is paused, or does not take such events.',
      params: EndpointPath,
      body: EndpointTestBody,
      response: answers(CallbackTestData, 'callbackEndpointNotFound', 'callbackMissing'),
    },
  },
});
