import type { Step } from '../step.ts';
import { ACCOUNTING, CALLBACKS, STUDIOS_CALLBACKS } from './names.ts';

const path = { endpointId: 'EP100002' };

/** Where the agency is told what happens, and whether it arrives. */
export const CALLBACK: readonly Step[] = [
  { operationId: 'saveCallbackConfig', by: 'agency', body: { url: CALLBACKS } },
  { operationId: 'getCallbackConfig', by: 'agency' },
  { operationId: 'testCallback', by: 'agency', sharedAs: 'CallbackTest' },
  {
    operationId: 'createCallbackEndpoint',
    by: 'agency',
    body: { url: ACCOUNTING, description: 'Accounting', eventTypes: ['settlement.*'] },
    keeps: { endpointId: path.endpointId },
  },
  { operationId: 'listCallbackEndpoints', by: 'agency' },
  { operationId: 'getCallbackEndpoint', by: 'agency', path, sharedAs: 'CallbackEndpoint' },
  {
    operationId: 'updateCallbackEndpoint',
    by: 'agency',
    path,
    body: { eventTypes: ['settlement.*', 'order.refunded'], maxPerSecond: 5 },
    sharedAs: 'CallbackEndpoint',
  },
  {
    operationId: 'testCallbackEndpoint',
    by: 'agency',
    path,
    body: { type: 'settlement.issued' },
    sharedAs: 'CallbackTest',
  },
  { operationId: 'pauseCallbackEndpoint', by: 'agency', path, sharedAs: 'CallbackEndpoint' },
  { operationId: 'resumeCallbackEndpoint', by: 'agency', path, sharedAs: 'CallbackEndpoint' },
  { operationId: 'rotateCallbackEndpointSecret', by: 'agency', path, body: { overlapSeconds: 3_600 } },
  { operationId: 'rotateCallbackSecret', by: 'agency', body: { overlapSeconds: 3_600 } },
  { operationId: 'deleteCallbackEndpoint', by: 'agency', path },
  { operationId: 'saveCallbackConfig', by: 'studio', aside: true, body: { url: STUDIOS_CALLBACKS } },
];
