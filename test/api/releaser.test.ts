import { expect, test } from '@jest/globals';
import { NativeConnection } from '@temporalio/worker';
import { createWorker } from '../../activities/workers.ts';
import { createNotificationGateway, type NotificationGateway } from '../../api/notification-gateway.ts';
import { type ReleaserDeps, startReleaser } from '../../api/releaser.ts';
import { testServers } from '../support/platform.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { createTestNamespace } from '../support/temporal-namespace.ts';
import { until } from '../support/until.ts';

/** Whether a releaser looks for what was forgotten while deliveries wait in the task queue for so long. */
async function looksAfterForgotten(queuedForMs: NotificationGateway['queuedForMs']): Promise<boolean> {
  const statements: string[] = [];
  const execute = async (sql: string) => {
    statements.push(sql);
    return [];
  };
  const orm = { em: { fork: () => ({ execute }) } } as unknown as ReleaserDeps['orm'];
  const gateway = { queuedForMs } as NotificationGateway;
  const onError = (error: unknown) => {
    throw error;
  };
  await startReleaser({ orm, gateway, onError }).stop();
  return statements.some((sql) => sql.includes('returning order_id'));
}

test('what nobody has touched is looked after, but not while deliveries are behind anyway', async () => {
  expect(await looksAfterForgotten(async () => 0)).toBe(true);
  expect(await looksAfterForgotten(async () => 60_000)).toBe(false);
  expect(await looksAfterForgotten(() => Promise.reject(new Error('Temporal is away')))).toBe(true);
});

test('Temporal tells how long deliveries have waited for a worker', async () => {
  quietTemporal();
  const { client, namespace, address, close } = await createTestNamespace();
  const connection = await NativeConnection.connect({ address });
  const { workflowBundlePath } = testServers();
  const activities = { orderActivities: {} as never, notificationActivities: {} as never };
  const workflowBundle = { codePath: workflowBundlePath };
  const worker = await createWorker('orders', { connection, namespace, workflowBundle, ...activities });
  try {
    await worker.runUntil(async () => {
      const gateway = createNotificationGateway(client);
      expect(await gateway.queuedForMs()).toBe(0);
      const resend = { subjectId: 'ORD1', merchantKey: 'mk_1', sequences: [1], requestedAt: new Date() };
      await gateway.resend(resend);
      await until(async () => (await gateway.queuedForMs()) >= 1_000);
    });
  } finally {
    await connection.close();
    await close();
  }
});
