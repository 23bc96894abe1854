import { Client, Connection } from '@temporalio/client';
import { TASK_QUEUES } from '../../../../workflows/contract.ts';
import type { NoopManner } from './workflow.ts';

/** @param namespace where tools/bench/limits/noop-activity/worker.ts serves it. */
export async function createNoopCaller(address: string, namespace: string) {
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  return {
    start: (workflowId: string, manner: NoopManner) =>
      workflow.start('noopActivity', { workflowId, taskQueue: TASK_QUEUES.orders, args: [manner] }),
    release: (workflowId: string) => workflow.getHandle(workflowId).signal('release'),
    close: () => connection.close(),
  };
}
