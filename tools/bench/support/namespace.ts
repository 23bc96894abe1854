import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { until } from './load.ts';

const RETENTION_MS = 86_400_000;

/**
 * Another namespace on the same Temporal server, so that what we are held against runs under the very worker settings of
 * ours (activities/workers.ts), task queue names and all, and neither sees the other's tasks.
 */
export async function addNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  const { workflowService } = connection;
  const isKnown = () =>
    workflowService.describeTaskQueue({ namespace, taskQueue: { name: 'any' }, taskQueueType: 1 }).then(
      () => true,
      () => false,
    );
  try {
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(RETENTION_MS),
    });
    // The server's parts learn of it one after the other.
    await until(`namespace ${namespace}`, isKnown, { limitMs: 60_000 });
  } finally {
    await connection.close();
  }
}
