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
  const query = `ExecutionStatus = 'Running' and WorkflowType = '${type}'`;
  await untilAtLeast(address, count, `workflows of type ${type}`, async ({ workflowService }) => {
    const answer = await workflowService.countWorkflowExecutions({ namespace, query });
    return Number(answer.count);
  });
}

/** temporal.api.enums.v1.TaskQueueType */
const ACTIVITY = 2;

/** Resolves when so many deliveries are scheduled and wait for a worker. */
export async function untilScheduled(address: string, namespace: string, count: number): Promise<void> {
  await untilAtLeast(address, count, 'deliveries scheduled', async ({ workflowService }) => {
    const { stats } = await workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: TASK_QUEUES.notifications },
      taskQueueType: ACTIVITY,
      reportStats: true,
    });
    return Number(stats?.approximateBacklogCount ?? 0);
  });
}

async function untilAtLeast(
  address: string,
  count: number,
  what: string,
  read: (connection: Connection) => Promise<number>,
): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await until(`${count} ${what}`, async () => (await read(connection)) >= count, { everyMs: 500 });
  } finally {
    await connection.close();
  }
}
