import { Connection } from '@temporalio/client';
import { TASK_QUEUES } from '../../../workflows/contract.ts';
import { until } from './load.ts';

/** Resolves when so many workflows of a type are open: what an order's worker could not begin, the API begins after 20 s. */
export async function untilOpen(
  address: string,
  namespace: string,
  type: string,
  count: number,
): Promise<void> {
  const connection = await Connection.connect({ address });
  const query = `ExecutionStatus = 'Running' and WorkflowType = '${type}'`;
  const isOpen = async () =>
    Number((await connection.workflowService.countWorkflowExecutions({ namespace, query })).count) >= count;
  try {
    await until(`${count} workflows of type ${type}`, isOpen, { everyMs: 500 });
  } finally {
    await connection.close();
  }
}

/** temporal.api.enums.v1.TaskQueueType */
const ACTIVITY = 2;

/** Resolves when so many deliveries are scheduled and wait for a worker. */
export async function untilScheduled(address: string, namespace: string, count: number): Promise<void> {
  const connection = await Connection.connect({ address });
  const isScheduled = async () => {
    const { stats } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: TASK_QUEUES.notifications },
      taskQueueType: ACTIVITY,
      reportStats: true,
    });
    return Number(stats?.approximateBacklogCount ?? 0) >= count;
  };
  try {
    await until(`${count} deliveries scheduled`, isScheduled, { everyMs: 500 });
  } finally {
    await connection.close();
  }
}
