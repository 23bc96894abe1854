import {
  Client,
  Connection,
  WithStartWorkflowOperation,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { TASK_QUEUES } from '../../../../workflows/contract.ts';

const WORKFLOW = 'bareUpdate';

/** @param namespace where tools/bench/limits/bare-update/worker.ts serves it. */
export async function createBareCaller(address: string, namespace: string) {
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const options = (workflowId: string): WorkflowStartOptions => ({
    workflowId,
    taskQueue: TASK_QUEUES.orders,
    args: [],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
  return {
    start: (workflowId: string) => workflow.start(WORKFLOW, options(workflowId)),
    /** As lib/temporal/order-gateway.ts moves an order: the Update, and the workflow's start where there is none. */
    update: (workflowId: string, action: string): Promise<unknown> =>
      workflow.executeUpdateWithStart(action, {
        args: [],
        startWorkflowOperation: new WithStartWorkflowOperation(WORKFLOW, {
          ...options(workflowId),
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      }),
    close: () => connection.close(),
  };
}
