import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { createWorker } from '../../activities/workers.ts';
import { createNotificationGateway } from '../../temporal/notification-gateway.ts';
import { REDELIVERY_WORKFLOW, redeliveryWorkflowId, TASK_QUEUES } from '../../workflows/contract.ts';
import { testServers } from '../support/platform.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { createTestNamespace } from '../support/temporal-namespace.ts';
import { until } from '../support/until.ts';
import { untilWaiting } from '../support/until-waiting.ts';

test('Temporal tells what a workflow has of its deliveries, and one that waits is tried at once', async () => {
  quietTemporal();
  const { client, namespace, address, close } = await createTestNamespace();
  const connection = await NativeConnection.connect({ address });
  let runs = 0;
  const failing = async () => {
    runs += 1;
    throw ApplicationFailure.create({ message: 'internal', nextRetryDelay: '1 hour' });
  };
  const workflowBundle = { codePath: testServers().workflowBundlePath };
  const deps = {
    connection,
    namespace,
    workflowBundle,
    orderActivities: {} as never,
    notificationActivities: { deliverNotification: failing } as never,
  };
  const orders = await createWorker('orders', deps);
  try {
    await orders.runUntil(async () => {
      const gateway = createNotificationGateway(client);
      const workflowId = redeliveryWorkflowId('ORD1');
      expect(await gateway.deliveryOf(workflowId)).toBe('ended');
      await client.workflow.start(REDELIVERY_WORKFLOW, {
        workflowId,
        taskQueue: TASK_QUEUES.orders,
        args: [{ orderId: 'ORD1', merchantKey: 'mk_1' }],
      });
      expect(await gateway.deliveryOf(workflowId)).toBe('none');

      await gateway.resend({
        subjectId: 'ORD1',
        merchantKey: 'mk_1',
        sequences: [1],
        requestedAt: new Date(),
      });
      await until(async () => (await gateway.deliveryOf(workflowId)) === 'queued or running');

      const notifications = await createWorker('notifications', deps);
      await notifications.runUntil(async () => {
        await untilWaiting(client.workflow.getHandle(workflowId));
        expect(await gateway.deliveryOf(workflowId)).toBe('waiting');
        await gateway.resetBackoff(workflowId);
        await until(() => runs === 2);
      });
    });
  } finally {
    await connection.close();
    await close();
  }
});
