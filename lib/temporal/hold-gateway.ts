import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../workflows/contract.ts';
import { HOLD_WORKFLOW, type HoldInput, holdChangedSignal } from '../../workflows/hold-contract.ts';
import { withinDeadline } from './calling.ts';

/** What starting a hold's workflow needs; nothing personal is among it. */
export interface StartableHold {
  readonly id: string;
  readonly merchantKey: string;
  readonly guideId: string;
  readonly tripStartAt: Date;
  /** An instant in real time. */
  readonly dueAt: Date;
}

export type HoldGateway = ReturnType<typeof createHoldGateway>;

/** What is asked of holds' workflows. */
export function createHoldGateway(client: Client) {
  async function startWith(
    hold: StartableHold,
    policies: Pick<WorkflowStartOptions, 'workflowIdConflictPolicy' | 'workflowIdReusePolicy'>,
  ): Promise<void> {
    const input: HoldInput = { holdId: hold.id, dueAt: hold.dueAt.toISOString() };
    const options = {
      workflowId: hold.id,
      taskQueue: TASK_QUEUES.orders,
      ...policies,
      args: [input],
      priority: { fairnessKey: hold.merchantKey },
      typedSearchAttributes: new TypedSearchAttributes([
        { key: SEARCH_ATTRIBUTES.merchantKey, value: hold.merchantKey },
        { key: SEARCH_ATTRIBUTES.guideId, value: hold.guideId },
      ]),
      staticSummary: `${hold.guideId}, ${hold.tripStartAt.toISOString()}, held for ${hold.merchantKey}`,
    };
    try {
      await withinDeadline(client, () => client.workflow.start(HOLD_WORKFLOW, options));
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
  return {
    /** Starts the hold's workflow; does nothing where it was started before. @throws when Temporal is unreachable. */
    start: async (hold: StartableHold): Promise<void> =>
      await startWith(hold, { workflowIdReusePolicy: 'REJECT_DUPLICATE' }),

    /** Starts a workflow for a hold that has lost its own, also where one has ended. Does nothing where one runs. */
    resume: async (hold: StartableHold): Promise<void> =>
      await startWith(hold, { workflowIdReusePolicy: 'ALLOW_DUPLICATE' }),

    /** The same in place of the one that runs, in one step. @throws when Temporal is unreachable. */
    replace: async (hold: StartableHold): Promise<void> =>
      await startWith(hold, {
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      }),

    /** Has the workflow read the database again; does nothing where none runs. @throws when Temporal is unreachable. */
    async announceClock(holdId: string): Promise<void> {
      try {
        await withinDeadline(client, () => client.workflow.getHandle(holdId).signal(holdChangedSignal));
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
  };
}
