/** What a release of an older program began is gone on with by today's, from the database (docs/decisions/0160). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Hold, Notification, Order, OrderChange, OrderEvent } from '../../db/entities/index.ts';
import { byDeadline } from '../../db/queries/operators/nearest-deadlines.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import { createHoldGateway } from '../../lib/temporal/hold-gateway.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createTakeOver } from '../../services/reconcile/take-over.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { until } from '../support/until.ts';
import { submit } from '../workflows/changing.ts';
import { AGENCY, Gate, STUDIO } from '../workflows/gated-orders.ts';
import { AGENCY_KEY, GUIDE_ID, STUDIO_KEY } from '../workflows/order-data.ts';
import { type Releases, readReleases } from './releases.ts';
import { createReleasesWorld, type ReleasesWorld, type Running, untilListed } from './world.ts';

const DAY_MS = 86_400_000;

let world: ReleasesWorld;
let releases: Releases;
let todays: Running;

beforeAll(async () => {
  world = await createReleasesWorld();
  releases = await readReleases();
  todays = await world.work(releases.today);
});
afterAll(async () => {
  await todays.stop();
  await world.close();
});

const move = (
  order: Order,
  trigger: 'confirm' | 'start' | 'complete' | 'reject' | 'cancel',
  gateway = world.gateway,
) =>
  gateway.move(order, {
    ...{ trigger, updateId: `${trigger}-${order.id}` },
    actor: trigger === 'cancel' ? AGENCY : STUDIO,
  });
const handleOf = ({ id }: Order) => world.client.workflow.getHandle(id);
const fresh = ({ id }: Order) => world.orm.em.fork().findOneOrFail(Order, id);
const waitingOf = ({ id: orderId }: Order) =>
  world.orm.em.fork().count(Notification, { orderId, status: 'pending' });
const listedUnder = ({ id }: Order) =>
  world.delivered.filter((one) => one.startsWith(`NTF${id.slice(3)}-`)).map((one) => one.split('-')[1]);

/** Nothing waits, and no delivery runs: one of an older program has no workers any more, and one of today's would take another's wake. */
async function untilDelivered(order: Order): Promise<void> {
  await until(async () => (await waitingOf(order)) === 0);
  for (const { subjectId, endpointId } of await world.orm.em
    .fork()
    .find(Notification, { orderId: order.id })) {
    const delivery = world.client.workflow.getHandle(deliveryWorkflowId({ subjectId, endpointId }));
    await delivery.result().catch((error) => {
      // The published release delivers within the order's own workflow.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }
}

/** A trip that has begun an hour ago. */
async function onTheWay(order: Order): Promise<void> {
  const tripStartAt = new Date(Date.now() - 3_600_000);
  await world.orm.em.fork().nativeUpdate(Order, order.id, { tripStartAt });
}

describe('what the published release began', () => {
  test('is taken over in every state, once, and each order goes on', async () => {
    const release = releases.published;
    const olds = await world.work(release);
    const old = world.gatewayOf(release);
    const begin = async () => await world.begin(release);
    const [pending, confirmed, started, closed] = [
      await begin(),
      await begin(),
      await begin(),
      await begin(),
    ];
    for (const order of [confirmed, started]) await move(order, 'confirm', old);
    await onTheWay(started);
    world.silent.add(closed.id);
    await move(closed, 'reject', old);
    for (const order of [pending, confirmed, started]) await untilDelivered(order);
    expect(await waitingOf(closed)).toBeGreaterThan(0);
    const all = [pending, confirmed, started, closed];
    await olds.stop();
    const lasting = [pending, confirmed, started];
    await untilListed(world, ...lasting.map(({ id }) => id));
    // Its merchant answers again; the next attempt of the older run would come in an hour.
    world.silent.delete(closed.id);

    await world.takeOverAll();
    for (const { id } of lasting) {
      expect(await world.runsOf(id)).toEqual({ queue: releases.today.queue('orders'), runs: 2 });
    }
    await move(pending, 'reject');
    await move(confirmed, 'cancel');
    // Its time to begin had come meanwhile.
    await until(async () => (await fresh(started)).status === 'in_progress');
    await move(await fresh(started), 'complete');
    for (const order of all) await handleOf(order).result();
    await until(async () => (await Promise.all(all.map(waitingOf))).every((n) => n === 0));
    expect(await Promise.all(all.map(world.eventsOf))).toEqual([
      ['1 pending', '2 cancelled'],
      ['1 pending', '2 confirmed', '3 cancelled'],
      ['1 pending', '2 confirmed', '3 in_progress', '4 completed'],
      ['1 pending', '2 cancelled'],
    ]);
    expect(all.map(listedUnder)).toEqual([
      ['1', '2'],
      ['1', '2', '3'],
      ['1', '2', '3', '4'],
      ['1', '2'],
    ]);
  });

  test('is taken over at once by a command for it, which is carried out once', async () => {
    const release = releases.published;
    const olds = await world.work(release);
    const order = await world.begin(release);
    await untilDelivered(order);
    await olds.stop();

    const { gateway } = world.freshApi();
    const [first, again] = await Promise.all([
      move(order, 'confirm', gateway),
      move(order, 'confirm', gateway),
    ]);
    expect([first, again]).toEqual([first, first]);
    expect(await world.runsOf(order.id)).toMatchObject({ queue: releases.today.queue('orders') });
    await move(order, 'cancel');
    await handleOf(order).result();
    expect(await world.eventsOf(order)).toEqual(['1 pending', '2 confirmed', '3 cancelled']);
    await until(async () => (await waitingOf(order)) === 0);
    expect(listedUnder(order)).toEqual(['1', '2', '3']);
  });
});

test('a change that waits for its studio is still to be answered in time, and ends by itself', async () => {
  const olds = await world.work(releases.published);
  const old = { orm: world.orm, gateway: world.gatewayOf(releases.published) };
  const [late, answered] = [await world.begin(releases.published), await world.begin(releases.published)];
  for (const order of [late, answered]) {
    await move(order, 'confirm', old.gateway);
    await submit(old, order.id, { days: 200, answerBy: new Date(Date.now() + DAY_MS) });
  }
  await olds.stop();
  await world.orm.em
    .fork()
    .nativeUpdate(OrderChange, { orderId: late.id }, { answerBy: new Date(Date.now() - 1_000) });
  await untilListed(world, late.id, answered.id);
  await world.takeOverAll();

  const change = ({ id: orderId }: Order) => world.orm.em.fork().findOneOrFail(OrderChange, { orderId });
  await until(async () => (await change(late)).status === 'expired');
  const { id: changeId } = await change(answered);
  const accept = { changeId, step: 'accept', updateId: `accept-${changeId}`, actor: STUDIO } as const;
  await world.gateway.change(await fresh(answered), accept);
  expect((await change(answered)).status).toBe('applied');
  for (const order of [late, answered]) {
    await move(await fresh(order), 'cancel');
    await handleOf(order).result();
    const events = await world.eventsOf(order);
    expect(events.map((event) => Number(event.split(' ')[0]))).toEqual(events.map((_, index) => index + 1));
  }
});

test('a hold is ended in time, and one that was released meanwhile has no workflow any more', async () => {
  const holds = world.clientOf(releases.published);
  const [held, released] = [await insertHold(1), await insertHold(2)];
  for (const hold of [held, released]) {
    await createHoldGateway(holds).start({ ...hold, dueAt: hold.expiresAt });
  }
  const em = world.orm.em.fork();
  await em.nativeUpdate(Hold, held.id, { expiresAt: new Date() });
  await em.nativeUpdate(Hold, released.id, { status: 'released' });
  await untilListed(world, held.id, released.id);
  await world.takeOverAll();
  expect(await world.client.workflow.getHandle(held.id).result()).toEqual({ status: 'expired' });
  const { status } = await world.client.workflow.getHandle(released.id).describe();
  expect(status.name).toBe('TERMINATED');
});

test('what a delivery was to send is sent by another one', async () => {
  const order = await world.begin(releases.today);
  await untilDelivered(order);
  const em = world.orm.em.fork();
  const [{ id, endpointId, merchantKey }] = (await em.find(
    Notification,
    { orderId: order.id },
    { limit: 1 },
  )) as [Notification];
  await em.nativeUpdate(Notification, id, { status: 'pending', resentAt: new Date() });
  const queue = { subjectId: order.id, endpointId, merchantKey };
  const older = createNotificationGateway(world.clientOf(releases.published), () => new Date());
  await older.wake(queue);
  const workflowId = deliveryWorkflowId(queue);
  await untilListed(world, workflowId);
  await world.takeOverAll();
  await world.client.workflow.getHandle(workflowId).result();
  expect(await waitingOf(order)).toBe(0);
  expect((await world.runsOf(workflowId)).queue).toBe(releases.today.queue('orders'));
});

test('two processes that take the same order over at once start one run', async () => {
  const order = await world.begin(releases.published);
  const takers = [1, 2, 3].map(() =>
    createTakeOver({ orm: world.orm, client: world.client, now: () => new Date() }),
  );
  const taken = await Promise.all(takers.map((takeOver) => takeOver(order.id)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  await until(async () => (await world.runsOf(order.id)).runs === 2);
  await move(order, 'reject');
  await handleOf(order).result();
  expect((await world.runsOf(order.id)).runs).toBe(2);
});

test('a process that is killed right after Temporal was asked leaves nothing to do', async () => {
  const order = await world.begin(releases.published);
  await untilListed(world, order.id);
  // What it would have written afterwards is lost with it.
  const { orm } = world;
  const takeOver = createTakeOver({
    orm: dyingAfterTheStart(orm),
    client: world.client,
    now: () => new Date(),
  });
  await expect(takeOver(order.id)).rejects.toThrow('killed');
  expect((await world.runsOf(order.id)).queue).toBe(releases.today.queue('orders'));
  expect(await createTakeOver({ orm, client: world.client, now: () => new Date() })(order.id)).toBe(false);
  await move(order, 'reject');
  await handleOf(order).result();
  expect(await world.eventsOf(order)).toEqual(['1 pending', '2 cancelled']);
});

test('a write of an older worker that lasts beyond the take-over is not lost, and not done twice', async () => {
  const writing = new Gate();
  const real = createOrderActivities({ orm: world.orm });
  const olds = await world.work(releases.published, {
    recordTransition: async (record) => {
      await writing.pass();
      return await real.recordTransition(record);
    },
  });
  const order = await world.begin(releases.published);
  await until(async () => (await waitingOf(order)) === 0);
  const asked = move(order, 'confirm', world.gatewayOf(releases.published));
  await until(() => writing.isReached);
  const takeOver = createTakeOver({ orm: world.orm, client: world.client, now: () => new Date() });
  expect(await takeOver(order.id)).toBe(true);
  writing.open();
  // Whoever asked asks again under the same Update's id; where it is refused, the event of that Update is its answer.
  await asked.catch((error) => {
    if (!(error instanceof CommandRefusedError)) throw error;
  });
  await olds.stop();
  await move(await fresh(order), 'cancel');
  await handleOf(order).result();
  expect(await world.eventsOf(order)).toEqual(['1 pending', '2 confirmed', '3 cancelled']);
  const asksOf = await world.orm.em
    .fork()
    .find(OrderEvent, { orderId: order.id, updateId: `confirm-${order.id}` });
  expect(asksOf).toHaveLength(1);
});

test('what the clock moves first comes first', async () => {
  const [late, soon, middle] = [
    await world.begin(releases.today, { confirmBy: new Date(Date.now() + 3 * DAY_MS) }),
    await world.begin(releases.today, { confirmBy: new Date(Date.now() + DAY_MS) }),
    await world.begin(releases.today, { confirmBy: new Date(Date.now() + 2 * DAY_MS) }),
  ];
  const ids = ['STL1', late.id, middle.id, soon.id];
  expect(await byDeadline(world.orm.em.fork(), ids)).toEqual([soon.id, middle.id, late.id, 'STL1']);
});

async function insertHold(number: number): Promise<Hold> {
  const em = world.orm.em.fork();
  const hold = em.create(Hold, {
    ...{ id: `HLD${1_000 + number}`, merchantKey: AGENCY_KEY, studioKey: STUDIO_KEY, guideId: GUIDE_ID },
    tripStartAt: new Date(Date.UTC(2040, 0, number)),
    tripEndAt: new Date(Date.UTC(2040, 0, number + 1)),
    terms: {} as never,
    expiresAt: new Date(Date.now() + DAY_MS),
  });
  await em.flush();
  return hold;
}

/** Ends with the transaction in which an order is taken over. */
function dyingAfterTheStart(orm: ReleasesWorld['orm']): ReleasesWorld['orm'] {
  const dying = {
    em: {
      fork: () => {
        const em = orm.em.fork();
        return {
          transactional: async (work: (inside: typeof em) => Promise<unknown>) =>
            await em.transactional(async (inside) => {
              await work(inside);
              throw new Error('killed');
            }),
        };
      },
    },
  };
  return dying as unknown as ReleasesWorld['orm'];
}
