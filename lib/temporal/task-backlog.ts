import type { Client } from '@temporalio/client';
import { TASK_QUEUES } from '../../workflows/contract.ts';

const DEADLINE_MS = 500;
/** A value of the API's enum: workflow tasks. */
const WORKFLOW_TASKS = 1;

/**
 * How long the oldest first task of an order has waited for the workers, in milliseconds; 0 where none waits, or nobody works.
 * @throws when Temporal does not answer within half a second.
 */
export async function waitOfFirstTasks(client: Client): Promise<number> {
  const request = {
    namespace: client.options.namespace,
    taskQueue: { name: TASK_QUEUES.orders },
    taskQueueType: WORKFLOW_TASKS,
    reportStats: true,
  };
  const { stats } = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
    client.workflowService.describeTaskQueue(request),
  );
  if (!stats?.tasksDispatchRate) return 0;
  const { seconds, nanos } = stats.approximateBacklogAge ?? {};
  return Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000;
}
