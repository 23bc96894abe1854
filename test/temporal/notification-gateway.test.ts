import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { createWorker } from '../../activities/workers.ts';
import {
  createNotificationGateway,
  type NotificationGateway,
  type Queue,
} from '../../lib/temporal/notification-gateway.ts';
import {
  type AnnounceActivities,
  type Announcement,
  type DeliveryOptions,
  type NotificationActivities,
  ORDER_WORKFLOW,
  type OrderInput,
  redeliveryWorkflowId,
  TASK_QUEUES,
} from '../../workflows/contract.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';

let temporal: TestNamespace;
let gateway: NotificationGateway;
let close: () => Promise<void>;
/** Runs of deliverNotification: of which notification, and with which options. */
const runs: { id: string; options: DeliveryOptions | undefined }[] = [];
let deliver: NotificationActivities['deliverNotification'];
let announced: Announcement['notifications'];
let announcing: Promise<void>;
let orders = 0;

beforeAll(async () => {
  quietTemporal();
  temporal = await createTestNamespace();
  gateway = createNotificationGateway(temporal.client, () => new Date());
  const connection = await NativeConnection.connect({ address: temporal.address });
  const announce: AnnounceActivities['announce'] = async ({ after }) => {
    await announcing;
    return { notifications: after === 0 ? announced : [], until: 10 };
  };
  const deps = {
    connection,
    namespace: temporal.namespace,
    workflowBundle: await testWorkflows(),
    orderActivities: { announce } as never,
    notificationActivities: {
      announce,
      deliverNotification: async (id, options) => {
        runs.push({ id, options });
        return await deliver(id, options);
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
  announced = [];
  announcing = Promise.resolve();
});

async function waitingForAnHour(): Promise<never> {
  throw ApplicationFailure.create({ message: 'http_status 503', nextRetryDelay: '1 hour' });
}

const runsOf = (id: string) => runs.filter((run) => run.id === id);
const notificationOf = (subjectId: string, endpointId: string) => `NTF of ${subjectId} to ${endpointId}`;
const queueOf = (subjectId: string, endpointId: string, isResent = false): Queue => {
  return { subjectId, endpointId, isResent };
};
const untilState = (queue: Queue, state: Awaited<ReturnType<NotificationGateway['deliveryOf']>>) =>
  until(async () => (await gateway.deliveryOf(queue)) === state);

/** The workflow of an order of which these endpoints are to hear. @returns its id. */
async function startOrder(endpointIds: readonly string[]): Promise<string> {
  const orderId = `ORD${++orders}`;
  announced = endpointIds.map((endpointId) => ({
    ...{ notificationId: notificationOf(orderId, endpointId), endpointId },
    ...{ merchantKey: 'mk_1', label: '#1 pending' },
  }));
  const at = new Date(Date.now() + 86_400_000_000).toISOString();
  const input: OrderInput = {
    ...{ orderId, merchantKey: 'mk_1', sandbox: false, instantConfirmation: false },
    ...{ createdAt: new Date().toISOString() },
    ...{ confirmBy: at, earliestStartAt: at, tripStartAt: at, tripEndAt: at },
  };
  const options = { workflowId: orderId, taskQueue: TASK_QUEUES.orders, args: [input] };
  await temporal.client.workflow.start(ORDER_WORKFLOW, options);
  return orderId;
}

async function resend(
  subjectId: string,
  endpointId: string,
  notificationIds: string[],
  reopenedIds: string[] = [],
): Promise<void> {
  const ids = { notificationIds, reopenedIds };
  await gateway.resend({ subjectId, endpointId, merchantKey: 'mk_1', ...ids, requestedAt: new Date() });
}

/** The deliveries that a workflow has under way or waiting. */
async function pendingOf(workflowId: string) {
  const { raw } = await temporal.client.workflow.getHandle(workflowId).describe();
  return (raw.pendingActivities ?? []).map(({ activityId, attempt, state }) => ({
    activityId,
    attempt,
    state,
  }));
}

describe('what a workflow has of its deliveries', () => {
  test('is told for each endpoint by itself', async () => {
    const { promise: answered, resolve: release } = Promise.withResolvers<void>();
    deliver = async (id) => {
      if (!id.endsWith('EP1')) return await waitingForAnHour();
      await answered;
      return { outcome: 'acknowledged', attempts: 1 };
    };
    const orderId = await startOrder(['EP1', 'EP11']);
    await untilState(queueOf(orderId, 'EP11'), 'waiting');
    expect(await gateway.deliveryOf(queueOf(orderId, 'EP1'))).toBe('queued or running');
    expect(await gateway.deliveryOf(queueOf(orderId, 'EP2'))).toBe('none');
    release();
    await untilState(queueOf(orderId, 'EP1'), 'none');
    expect(await gateway.deliveryOf(queueOf(orderId, 'EP11'))).toBe('waiting');
  });

  test('is nothing where there is no such workflow, and when it has ended', async () => {
    const queue = queueOf('ORD404', 'EP1');
    expect(await gateway.deliveryOf(queue)).toBe('ended');
    expect(await gateway.retryNow(queue)).toBe(false);
    expect(await gateway.retryNow(queue, 'waits alone')).toBe(false);
    expect(await gateway.catchUp('ORD404')).toBe(false);

    deliver = async () => ({ outcome: 'acknowledged', attempts: 1 });
    await resend('ORD404', 'EP1', ['NTF1']);
    await temporal.client.workflow.getHandle(redeliveryWorkflowId('ORD404', 'EP1')).result();
    expect(await gateway.deliveryOf(queueOf('ORD404', 'EP1', true))).toBe('ended');
  });

  test('is not known yet while a task of it waits for a worker', async () => {
    const order = { workflowId: 'ORD-waits', taskQueue: 'nobody looks there', args: [{} as OrderInput] };
    await temporal.client.workflow.start(ORDER_WORKFLOW, order);
    expect(await gateway.deliveryOf(queueOf('ORD-waits', 'EP1'))).toBe('queued or running');
    await temporal.client.workflow.getHandle('ORD-waits').terminate();
  });

  test('is an announcement that is under way: it may be of any endpoint', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    announcing = promise;
    const orderId = await startOrder(['EP1']);
    await untilState(queueOf(orderId, 'EP2'), 'queued or running');
    resolve();
    await untilState(queueOf(orderId, 'EP2'), 'none');
    await untilState(queueOf(orderId, 'EP1'), 'waiting');
  });
});

describe('what waits is tried now', () => {
  test('at one endpoint of several: the wait of the others goes on', async () => {
    const orderId = await startOrder(['EP1', 'EP11', 'EP2']);
    for (const id of ['EP1', 'EP11', 'EP2']) await untilState(queueOf(orderId, id), 'waiting');
    const before = await pendingOf(orderId);

    expect(await gateway.retryNow(queueOf(orderId, 'EP1'))).toBe(true);

    const id = notificationOf(orderId, 'EP1');
    await until(() => runsOf(id).length === 2);
    expect(runsOf(id)[1]?.options).toMatchObject({ isUrgent: true });
    await untilState(queueOf(orderId, 'EP1'), 'waiting');
    const others = before.filter(({ activityId }) => !activityId?.startsWith('EP1:'));
    expect(others).toHaveLength(2);
    expect(await pendingOf(orderId)).toEqual(expect.arrayContaining(others));
  });

  test('without a word to the workflow, where nothing else of it waits', async () => {
    const orderId = await startOrder(['EP1']);
    await untilState(queueOf(orderId, 'EP1'), 'waiting');
    const handle = temporal.client.workflow.getHandle(orderId);
    const { historyLength } = await handle.describe();

    expect(await gateway.retryNow(queueOf(orderId, 'EP1'), 'waits alone')).toBe(true);

    await until(() => runs.length === 2);
    await untilState(queueOf(orderId, 'EP1'), 'waiting');
    expect((await handle.describe()).historyLength).toBe(historyLength);
  });

  test('by the workflow, where there is nothing to reset', async () => {
    const orderId = await startOrder([]);
    await untilState(queueOf(orderId, 'EP1'), 'none');
    const handle = temporal.client.workflow.getHandle(orderId);
    const { historyLength } = await handle.describe();
    expect(await gateway.retryNow(queueOf(orderId, 'EP1'), 'waits alone')).toBe(true);
    await until(async () => (await handle.describe()).historyLength > historyLength);
  });

  test('of a redelivery, and not of its order', async () => {
    const orderId = await startOrder(['EP1']);
    await untilState(queueOf(orderId, 'EP1'), 'waiting');
    await resend(orderId, 'EP1', ['NTF again']);
    await untilState(queueOf(orderId, 'EP1', true), 'waiting');
    await gateway.retryNow(queueOf(orderId, 'EP1', true));
    await until(() => runsOf('NTF again').length === 2);
    expect(runsOf(notificationOf(orderId, 'EP1'))).toHaveLength(1);
  });
});

describe('a redelivery', () => {
  test('is one for each subject and endpoint: one that waits holds up no other', async () => {
    deliver = async (id) =>
      id === 'NTF1' ? await waitingForAnHour() : { outcome: 'acknowledged', attempts: 1 };
    await resend('ORD90', 'EP1', ['NTF1', 'NTF2']);
    await resend('ORD90', 'EP2', ['NTF3']);
    await resend('ORD91', 'EP1', ['NTF4']);
    for (const [subjectId, endpointId] of [['ORD90', 'EP2'] as const, ['ORD91', 'EP1'] as const])
      await temporal.client.workflow.getHandle(redeliveryWorkflowId(subjectId, endpointId)).result();
    await untilState(queueOf('ORD90', 'EP1', true), 'waiting');
    expect(runs.map(({ id }) => id).sort()).toEqual(['NTF1', 'NTF3', 'NTF4']);
  });

  test('that was asked for twice sends once, in order, and tries what waits at once', async () => {
    await resend('ORD92', 'EP1', ['NTF1', 'NTF2']);
    await untilState(queueOf('ORD92', 'EP1', true), 'waiting');
    deliver = async () => ({ outcome: 'acknowledged', attempts: 2 });
    await resend('ORD92', 'EP1', ['NTF1', 'NTF2']);
    const count = await temporal.client.workflow.getHandle(redeliveryWorkflowId('ORD92', 'EP1')).result();
    expect(count).toBe(2);
    expect(runs.map(({ id }) => id)).toEqual(['NTF1', 'NTF1', 'NTF2']);
  });

  test('whose last one is acknowledged in the books, and asked for again before it could say so, sends it again', async () => {
    const { promise: heard, resolve: report } = Promise.withResolvers<void>();
    deliver = async () => {
      await heard;
      return { outcome: 'acknowledged', attempts: 1 };
    };
    await resend('ORD93', 'EP1', ['NTF1']);
    await until(() => runs.length === 1);
    await resend('ORD93', 'EP1', ['NTF1'], ['NTF1']);
    const handle = temporal.client.workflow.getHandle(redeliveryWorkflowId('ORD93', 'EP1'));
    // It has taken the signal in.
    await until(async () => !(await handle.describe()).raw.pendingWorkflowTask);
    report();
    expect(await handle.result()).toBe(2);
    expect(runs.map(({ id }) => id)).toEqual(['NTF1', 'NTF1']);
  });
});
