/** A release beside the running one: it gets a part of new orders, and is withdrawn (docs/upgrades.md, "A trial"). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { activityInfo } from '@temporalio/activity';
import { Registry } from 'prom-client';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Installation, Notification, Order } from '../../db/entities/index.ts';
import { writeBeat } from '../../db/queries/platform/heartbeats.ts';
import { readRamp, writeRamp } from '../../db/queries/platform/ramp.ts';
import type { Ramp } from '../../domain/ramp.ts';
import { startWatchingRelease } from '../../jobs/failing-orders.ts';
import { createFailingWorkflows } from '../../lib/operations/failing-workflows.ts';
import { createReleaseWatch, registerReleaseWatch } from '../../lib/operations/release-watch.ts';
import { compareOrder } from '../../services/reconcile/compare.ts';
import { createTakeOver } from '../../services/reconcile/take-over.ts';
import { PROGRAM } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import { AGENCY, Gate, STUDIO } from '../workflows/gated-orders.ts';
import { placeOrder } from '../workflows/order-data.ts';
import { type Release, type Releases, readReleases } from './releases.ts';
import { createReleasesWorld, type ReleasesWorld, untilListed } from './world.ts';

const TRIED = PROGRAM + 1;
const WORKER_ID = randomUUID();
const WHOLE = ['1 pending', '2 confirmed', '3 cancelled'];

let world: ReleasesWorld;
let releases: Releases;
beforeAll(async () => {
  world = await createReleasesWorld();
  await world.orm.em.fork().insert(Installation, { id: randomUUID() });
  releases = await readReleases();
});
afterEach(() => ramp(undefined));
afterAll(() => world.close());

const ramp = (to: Ramp | undefined) => writeRamp(world.orm.em.fork(), to);
const tried = (percent: number) => ramp({ program: TRIED, percent });
const now = () => new Date();
const takeOver = (whose?: 'any other') =>
  createTakeOver({ orm: world.orm, client: world.client, now }, whose);
const handleOf = ({ id }: Order) => world.client.workflow.getHandle(id);
const statusOf = async (order: Order) => (await handleOf(order).describe()).status.name;
const queueOf = async (order: Order) => (await handleOf(order).describe()).taskQueue;
const move = (order: Order, trigger: 'confirm' | 'cancel', { gateway } = world.freshApi()) =>
  gateway.move(order, {
    ...{ trigger, updateId: `${trigger}-${order.id}` },
    actor: trigger === 'cancel' ? AGENCY : STUDIO,
  });

/** An order that today's API begins, whose id ends so. */
async function begin(ending: string): Promise<Order> {
  const id = `ORD${Date.now()}${Math.floor(Math.random() * 10_000)}`.padEnd(19, '0').slice(0, 19) + ending;
  await placeOrder(world.orm, now(), { id });
  const order = await world.orm.em.fork().findOneOrFail(Order, id);
  await world.freshApi().gateway.start(order);
  return order;
}

/** A worker of that release writes its heartbeat. */
async function noteWorker(release: Release): Promise<void> {
  await writeBeat(world.orm.em.fork(), {
    ...{ id: WORKER_ID, roles: ['orders'], host: 'elsewhere', pid: 1, release: '', schemaNeeded: '' },
    ...{ taskQueues: [release.queue('orders')], missing: [], workAgesMs: {}, clockAheadMs: 0 },
  });
}

async function expectWhole(order: Order): Promise<void> {
  await handleOf(order).result();
  expect(await world.eventsOf(order)).toEqual(WHOLE);
  const waiting = () => world.orm.em.fork().count(Notification, { orderId: order.id, status: 'pending' });
  await until(async () => (await waiting()) === 0);
  const numbers = world.delivered.filter((one) => one.startsWith(`NTF${order.id.slice(3)}-`));
  expect(numbers.map((one) => one.split('-')[1])).toEqual(['1', '2', '3']);
}

test('new orders begin with either release by its part, are moved there, and neither takes the other one’s', async () => {
  await tried(5);
  const workers = [await world.work(releases.today), await world.work(releases.next)];
  const [here, there] = [await begin('05'), await begin('04')];
  expect([await queueOf(here), await queueOf(there)]).toEqual([
    releases.today.queue('orders'),
    releases.next.queue('orders'),
  ]);
  expect(await takeOver()(there.id)).toBe(false);
  expect(await takeOver('any other')(there.id)).toBe(false);
  const sources = { ...world, now, secondCheckMs: 0 };
  for (const order of [here, there]) {
    await move(order, 'confirm');
    await until(async () => (await compareOrder(sources, order.id)) === undefined);
    await move(order, 'cancel');
    await expectWhole(order);
    expect((await world.runsOf(order.id)).runs).toBe(1);
  }
  for (const worker of workers) await worker.stop();
});

