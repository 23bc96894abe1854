import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { isOrderId } from '../../domain/ids.ts';
import { ORDER_WORKFLOW, SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../workflows/contract.ts';

/** What Temporal says of a workflow; asked of the server itself, not of the list, which lags behind. */
export interface WorkflowStanding {
  readonly isRunning: boolean;
  /** `running`, `completed`, …, or `none`. */
  readonly status: string;
  /** Where it believes the order to be. */
  readonly orderStatus: string | undefined;
  /** It has something to do at this moment. */
  readonly isBusy: boolean;
  /** Why its workflow task fails again and again; undefined where it does not. */
  readonly failure: string | undefined;
  /** An order's, by its type, its id and its task queue. */
  readonly isOrder: boolean;
  readonly runId: string | undefined;
}

const NONE: WorkflowStanding = {
  isRunning: false,
  status: 'none',
  orderStatus: undefined,
  isBusy: false,
  failure: undefined,
  isOrder: false,
  runId: undefined,
};

/** @throws when Temporal is unavailable. */
export async function standingOf(client: Client, workflowId: string): Promise<WorkflowStanding> {
  try {
    const { status, type, taskQueue, runId, typedSearchAttributes, raw } = await client.workflow
      .getHandle(workflowId)
      .describe();
    const { pendingWorkflowTask } = raw;
    const isBusy = pendingWorkflowTask != null || (raw.pendingActivities ?? []).length > 0;
    const isRepeated = status.name === 'RUNNING' && (pendingWorkflowTask?.attempt ?? 0) > 1;
    return {
      isRunning: status.name === 'RUNNING',
      status: status.name.toLowerCase(),
      orderStatus: typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus),
      isBusy,
      failure: isRepeated ? await failureOf(client, workflowId, runId) : undefined,
      isOrder: type === ORDER_WORKFLOW && taskQueue === TASK_QUEUES.orders && isOrderId(workflowId),
      runId,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return NONE;
    throw error;
  }
}

/** So far back the last workflow task is looked for: signals and timers may stand behind it. */
const EVENTS = 50;
const WORDS = 120;

/** Of the last workflow task that ended; undefined where it timed out (a worker was killed, say) or was completed. */
async function failureOf(client: Client, workflowId: string, runId: string): Promise<string | undefined> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: EVENTS,
  });
  const last = (history?.events ?? []).find(
    (event) =>
      event.workflowTaskFailedEventAttributes ??
      event.workflowTaskCompletedEventAttributes ??
      event.workflowTaskTimedOutEventAttributes,
  );
  const failed = last?.workflowTaskFailedEventAttributes;
  if (failed == null) return undefined;
  return (failed.failure?.message ?? 'its workflow task fails').replace(/\s+/g, ' ').slice(0, WORDS);
}
