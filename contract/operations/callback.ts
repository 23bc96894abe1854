import {
  CallbackConfig,
  CallbackConfigBody,
  CallbackTestData,
  RotateSecretBody,
} from '../schemas/callback.ts';
import { answers } from '../schemas/envelope.ts';
import { defineOperations } from './define.ts';

const READ = { scope: 'notification', personal: { action: 'deliveries.read', fresh: false } } as const;
const STEER = { scope: 'notification', personal: { action: 'deliveries.write', fresh: false } } as const;
const SECRET_CONFIG = {
  scope: 'notification',
  personal: { action: 'endpoints.write', fresh: true },
  showsSecret: true,
} as const;

export const callbackOperations = defineOperations({
  getCallbackConfig: {
    route: 'GET /open/v1/callback/config',
    sdk: 'callbacks.getConfig',
    noun: 'config',
    access: READ,
    schema: {
      tags: ['callback'],
      summary: 'Read the callback address',
      description:
        'The address of your first endpoint, whether it works, and until when it asked us to wait. The secret is not shown again.',
      response: answers(CallbackConfig),
    },
  },
  saveCallbackConfig: {
    route: 'PUT /open/v1/callback/config',
    sdk: 'callbacks.saveConfig',
    noun: 'config',
    access: SECRET_CONFIG,
    schema: {
      tags: ['callback'],
      summary: 'Set or remove the callback address',
      description:
        'The first save creates the callback secret and shows it once. Saving again keeps the secret and ends a pause. ' +
        'Removing the address removes the secret too.',
      body: CallbackConfigBody,
      response: answers(CallbackConfig),
    },
  },
  rotateCallbackSecret: {
    route: 'POST /open/v1/callback/rotate-secret',
    sdk: 'callbacks.rotateSecret',
    noun: 'config',
    access: SECRET_CONFIG,
    schema: {
      tags: ['callback'],
      summary: 'Create a new callback secret',
      description: 'Shown once. During the overlap, every notification is signed with both secrets.',
      body: RotateSecretBody,
      response: answers(CallbackConfig, 'callbackMissing'),
    },
  },
  testCallback: {
    route: 'POST /open/v1/callback/test',
    sdk: 'callbacks.test',
    noun: 'result',
    access: STEER,
    schema: {
      tags: ['callback'],
      summary: 'Send a signed test notification now',
      description:
        'Its `type` is `callback.test`, it belongs to no order, and it is not retried. It is sent even while the endpoint is ' +
        'paused.',
      response: answers(CallbackTestData, 'callbackMissing'),
    },
  },
});
