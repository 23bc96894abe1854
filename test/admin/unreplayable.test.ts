import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NativeConnection, Worker } from '@temporalio/worker';
import { findDisagreements, repairAll } from '../../admin/reconcile/index.ts';
import { Order } from '../../db/entities/index.ts';
import { createFailingWorkflows } from '../../operations/failing-workflows.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { until } from '../support/until.ts';

let platform: LivePlatform;
let receiver: CallbackReceiver;
let broken: string;

beforeAll(async () => {
  platform = await createLivePlatform({ workers: false });
  receiver = await startCallbackReceiver();
  await createGuide(platform, { id: 'G7001' });
  await platform.as(platform.sandbox.agency, {
    method: 'PUT',
    url: '/open/v1/callback/config',
    payload: { url: receiver.url },
  });
  broken = await bookWithOddWorker();
}, 120_000);
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

/** An order whose workflow fails in the hands of other code. */
async function bookWithOddWorker(): Promise<string> {
  const connection = await NativeConnection.connect({ address: platform.temporal.address });
  const worker = await Worker.create({
    connection,
    namespace: platform.temporal.namespace,
    taskQueue: TASK_QUEUES.orders,
    workflowsPath: new URL('./odd-workflows.ts', import.meta.url).pathname,
  });
  const id = await worker.runUntil(async () => {
    const booked = await book(1);
    await until(async () => {
      const { raw } = await workflow(booked)
        .describe()
        .catch(() => ({ raw: undefined }));
      return (raw?.pendingWorkflowTask?.attempt ?? 0) > 1;
    });
    return booked;
  });
  await connection.close();
  return id;
}

test('a workflow that cannot be replayed is counted, reported, and healed; the order goes on with its notifications', async () => {
  const failing = createFailingWorkflows(platform.temporal.client);
  const [found] = await run({ repair: false });
  expect(found).toEqual({
    kind: 'unreplayable',
    id: broken,
    database: expect.stringContaining('pending'),
    temporal: expect.stringMatching(/^running, can't be replayed: a careless deploy/),
  });
  expect(await failing.count()).toBe(1);
  expect(arrivalsOf(broken)).toEqual([]);

  const repaired = await run({ repair: true });
  expect(repaired.map(({ id, kind }) => [id, kind])).toEqual([[broken, 'unreplayable']]);
  await platform.startWorkers();
  await until(() => arrivalsOf(broken).length === 1);
  const confirmed = await platform.as(platform.sandbox.studio, {
    method: 'POST',
    url: `/open/v1/order/confirm/${broken}`,
  });
  expect(confirmed.json()).toMatchObject({ code: 200 });
  expect((await platform.orm.em.fork().findOneOrFail(Order, broken)).status).toBe('confirmed');
  await until(() => arrivalsOf(broken).length === 2);
  expect(arrivalsOf(broken)).toEqual([1, 2]);

  expect(await run({ repair: true })).toEqual([]);
  expect(await createFailingWorkflows(platform.temporal.client).count()).toBe(0);
}, 120_000);

async function run({ repair }: { repair: boolean }) {
  const sources = { orm: platform.orm, client: platform.temporal.client, secondLookMs: 300 };
  const found = await findDisagreements(sources);
  return repair ? await repairAll(sources, found) : found;
}

async function book(day: number): Promise<string> {
  const answer = await platform.as(platform.sandbox.agency, {
    method: 'POST',
    url: '/open/v1/order/create',
    payload: {
      guideId: 'G7001',
      tripDate: new Date(Date.now() + (30 + day) * 86_400_000).toISOString().slice(0, 10),
      tripDays: 1,
      guestCount: 2,
      contactName: 'Ada Lovelace',
      contactPhone: '+351912345678',
    },
  });
  return answer.json().data.orderId;
}

const workflow = (id: string) => platform.temporal.client.workflow.getHandle(id);

function arrivalsOf(orderId: string): number[] {
  return receiver.received.filter(({ body }) => body.orderId === orderId).map(({ body }) => body.sequence);
}
