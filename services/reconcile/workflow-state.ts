import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { isHoldId, isOrderId } from '../../domain/ids.ts';
import { failureOf, inOneLine } from '../../lib/operations/workflow-failure.ts';
import { programOf } from '../../lib/temporal/programs.ts';
import { ORDER_WORKFLOW, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { HOLD_WORKFLOW } from '../../workflows/hold-contract.ts';

/** What Temporal says of a workflow; asked of the server itself, not of the list, which lags behind. */
export interface WorkflowState {
  readonly isRunning: boolean;
  /** `running`, `completed`, …, or `none`. */
  readonly status: string;
  /** The order's state as the workflow knows it. */
  readonly orderStatus: string | undefined;
  /** Why its workflow task fails again and again; undefined where it does not. */
  readonly failure: string | undefined;
  /** Its activities whose last attempt failed. */
  readonly activities: readonly FailingActivity[];
  /** The program that it follows; undefined for a task queue that is not ours. */
  readonly program: number | undefined;
  /** An order's, by its type, its id and its task queue. */
  readonly isOrder: boolean;
  /** A hold's, by the same marks. */
  readonly isHold: boolean;
  readonly runId: string | undefined;
}

interface FailingActivity {
  readonly activity: string;
  /** Which one is next, or under way. */
  readonly attempt: number;
  readonly error: string;
}

const NONE: WorkflowState = {
  isRunning: false,
  status: 'none',
  orderStatus: undefined,
  failure: undefined,
  activities: [],
  program: undefined,
  isOrder: false,
  isHold: false,
  runId: undefined,
};

/** @throws when Temporal is unavailable. */
export async function workflowStateOf(client: Client, workflowId: string): Promise<WorkflowState> {
  try {
    const described = await client.workflow.getHandle(workflowId).describe();
    const { status, type, taskQueue, runId, typedSearchAttributes } = described;
    const program = programOf(taskQueue);
    return {
      isRunning: status.name === 'RUNNING',
      status: status.name.toLowerCase(),
      orderStatus: typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus),
      failure: await failureOf(client, described),
      activities: failingActivities(described.raw.pendingActivities ?? []),
      program,
      isHold: type === HOLD_WORKFLOW && program !== undefined && isHoldId(workflowId),
      isOrder: type === ORDER_WORKFLOW && program !== undefined && isOrderId(workflowId),
      runId,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return NONE;
    throw error;
  }
}

type PendingActivities = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>;

/** What an activity fails with is in Temporal as it was written: without what anybody wrote (activities/redacted.ts). */
function failingActivities(pending: PendingActivities): FailingActivity[] {
  return pending.flatMap(({ activityType, attempt, lastFailure }) => {
    if (lastFailure == null) return [];
    const error = inOneLine(lastFailure.message ?? 'unknown');
    return [{ activity: activityType?.name ?? 'unknown', attempt: attempt ?? 0, error }];
  });
}
