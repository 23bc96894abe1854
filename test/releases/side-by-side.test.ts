/** What docs/upgrades.md promises of upgrades and rollbacks, with the workers and the APIs of two releases. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Order } from '../../db/entities/index.ts';
import { createFailingWorkflows } from '../../lib/operations/failing-workflows.ts';
import { createTakeOver } from '../../services/reconcile/take-over.ts';
import { until } from '../support/until.ts';
import { AGENCY, STUDIO } from '../workflows/gated-orders.ts';
import { type Releases, readReleases } from './releases.ts';
import { createReleasesWorld, type ReleasesWorld, untilListed } from './world.ts';

let world: ReleasesWorld;
let releases: Releases;
beforeAll(async () => {
  world = await createReleasesWorld();
  releases = await readReleases();
});
afterAll(() => world.close());

const confirm = (order: Order, gateway = world.gateway) =>
  gateway.move(order, { trigger: 'confirm', updateId: `confirm-${order.id}`, actor: STUDIO });
const cancel = (order: Order, gateway = world.gateway) =>
  gateway.move(order, { trigger: 'cancel', updateId: `cancel-${order.id}`, actor: AGENCY });
const handleOf = ({ id }: Order) => world.client.workflow.getHandle(id);
const WHOLE = ['1 pending', '2 confirmed', '3 cancelled'];

test('in the middle of a roll-out either API moves the orders of either release', async () => {
  const both = [await world.work(releases.published), await world.work(releases.today)];
  const old = world.gatewayOf(releases.published);
  const [byOld, byToday, mixed] = [
    await world.begin(releases.published),
    await world.begin(releases.today),
    await world.begin(releases.published),
  ];
  await confirm(byOld, old);
  await cancel(byOld, old);
  await confirm(byToday, old);
  await cancel(byToday);
  await confirm(mixed, old);
  expect((await world.runsOf(mixed.id)).queue).toBe(releases.published.queue('orders'));
  await cancel(mixed);
  expect((await world.runsOf(mixed.id)).queue).toBe(releases.today.queue('orders'));
  for (const order of [byOld, byToday, mixed]) {
    await handleOf(order).result();
    expect(await world.eventsOf(order)).toEqual(WHOLE);
  }
  for (const worker of both) await worker.stop();
});

test('an order that the API of before begins when its workers have gone is taken over, too', async () => {
  const worker = await world.work(releases.today);
  const order = await world.begin(releases.published);
  await untilListed(world, order.id);
  await world.takeOverAll();
  await confirm(order, world.gatewayOf(releases.published));
  await cancel(order);
  await handleOf(order).result();
  expect(await world.eventsOf(order)).toEqual(WHOLE);
  await worker.stop();
});

test('an order that a newer release has begun waits, untouched, and goes on with a worker of that release', async () => {
  const rolledBack = await world.work(releases.today);
  const order = await world.begin(releases.next);
  await untilListed(world, order.id);
  const takeOver = createTakeOver({ orm: world.orm, client: world.client, now: () => new Date() });
  expect(await takeOver(order.id)).toBe(false);
  const failing = createFailingWorkflows(world.client);
  // Temporal's list may still have those that have ended.
  await until(async () => {
    await failing.check();
    return failing.count() === 1;
  });
  await rolledBack.stop();
  const forward = await world.work(releases.next);
  await confirm(order);
  await cancel(order);
  expect(await handleOf(order).result()).toEqual({ status: 'cancelled', events: 3 });
  expect(await world.runsOf(order.id)).toEqual({ queue: releases.next.queue('orders'), runs: 1 });
  await forward.stop();
});

test('where a rollback is for good, the repair starts what the newer release began anew', async () => {
  const newer = await world.work(releases.next);
  const order = await world.begin(releases.next);
  await confirm(order, world.gatewayOf(releases.next));
  await newer.stop();
  const rolledBack = await world.work(releases.today);
  const repair = createTakeOver({ orm: world.orm, client: world.client, now: () => new Date() }, 'any other');
  expect(await repair(order.id)).toBe(true);
  await cancel(order);
  await handleOf(order).result();
  expect(await world.eventsOf(order)).toEqual(WHOLE);
  await rolledBack.stop();
});
