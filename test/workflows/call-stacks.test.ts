import { expect, test } from '@jest/globals';
import { NativeConnection } from '@temporalio/worker';
import { createWorker } from '../../activities/workers.ts';
import { createHoldGateway } from '../../lib/temporal/hold-gateway.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { createTestNamespace } from '../support/servers/temporal-namespace.ts';

const FAR_AWAY = new Date('2099-01-01T00:00:00Z');
const HOLD = { merchantKey: 'mk_a', guideId: 'G1', tripStartAt: FAR_AWAY, dueAt: FAR_AWAY };

test('operators see where a workflow waits only where workers were asked to note it', async () => {
  quietTemporal();
  const temporal = await createTestNamespace();
  const connection = await NativeConnection.connect({ address: temporal.address });
  const gateway = createHoldGateway(temporal.client);
  const stackOf = async (id: string, callStacks: boolean) => {
    const worker = await createWorker('orders', {
      connection,
      namespace: temporal.namespace,
      workflowBundle: await testWorkflows(),
      orderActivities: {} as never,
      notificationActivities: {} as never,
      holdActivities: { endHold: async () => ({ isOver: false }) as never },
      callStacks,
    });
    await gateway.start({ ...HOLD, id });
    const handle = temporal.client.workflow.getHandle(id);
    return await worker.runUntil(() => handle.query<string>('__stack_trace'));
  };
  expect(await stackOf('HLD1', true)).toContain('workflows/hold.ts');
  await expect(stackOf('HLD2', false)).rejects.toThrow('not enabled on this worker');
  await connection.close();
  await temporal.close();
});
