import { NativeConnection, Worker } from '@temporalio/worker';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import type { ReconcileWorld } from './reconcile-world.ts';

const POLL_MS = 30_000;

/** Books an order whose workflow fails in the hands of other code (odd-workflows.ts). */
export async function bookWithOddWorker(
  world: ReconcileWorld,
  day: number,
  enough: () => Promise<unknown> = async () => {},
): Promise<string> {
  return await withOddWorker(world, async () => {
    const booked = await world.book(day);
    await until(async () => (await attemptsOf(world, booked)) > 1);
    await enough();
    return booked;
  });
}

/** The same, but a worker takes the first task and dies: what fails from then on is in no history. */
export async function bookTimedOutThenOdd(world: ReconcileWorld, day: number): Promise<string> {
  const booked = await world.book(day);
  await takeTaskAndDie(world);
  await until(async () => (await attemptsOf(world, booked)) > 1);
  return await withOddWorker(world, async () => {
    await until(async () => (await attemptsOf(world, booked)) > 3);
    return booked;
  });
}

async function withOddWorker<T>(world: ReconcileWorld, work: () => Promise<T>): Promise<T> {
  const connection = await NativeConnection.connect({ address: world.temporal.address });
  const worker = await Worker.create({
    connection,
    namespace: world.temporal.namespace,
    taskQueue: TASK_QUEUES.orders,
    workflowsPath: new URL('./odd-workflows.ts', import.meta.url).pathname,
  });
  const result = await worker.runUntil(work);
  await connection.close();
  return result;
}

async function takeTaskAndDie({ temporal }: ReconcileWorld): Promise<void> {
  const { client, namespace } = temporal;
  const { taskToken } = await client.withDeadline(Date.now() + POLL_MS, () =>
    client.workflowService.pollWorkflowTaskQueue({
      namespace,
      taskQueue: { name: TASK_QUEUES.orders },
      identity: 'a worker that dies',
    }),
  );
  if (taskToken.length === 0) throw new Error('there was no task to take');
}

async function attemptsOf(world: ReconcileWorld, id: string): Promise<number> {
  const { raw } = await world
    .workflow(id)
    .describe()
    .catch(() => ({ raw: undefined }));
  return raw?.pendingWorkflowTask?.attempt ?? 0;
}
