/**
 * What clients of a fault run write, by the names of the table of operations; and what they don't, each with its reason.
 * test/faults/mix.test.ts holds both against the table, and `checkMix` a run against the first.
 */
import { octoOperations } from '../../api/octo/operations.ts';
import { isWriting, type Operation } from '../../contract/operations/define.ts';
import { OPERATIONS } from '../../contract/operations/index.ts';

export const MIX = [
  'createOrder',
  'confirmOrder',
  'rejectOrder',
  'startOrder',
  'completeOrder',
  'cancelOrder',
  'advanceOrder',
  'holdGuide',
  'changeHold',
  'extendHold',
  'releaseHold',
  'changeOrder',
  'acceptOrderChange',
  'declineOrderChange',
  'withdrawOrderChange',
  'refundOrder',
  'sendMessage',
  'createWaitlistEntry',
  'deleteWaitlistEntry',
  'updateCallbackEndpoint',
  'disputeSettlementLine',
  'issueSandboxStatements',
  'redeliverNotification',
] as const satisfies readonly (keyof typeof OPERATIONS)[];
export type Mixed = (typeof MIX)[number];

const ONE_STATEMENT = 'one transaction, which a repeat finds done: test/security/repeats';
const OF_THE_RUN = 'the run itself stands on it';

export const LEFT_OUT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries<Operation>(octoOperations)
      .filter(([, operation]) => isWriting(operation))
      .map(([id]) => [id, 'the services of order/…: test/security/repeats']),
  ),
  createGuide: OF_THE_RUN,
  updateGuide: OF_THE_RUN,
  deleteGuide: OF_THE_RUN,
  setGuideAvailability: OF_THE_RUN,
  blockGuideDays: ONE_STATEMENT,
  unblockGuideDays: ONE_STATEMENT,
  linkPartner: ONE_STATEMENT,
  unlinkPartner: ONE_STATEMENT,
  reviewOrder: ONE_STATEMENT,
  rotateCredential: OF_THE_RUN,
  createOctoKey: ONE_STATEMENT,
  revokeCredential: OF_THE_RUN,
  saveCallbackConfig: 'merchants save their address at the end of a run (drain.ts)',
  rotateCallbackSecret: OF_THE_RUN,
  testCallback: 'sends no notification: its answer is all that there is',
  createCallbackEndpoint: OF_THE_RUN,
  deleteCallbackEndpoint: OF_THE_RUN,
  rotateCallbackEndpointSecret: OF_THE_RUN,
  pauseCallbackEndpoint: OF_THE_RUN,
  resumeCallbackEndpoint: OF_THE_RUN,
  testCallbackEndpoint: 'sends no notification: its answer is all that there is',
  recoverNotifications: 'it would send what a run looks at for being lost: test/notifications',
  cancelRecovery: 'it would send what a run looks at for being lost: test/notifications',
  advanceSandboxClock: 'moves every order of a merchant at once: test/sandbox',
  createSandboxExamples: 'order/create and moves, many times: test/api/sandbox-examples.test.ts',
  createSandboxOrder: 'order/create by the sandbox agency',
  paySandboxStatement: 'would end the statements that are disputed',
};

interface Addressed {
  readonly operationId: Mixed;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

/** The request of an operation, as the table has it. @param id what its address names. */
export function requestOf(operationId: Mixed, id?: string): Addressed {
  const { method, row }: Operation = OPERATIONS[operationId];
  const [, path = ''] = row.route.split(' ');
  return { operationId, method: method as 'POST', path: path.replace(/\{\w+\}/, id ?? '') };
}
