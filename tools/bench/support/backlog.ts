import { Connection } from '@temporalio/client';
import { TASK_QUEUES } from '../../../workflows/contract.ts';
import { until } from './load.ts';

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
