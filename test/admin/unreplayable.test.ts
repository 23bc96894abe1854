import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { Order } from '../../db/entities/index.ts';
import { createFailingWorkflows, type FailingWorkflows } from '../../lib/operations/failing-workflows.ts';
import { failureOf } from '../../lib/operations/workflow-failure.ts';
import { readOrderForOperator } from '../../services/operators/order.ts';
import { readWorkflowFacts, reasonsOf } from '../../services/operators/order-reasons.ts';
import { until } from '../support/until.ts';
import { createReconcileWorld, type ReconcileWorld } from './reconcile-world.ts';
import { bookTimedOutThenOdd, bookWithOddWorker } from './stopped-world.ts';

let world: ReconcileWorld;
let broken: string;

beforeAll(async () => {
  world = await createReconcileWorld({ workers: false });
  broken = await bookWithOddWorker(world, 1);
});
afterAll(() => world.close());

/** Temporal's list, by which they are looked for, follows within moments. */
const untilCounted = async (failing: FailingWorkflows, count: number) =>
  await until(async () => {
    await failing.check();
    return failing.count() === count;
  });

/** As a server of before 1.30 answers. */
function withoutMarks(client: Client): Client {
  const service = client.workflowService;
  const describeNamespace = async (request: Parameters<typeof service.describeNamespace>[0]) => {
    const { namespaceInfo, ...more } = await service.describeNamespace(request);
    return { ...more, namespaceInfo: { ...namespaceInfo, capabilities: {} } };
  };
  const workflowService = Object.assign(Object.create(service), { describeNamespace });
  return Object.create(client, { workflowService: { value: workflowService } });
}

test('a workflow that cannot be replayed is counted, reported, and healed; the order goes on with its notifications', async () => {
  const failing = createFailingWorkflows(withoutMarks(world.temporal.client));
  const [found] = await world.reconcile({ repair: false });
  expect(found).toEqual({
    kind: 'unreplayable',
    id: broken,
    database: expect.stringContaining('pending'),
    temporal: expect.stringMatching(/^running, can't be replayed: a careless deploy/),
  });
  await untilCounted(failing, 1);
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
  await untilCounted(failing, 0);
});

test('an order whose first task timed out, and whose code then throws, is counted, explained, found and healed', async () => {
  await world.stopWorkers();
  const id = await bookTimedOutThenOdd(world, 2);
  const failing = createFailingWorkflows(withoutMarks(world.temporal.client));
  await untilCounted(failing, 1);

  const order = await readOrderForOperator(world.orm, id, world.now());
  const reasons = reasonsOf(order, await readWorkflowFacts(world.temporal.client, id));
  expect(reasons[0]).toEqual({
    code: 'task_fails',
    error: expect.stringMatching(/^its workflow task failed or timed out \d+ times in a row since 2/),
  });

  const found = await world.reconcile({ repair: true });
  expect(found).toContainEqual(expect.objectContaining({ kind: 'unreplayable', id }));
  await world.startWorkers();
  await until(() => world.arrivalsOf(id).length === 1);
  expect((await world.move(id, 'confirm')).json()).toMatchObject({ code: 200 });
  await until(() => world.arrivalsOf(id).length === 2);
  expect(await world.reconcile({ repair: false })).toEqual([]);
  await untilCounted(failing, 0);
});

test("a server's own mark counts it as well, and goes with what it marks", async () => {
  const failing = createFailingWorkflows(world.temporal.client);
  await untilCounted(failing, 0);
  await world.stopWorkers();
  // The server marks a workflow whose task has failed some times in a row.
  const id = await bookWithOddWorker(world, 3, () => untilCounted(failing, 1));
  expect(await failureOf(world.temporal.client, await world.workflow(id).describe())).toMatch(
    /careless deploy/,
  );
  await world.startWorkers();
  await world.reconcile({ repair: true });
  await untilCounted(failing, 0);
});
