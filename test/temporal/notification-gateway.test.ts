import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { createWorker } from '../../activities/workers.ts';
import {
  createNotificationGateway,
  type NotificationGateway,
} from '../../lib/temporal/notification-gateway.ts';
import { ORDER_WORKFLOW, type OrderInput } from '../../workflows/contract.ts';
import { type DeliveryActivities, deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';
import { untilWaiting } from '../support/waiting/until-waiting.ts';

let temporal: TestNamespace;
let gateway: NotificationGateway;
let close: () => Promise<void>;
/** Runs of `deliver`: of which queue. */
const runs: string[] = [];
let deliver: DeliveryActivities['deliver'];

beforeAll(async () => {
  quietTemporal();
  temporal = await createTestNamespace();
  gateway = createNotificationGateway(temporal.client, () => new Date());
  const connection = await NativeConnection.connect({ address: temporal.address });
  const deps = {
    connection,
    namespace: temporal.namespace,
    workflowBundle: await testWorkflows(),
    orderActivities: {} as never,
    notificationActivities: {
      deliver: async (queue) => {
        runs.push(`${queue.subjectId} ${queue.endpointId}`);
        return await deliver(queue);
      },
    } satisfies Parameters<typeof createWorker>[1]['notificationActivities'],
  };
  const workers: Worker[] = [await createWorker('orders', deps), await createWorker('notifications', deps)];
  const running = Promise.all(workers.map((worker) => worker.run()));
  close = async () => {
    for (const worker of workers) worker.shutdown();
    await running;
    await connection.close();
    await temporal.close();
  };
});
afterAll(() => close());
beforeEach(() => {
  runs.length = 0;
  deliver = waitingForAnHour;
});

async function waitingForAnHour(): Promise<never> {
  throw ApplicationFailure.create({ message: 'http_status 503', nextRetryDelay: '1 hour' });
}
const nothingWaits: DeliveryActivities['deliver'] = async () => ({
  ...{ is: 'resolved', resolved: [], isMore: false },
});

const queueOf = (subjectId: string, endpointId: string) => ({ subjectId, endpointId, merchantKey: 'mk_1' });
const handleOf = (subjectId: string, endpointId: string) =>
  temporal.client.workflow.getHandle(deliveryWorkflowId({ subjectId, endpointId }));

describe('a delivery', () => {
  test('is one for each subject and endpoint: one that waits holds up no other', async () => {
    deliver = async ({ subjectId, endpointId }) =>
      subjectId === 'ORD90' && endpointId === 'EP1'
        ? await waitingForAnHour()
        : await nothingWaits(queueOf('', ''));
    for (const [subjectId, endpointId] of [
      ['ORD90', 'EP1'] as const,
      ['ORD90', 'EP2'] as const,
      ['ORD91', 'EP1'] as const,
    ])
      await gateway.wake(queueOf(subjectId, endpointId));
    await handleOf('ORD90', 'EP2').result();
    await handleOf('ORD91', 'EP1').result();
    await untilWaiting(handleOf('ORD90', 'EP1'));
    expect(new Set(runs)).toEqual(new Set(['ORD90 EP1', 'ORD90 EP2', 'ORD91 EP1']));
  });

  test('that is woken while it waits looks at once', async () => {
    await gateway.wake(queueOf('ORD92', 'EP1'));
    await untilWaiting(handleOf('ORD92', 'EP1'));
    deliver = nothingWaits;
    await gateway.wake(queueOf('ORD92', 'EP1'));
    await handleOf('ORD92', 'EP1').result();
  });

  test('that is woken before it could say that nothing waits looks again', async () => {
    const { promise: arrived, resolve: report } = Promise.withResolvers<void>();
    deliver = async (queue) => {
      await arrived;
      return await nothingWaits(queue);
    };
    await gateway.wake(queueOf('ORD93', 'EP1'));
    await until(() => runs.length === 1);
    await gateway.wake(queueOf('ORD93', 'EP1'));
    const handle = handleOf('ORD93', 'EP1');
    await until(async () => !(await handle.describe()).raw.pendingWorkflowTask);
    report();
    await handle.result();
    expect(runs).toHaveLength(2);
  });
});

describe('a delivery is at work', () => {
  test('neither where none runs, nor where one has ended', async () => {
    deliver = nothingWaits;
    expect(await gateway.isDelivering(queueOf('ORD94', 'EP1'))).toBe(false);
    await gateway.wake(queueOf('ORD94', 'EP1'));
    await handleOf('ORD94', 'EP1').result();
    expect(await gateway.isDelivering(queueOf('ORD94', 'EP1'))).toBe(false);
  });

  test('not while it waits for an hour', async () => {
    await gateway.wake(queueOf('ORD95', 'EP1'));
    await untilWaiting(handleOf('ORD95', 'EP1'));
    expect(await gateway.isDelivering(queueOf('ORD95', 'EP1'))).toBe(false);
  });

  test('while its attempt is under way', async () => {
    const { promise: arrived, resolve: report } = Promise.withResolvers<void>();
    deliver = async (queue) => {
      await arrived;
      return await nothingWaits(queue);
    };
    await gateway.wake(queueOf('ORD96', 'EP1'));
    await until(() => runs.length === 1);
    expect(await gateway.isDelivering(queueOf('ORD96', 'EP1'))).toBe(true);
    report();
    await handleOf('ORD96', 'EP1').result();
  });
});

describe('an order', () => {
  test('that is not there is not at work, and can’t be asked to catch up', async () => {
    expect(await gateway.isAtWork('ORD404')).toBe(false);
    expect(await gateway.catchUp('ORD404')).toBe(false);
  });

  test('is at work while a task of it waits for a worker', async () => {
    const order = { workflowId: 'ORD-waits', taskQueue: 'nobody looks there', args: [{} as OrderInput] };
    await temporal.client.workflow.start(ORDER_WORKFLOW, order);
    expect(await gateway.isAtWork('ORD-waits')).toBe(true);
    expect(await gateway.catchUp('ORD-waits')).toBe(true);
    await temporal.client.workflow.getHandle('ORD-waits').terminate();
  });
});
