import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NativeConnection, Worker } from '@temporalio/worker';
import { Order } from '../../db/entities/index.ts';
import { createFailingWorkflows } from '../../lib/operations/failing-workflows.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import { createReconcileWorld, type ReconcileWorld } from './reconcile-world.ts';

let world: ReconcileWorld;
let broken: string;

beforeAll(async () => {
  world = await createReconcileWorld({ workers: false });
  broken = await bookWithOddWorker();
}, 120_000);
afterAll(() => world.close());

/** An order whose workflow fails in the hands of other code. */
async function bookWithOddWorker(): Promise<string> {
  const connection = await NativeConnection.connect({ address: world.temporal.address });
  const worker = await Worker.create({
    connection,
    namespace: world.temporal.namespace,
    taskQueue: TASK_QUEUES.orders,
    workflowsPath: new URL('./odd-workflows.ts', import.meta.url).pathname,
  });
  const id = await worker.runUntil(async () => {
    const booked = await world.book(1);
    await until(async () => {
      const { raw } = await world
        .workflow(booked)
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
  const failing = createFailingWorkflows(world.temporal.client);
  const [found] = await world.reconcile({ repair: false });
  expect(found).toEqual({
    kind: 'unreplayable',
    id: broken,
    database: expect.stringContaining('pending'),
    temporal: expect.stringMatching(/^running, can't be replayed: a careless deploy/),
  });
  expect(await failing.count()).toBe(1);
  expect(world.arrivalsOf(broken)).toEqual([]);

  const repaired = await world.reconcile({ repair: true });
  expect(repaired[0]).toMatchObject({ id: broken, kind: 'unreplayable' });
  // What it has not announced for a while is without a delivery, too.
  expect(repaired.slice(1).filter(({ id, kind }) => id !== broken || kind !== 'deliveryMissing')).toEqual([]);
  await world.startWorkers();
  await until(() => world.arrivalsOf(broken).length === 1);
  const confirmed = await world.move(broken, 'confirm');
  expect(confirmed.json()).toMatchObject({ code: 200 });
  expect((await world.orm.em.fork().findOneOrFail(Order, broken)).status).toBe('confirmed');
  await until(() => world.arrivalsOf(broken).length === 2);
  expect(world.arrivalsOf(broken)).toEqual([1, 2]);

  expect(await world.reconcile({ repair: true })).toEqual([]);
  expect(await createFailingWorkflows(world.temporal.client).count()).toBe(0);
}, 120_000);
