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
      summary: 'List your endpoints, the first one first',
      description:
        'Each with its address, filter, limits and state. Secrets and header values are not shown again.',
      response: answers(EndpointList),
    },
  },
  getCallbackEndpoint: {
    route: 'GET /open/v1/callback/endpoint/detail/{endpointId}',
    sdk: 'callbackEndpoints.get',
    access: READ,
    schema: {
      tags: TAGS,
      summary: 'Read one endpoint',
      description:
        'With its address, filter, limits and state: since when it has been failing or paused, and until when it asked us to wait.',
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
        'You can have 10, including the first one. From then on, events are sent there as well. With `v1`, the answer ' +
        'shows the secret once.',
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
        "Members that you don't send stay unchanged. Saving ends a pause, and what is waiting is sent within seconds. Another signature " +
        'scheme creates a new secret, shown once, or a new key pair; for a day both sign.',
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
        "What is waiting for it becomes `skipped`. The first endpoint can't be deleted; `PUT /open/v1/callback/config` removes its address.",
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
      summary: 'Create a new secret or key pair for an endpoint',
      description: 'A secret is shown once. During the overlap, every notification is signed with both.',
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
      summary: 'Stop sending to an endpoint; events wait in the meantime',
      description:
        'Nothing is lost, and what is waiting keeps its order. Your other endpoints are not affected, and a test is sent to a paused endpoint as well.',
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
      summary: 'Send to a paused endpoint again; what is waiting is sent within seconds',
      description:
        'Ends your own pause, or one by the platform after a 410. What is waiting is sent in order.',
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
        'With `type`, the body is an example of such an event, about an order or statement that does not exist. Without it, its `type` is ' +
        '`callback.test`. It is not retried, and is sent even if the endpoint is paused or does not take such events.',
      params: EndpointPath,
      body: EndpointTestBody,
      response: answers(CallbackTestData, 'callbackEndpointNotFound', 'callbackMissing'),
    },
  },
});
