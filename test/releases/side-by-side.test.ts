/** What docs/operations.md promises of upgrades: open orders go on with the next release, and with the one before. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Order, OrderEvent } from '../../db/entities/index.ts';
import { failureOf } from '../../lib/operations/workflow-failure.ts';
import { judge } from '../../tools/replay/judge.ts';
import { PROGRAM } from '../../workflows/contract.ts';
import { testServers } from '../support/platform.ts';
import { until } from '../support/until.ts';
import { AGENCY, STUDIO } from '../workflows/gated-orders.ts';
import { PREVIOUS, previousBundle } from './previous.ts';
import { createReleasesWorld, type ReleasesWorld } from './world.ts';

let world: ReleasesWorld;
let previous: { readonly code: string };
let today: { readonly code: string };
/** A release whose new orders follow another program than today's. */
let next: { readonly code: string };

beforeAll(async () => {
  world = await createReleasesWorld();
  previous = { code: previousBundle() };
  const code = readFileSync(testServers().workflowBundlePath, 'utf8');
  today = { code };
  next = { code: code.replace(`PROGRAM = ${PROGRAM};`, `PROGRAM = ${PROGRAM + 1};`) };
  expect(next.code).not.toBe(code);
});
afterAll(async () => {
  await world.close();
});

const confirm = (order: Order) =>
  world.gateway.move(order, { trigger: 'confirm', updateId: `confirm-${order.id}`, actor: STUDIO });
const cancel = (order: Order) =>
  world.gateway.move(order, { trigger: 'cancel', updateId: `cancel-${order.id}`, actor: AGENCY });
const handleOf = ({ id }: Order) => world.client.workflow.getHandle(id);

async function statesOf({ id }: Order): Promise<string[]> {
  const events = await world.orm.em
    .fork()
    .find(OrderEvent, { orderId: id }, { orderBy: { sequence: 'asc' } });
  return events.map(({ toStatus }) => toStatus);
}

/** Which of these orders' histories would not go on with a release. */
async function strandedBy(bundle: { readonly code: string }, orders: readonly Order[]): Promise<string[]> {
  const histories = await Promise.all(
    orders.map(async (order) => ({ workflowId: order.id, history: await handleOf(order).fetchHistory() })),
  );
  const failures: string[] = [];
  for await (const { failure } of judge(bundle, histories)) if (failure !== undefined) failures.push(failure);
  return failures;
}

test.each([
  { way: 'begun before an upgrade end after it', from: () => previous, to: () => today },
  { way: 'begun before a rollback end after it', from: () => today, to: () => previous },
])('orders $way, and each of their histories fits both releases', async ({ from, to }) => {
  const begun = await world.work(from());
  const [waiting, moved] = [await world.begin(PREVIOUS.program), await world.begin(PREVIOUS.program)];
  await confirm(moved);
  await untilTold(waiting);
  await begun.stop();
  const goingOn = await world.work(to());
  await confirm(waiting);
  for (const order of [waiting, moved]) {
    await cancel(order);
    expect(await handleOf(order).result()).toEqual({ status: 'cancelled', events: 3 });
    expect(await statesOf(order)).toEqual(['pending', 'confirmed', 'cancelled']);
  }
  await goingOn.stop();
  expect(await strandedBy(previous, [waiting, moved])).toEqual([]);
  expect(await strandedBy(today, [waiting, moved])).toEqual([]);
});

test('in the middle of a roll-out workers of both releases take tasks of the same orders', async () => {
  const both = [await world.work(previous), await world.work(today)];
  const orders: Order[] = [];
  // Who takes a task is the server's choice: until there is an order that both have had.
  do {
    const order = await world.begin(PREVIOUS.program);
    await confirm(order);
    await cancel(order);
    await handleOf(order).result();
    expect(await statesOf(order)).toEqual(['pending', 'confirmed', 'cancelled']);
    orders.push(order);
  } while ((await releasesOf(orders.at(-1)!)) < 2);
  for (const worker of both) await worker.stop();
  expect([...(await strandedBy(previous, orders)), ...(await strandedBy(today, orders))]).toEqual([]);
});

test('an order that a newer release has begun waits, untouched, and goes on with a worker of that release', async () => {
  const rolledBack = await world.work(today);
  const order = await world.begin(PROGRAM + 1);
  const failure = await until(async () => await failureOf(world.client, await handleOf(order).describe()));
  expect(failure).toContain('a newer release began it');
  await rolledBack.stop();
  const forward = await world.work(next);
  await confirm(order);
  await cancel(order);
  expect(await handleOf(order).result()).toEqual({ status: 'cancelled', events: 3 });
  await forward.stop();
  expect(await strandedBy(next, [order])).toEqual([]);
  expect(await strandedBy(today, [order])).toEqual([expect.stringContaining('a newer release began it')]);
});

/** Its creation is acknowledged: the workflow has begun, and waits. */
async function untilTold(order: Order): Promise<void> {
  await until(async () => {
    const { events = [] } = await handleOf(order).fetchHistory();
    return events?.some((event) => event.timerStartedEventAttributes);
  });
}

/** How many different bundles have taken tasks of it. */
async function releasesOf(order: Order): Promise<number> {
  const { events } = await handleOf(order).fetchHistory();
  const builds = (events ?? []).flatMap(
    ({ workflowTaskCompletedEventAttributes: task }) =>
      task?.workerVersion?.buildId || task?.binaryChecksum || [],
  );
  return new Set(builds).size;
}