test('the release that is tried takes nothing over, neither while it is tried nor when it is withdrawn', async () => {
  const order = await world.begin(releases.published);
  for (const percent of [5, 0]) {
    await ramp({ program: PROGRAM, percent });
    expect(await takeOver()(order.id)).toBe(false);
    expect(await takeOver('any other')(order.id)).toBe(false);
  }
  await ramp(undefined);
  expect(await takeOver()(order.id)).toBe(true);
});

test.each<{ how: string; of: () => Release; status: string }>([
  { how: 'make no progress', of: () => releases.bad, status: 'RUNNING' },
  { how: 'have ended, since their workflows failed', of: () => releases.failing, status: 'FAILED' },
])('orders of a withdrawn release that $how go on with this one, each once', async ({ of, status }) => {
  await tried(100);
  const [good, bad] = [await world.work(releases.today), await world.work(of())];
  const orders = [await begin('00'), await begin('50')];
  for (const order of orders) {
    await until(async () => (await statusOf(order)) === status);
    if (status === 'RUNNING') await untilListed(world, order.id);
  }
  await tried(0);
  await until(async () => {
    await world.takeOverAll();
    const queues = await Promise.all(orders.map(queueOf));
    return queues.every((queue) => queue === releases.today.queue('orders'));
  });
  for (const order of orders) {
    await move(order, 'confirm');
    await move(order, 'cancel');
    await expectWhole(order);
  }
  const after = await begin('01');
  expect(await queueOf(after)).toBe(releases.today.queue('orders'));
  for (const worker of [good, bad]) await worker.stop();
});

test('a command for an order of a withdrawn release takes it over at once, and is carried out once', async () => {
  await tried(100);
  const [good, newer] = [await world.work(releases.today), await world.work(releases.next)];
  const order = await begin('07');
  const api = world.freshApi();
  await move(order, 'confirm', api);
  await tried(0);
  // Its workers run on, and take nothing back.
  await move(order, 'cancel');
  expect(await queueOf(order)).toBe(releases.today.queue('orders'));
  await expectWhole(order);
  for (const worker of [good, newer]) await worker.stop();
});

test('orders of the release that is tried do not count as stuck; once it is withdrawn they do, until they are taken over', async () => {
  await tried(100);
  const order = await begin('11');
  await untilListed(world, order.id);
  const failing = createFailingWorkflows(world.client, () => readRamp(world.orm.em.fork()));
  const stuck = async () => {
    await failing.check();
    return failing.count();
  };
  const before = await stuck();
  await tried(0);
  // Temporal's list follows within moments.
  await until(async () => (await stuck()) === before + 1);
  expect(await takeOver()(order.id)).toBe(true);
  await until(async () => (await stuck()) === before);
});

test('an order whose activity fails counts from its third attempt on, until it is done', async () => {
  await tried(100);
  const { recordTransition } = createOrderActivities({ orm: world.orm });
  const second = new Gate();
  let isMended = false;
  const worker = await world.work(releases.next, {
    recordTransition: async (record) => {
      const { isLocal, attempt } = activityInfo();
      if (!isLocal && attempt === 2) await second.pass();
      if (!isMended) throw new Error('a bad release');
      return await recordTransition(record);
    },
  });
  const order = await begin('21');
  await untilListed(world, order.id);
  const moved = move(order, 'confirm');
  await until(() => second.isReached);
  const watch = createReleaseWatch(world);
  const failing = async () => {
    await noteWorker(releases.next);
    return (await watch.check())?.failing;
  };
  await until(async () => (await failing()) === 0);
  second.open();
  await until(async () => (await failing()) === 1);
  isMended = true;
  await moved;
  await until(async () => (await failing()) === 0);
  await worker.stop();
});

test('the platform finds the orders that the release fails, and withdraws it by itself', async () => {
  await tried(100);
  const bad = await world.work(releases.bad);
  const orders = [await begin('12'), await begin('13'), await begin('14')];
  const watch = createReleaseWatch(world);
  await until(async () => ((await watch.check())?.failing ?? 0) >= orders.length);
  const registry = new Registry();
  registerReleaseWatch(registry, watch);
  const shown = new RegExp(`guidepost_release_failing_orders\\{program="${TRIED}"\\} [1-9]`);
  expect(await registry.metrics()).toMatch(shown);
  const stopped = Promise.withResolvers<{ readonly program: number }>();
  const { resolve: onStopped, reject: onError } = stopped;
  const loop = startWatchingRelease({ orm: world.orm, watch, onStopped, onError });
  expect(await stopped.promise).toMatchObject({ program: TRIED });
  await loop.stop();
  expect(await readRamp(world.orm.em.fork())).toEqual({ program: TRIED, percent: 0 });
  await watch.check();
  expect(await registry.metrics()).toContain(`guidepost_release_percent{program="${TRIED}"} 0`);
  await bad.stop();
});

test('without a trial there is nothing to watch, and no metric', async () => {
  const watch = createReleaseWatch(world);
  const registry = new Registry();
  registerReleaseWatch(registry, watch);
  expect(await watch.check()).toBeUndefined();
  expect(await registry.metrics()).not.toMatch(/^guidepost_release/m);
});
