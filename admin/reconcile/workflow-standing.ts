import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';

/** What Temporal says of a workflow; asked of the server itself, not of the list, which lags behind. */
export interface WorkflowStanding {
  readonly isRunning: boolean;
  /** `running`, `completed`, …, or `none`. */
  readonly status: string;
  /** Where it believes the order to be. */
  readonly orderStatus: string | undefined;
  /** It has something to do at this moment. */
  readonly isBusy: boolean;
}

const NONE: WorkflowStanding = { isRunning: false, status: 'none', orderStatus: undefined, isBusy: false };

/** @throws when Temporal is away. */
export async function standingOf(client: Client, workflowId: string): Promise<WorkflowStanding> {
  try {
    const { status, typedSearchAttributes, raw } = await client.workflow.getHandle(workflowId).describe();
    const isBusy = raw.pendingWorkflowTask != null || (raw.pendingActivities ?? []).length > 0;
    return {
      isRunning: status.name === 'RUNNING',
      status: status.name.toLowerCase(),
      orderStatus: typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus),
      isBusy,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return NONE;
    throw error;
  }
}
