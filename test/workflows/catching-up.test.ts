import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Job, Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { Unavailable } from '../../domain/errors.ts';
import { orderFollowJobs } from '../../jobs/order-follow.ts';
import { runJobs } from '../../jobs/runner.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { following } from '../../services/orders/following.ts';
import { isDone } from '../../services/orders/moving.ts';
import { catchUpSignal, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { movesIn } from '../support/data/history.ts';
import { until } from '../support/until.ts';
import { prepareShift } from './changing.ts';
import { createOrderWorld, type OrderWorld, STUDIO_KEY } from './order-world.ts';
import { send } from './walk.ts';

const CONFIRMED = { sequence: 2, from: 'pending', to: 'confirmed', reason: 'confirmed_by_studio' } as const;
const WITHDRAWN = { sequence: 3, from: 'confirmed', to: 'cancelled', reason: 'withdrawn_by_studio' } as const;

const lostUpdateId = ({ sequence }: { readonly sequence: number }) => `lost-${sequence}`;

/** A move that reached the database, and no workflow: worker and server died together (docs/decisions/0071). */
async function moveBehindItsBack(
  { id: orderId }: NewOrder,
  move: typeof CONFIRMED | typeof WITHDRAWN = CONFIRMED,
): Promise<void> {
  const actor = { kind: 'studio', key: STUDIO_KEY } as const;
  const updateId = lostUpdateId(move);
  await world.record({ orderId, ...move, actor, occurredAt: new Date().toISOString(), updateId });
}

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(async () => {
  await world.close();
});

/** Afterwards no announcement is under way that would find what happens next. */
async function startAndAnnounce(order: NewOrder): Promise<void> {
  await world.start(order);
  await until(() => world.deliveredOf(order.id).includes(1));
}

test('a workflow that missed a move catches up at the next one, and delivers what it missed', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await moveBehindItsBack(order);

  const current = await world.order(order.id);
  const actor = { kind: 'studio', key: STUDIO_KEY } as const;
  await world.gateway.move(current, { trigger: 'start', updateId: 'start', actor });
  await send(world, order, 'complete');
  await world.untilOver(order.id);

  expect((await world.order(order.id)).status).toBe('completed');
  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
});

test('a missed move is announced when the order next moves, also where that is refused', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await moveBehindItsBack(order);

  await expect(send(world, order, 'reject')).rejects.toThrow(CommandRefusedError);
  await send(world, order, 'withdraw');
  await world.untilOver(order.id);

  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3]);
});

/** As Temporal shows it. */
const untilConfirmed = ({ id }: NewOrder) =>
  until(async () => {
    const { typedSearchAttributes } = await world.env.client.workflow.getHandle(id).describe();
    return typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus) === 'confirmed';
  });

test('a move from before its workflow began is followed, although nothing waits any more', async () => {
  const order = await world.placeOrder();
  await moveBehindItsBack(order);

  // The starter read the order before that.
  await world.start(order);

  await until(() => world.deliveredOf(order.id).includes(2));
  await untilConfirmed(order);
  expect(world.deliveredOf(order.id)).toEqual([1, 2]);
  const handle = world.env.client.workflow.getHandle(order.id);
  expect(movesIn(await handle.fetchHistory())).toEqual(['2 confirmed']);
});

describe('a missed move of which a delivery has spoken, so that nothing waits that would show it', () => {
  const follows = () => world.orm.em.fork().find(Job, { kind: 'order_follow' });
  beforeEach(() => world.orm.em.fork().nativeDelete(Job, { kind: 'order_follow' }));

  async function missed(): Promise<NewOrder> {
    const order = await world.placeOrder();
    await startAndAnnounce(order);
    await moveBehindItsBack(order);
    await world.orm.em
      .fork()
      .nativeUpdate(
        Notification,
        { orderId: order.id, sequence: 2 },
        { status: 'acknowledged', attempts: 1 },
      );
    return order;
  }
  async function runFollows(): Promise<void> {
    const gateway = createNotificationGateway(world.env.client, () => new Date());
    const onError = (error: unknown) => {
      throw error;
    };
    await runJobs({ orm: world.orm, onError }, 'order_follow', orderFollowJobs(gateway));
  }
  const untilFollowed = (order: NewOrder) =>
    until(async () =>
      movesIn(await world.env.client.workflow.getHandle(order.id).fetchHistory()).includes('2 confirmed'),
    );

  test('is followed where the caller repeats its command, which is found done', async () => {
    const order = await missed();
    expect(await isDone(world, order.id, 'another')).toBe(false);
    expect(await follows()).toEqual([]);
    expect(await isDone(world, order.id, lostUpdateId(CONFIRMED))).toBe(true);
    await runFollows();
    await untilFollowed(order);
  });

  test('is followed where its command got no answer, and nobody repeats it', async () => {
    const order = await world.placeOrder();
    await startAndAnnounce(order);
    const losing = async () => {
      await moveBehindItsBack(order);
      throw new Unavailable('it is not known whether the order moved', 2);
    };
    const gateway = following(world.orm, { ...world.gateway, move: losing });
    const confirm = { trigger: 'confirm', updateId: lostUpdateId(CONFIRMED) } as const;
    await expect(gateway.move(order, confirm)).rejects.toThrow(Unavailable);
    await world.orm.em
      .fork()
      .nativeUpdate(
        Notification,
        { orderId: order.id, sequence: 2 },
        { status: 'acknowledged', attempts: 1 },
      );
    await runFollows();
    await untilFollowed(order);
    // A worker that was frozen may write later still.
    const [again] = await follows();
    expect(again).toMatchObject({ subject: order.id });
    const minute = { addedAt: new Date(Date.now() - 61_000), runAt: new Date() };
    await world.orm.em.fork().nativeUpdate(Job, { id: again!.id }, minute);
    await runFollows();
    expect(await follows()).toEqual([]);
  });

  test('needs no follower where the command was refused, or has ended the order', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    const gateway = following(world.orm, world.gateway);
    const actor = { kind: 'studio', key: STUDIO_KEY } as const;
    const complete = { trigger: 'complete', updateId: 'complete', actor } as const;
    await expect(gateway.move(order, complete)).rejects.toThrow(CommandRefusedError);
    expect(await follows()).toEqual([]);
    await gateway.move(order, { trigger: 'reject', updateId: 'reject', actor });
    await world.env.client.workflow.getHandle(order.id).result();
    expect(await isDone(world, order.id, 'reject')).toBe(true);
    await runFollows();
    expect(await follows()).toEqual([]);
  });
});

test('a missed move is announced when the order is asked to catch up', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await moveBehindItsBack(order);

  const handle = world.env.client.workflow.getHandle(order.id);
  await handle.signal(catchUpSignal);
  await until(() => world.deliveredOf(order.id).includes(2));
  await send(world, order, 'withdraw');
  await world.untilOver(order.id);

  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3]);
});

test('moves that were lost together are all announced, and the Update that asked for the first of them succeeds', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await moveBehindItsBack(order);
  await moveBehindItsBack(order, WITHDRAWN);

  const actor = { kind: 'studio', key: STUDIO_KEY } as const;
  await world.gateway.move(order, { trigger: 'confirm', updateId: lostUpdateId(CONFIRMED), actor });
  await world.untilOver(order.id);

  const handle = world.env.client.workflow.getHandle(order.id);
  expect(movesIn(await handle.fetchHistory())).toEqual(['2 confirmed', '3 cancelled']);
  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3]);
});

test('a move that another Update made is not taken for this one’s, although it leads to the same state', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  const actor = { kind: 'studio', key: STUDIO_KEY } as const;
  const rejected = { sequence: 2, from: 'pending', to: 'cancelled', reason: 'rejected_by_studio' } as const;
  const occurredAt = new Date().toISOString();
  await world.record({ orderId: order.id, ...rejected, actor, occurredAt, updateId: 'lost' });

  await expect(send(world, order, 'cancel')).rejects.toThrow(CommandRefusedError);
  await world.untilOver(order.id);

  expect((await world.events(order.id)).map(({ reason }) => reason)).toEqual([
    'created',
    'rejected_by_studio',
  ]);
});

test('a step that the clock has taken is not taken for the studio’s own', async () => {
  const order = await world.placeOrder();
  await world.start(order);
  await send(world, order, 'confirm');
  const started = { sequence: 3, from: 'confirmed', to: 'in_progress', reason: 'trip_started' } as const;
  const occurredAt = new Date().toISOString();
  await world.record({ orderId: order.id, ...started, actor: { kind: 'platform' }, occurredAt });

  await expect(send(world, order, 'start')).rejects.toThrow(CommandRefusedError);
  await send(world, order, 'complete');
});

test('an advance that was written and lost takes no second step when it is repeated', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  const step = { sequence: 2, from: 'pending', to: 'cancelled', reason: 'confirmation_expired' } as const;
  const occurredAt = new Date().toISOString();
  const platform = { kind: 'platform' } as const;
  await world.record({ orderId: order.id, ...step, actor: platform, occurredAt, updateId: 'advance-1' });

  await world.gateway.move(order, { trigger: 'advance', updateId: 'advance-1' });

  expect((await world.order(order.id)).sequence).toBe(2);
});

test('a workflow that missed a move can be advanced from where the order stands', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await moveBehindItsBack(order);

  await world.gateway.move(await world.order(order.id), { trigger: 'advance', updateId: 'advance' });

  expect((await world.order(order.id)).status).toBe('in_progress');
  await send(world, order, 'complete');
});

test('the clock that comes upon a missed move leaves it alone, and delivers it', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await moveBehindItsBack(order);

  await world.untilStatus(order.id, 'completed');
  await world.untilOver(order.id);

  expect((await world.events(order.id)).map(({ reason }) => reason)).toEqual([
    'created',
    'confirmed_by_studio',
    'trip_started',
    'trip_ended',
  ]);
  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
});

test('an order whose workflow is gone goes on from where the database has it', async () => {
  const order = await world.placeOrder();
  await moveBehindItsBack(order);

  await world.start(await world.order(order.id));
  await until(() => world.deliveredOf(order.id).includes(2));
  await untilConfirmed(order);
  await send(world, order, 'start');
  await send(world, order, 'complete');
  await world.untilOver(order.id);

  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
});

test('a workflow follows a database that was restored to an earlier point', async () => {
  const order = await world.placeOrder();
  await world.start(order);
  await send(world, order, 'confirm');
  await until(() => world.deliveredOf(order.id).includes(2));
  const em = world.unbounded.em.fork();
  await em.nativeDelete(Notification, { orderId: order.id, sequence: 2 });
  await em.nativeDelete(OrderEvent, { orderId: order.id, sequence: 2 });
  await em.nativeUpdate(Order, order.id, { status: 'pending', sequence: 1 });

  const handle = world.env.client.workflow.getHandle(order.id);
  await handle.signal(catchUpSignal);
  await until(async () => {
    const { typedSearchAttributes } = await handle.describe();
    return typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus) === 'pending';
  });
  await send(world, order, 'reject');
  await world.untilOver(order.id);

  expect((await world.events(order.id)).map(({ reason }) => reason)).toEqual([
    'created',
    'rejected_by_studio',
  ]);
  expect(world.deliveredOf(order.id)).toEqual([1, 2, 2]);
});

test('a change whose worker died after the write: whoever catches up goes by the new deadlines', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  await send(world, order, 'confirm');
  const changeId = await prepareShift(world.orm, order.id, { days: 1_000 });
  const { recordChange } = createOrderActivities({ orm: world.orm });
  const actor = { kind: 'merchant', key: order.merchantKey } as const;
  const record = { orderId: order.id, changeId, step: 'submit', actor, updateId: changeId } as const;
  const occurredAt = new Date().toISOString();
  const first = await recordChange({ ...record, occurredAt });
  expect(first).toMatchObject({ sequence: 3, recordedAs: 3 });
  // The Update is carried out again, and finds its work done.
  expect(await recordChange({ ...record, occurredAt })).toEqual({ ...first, passed: expect.anything() });

  await world.env.client.workflow.getHandle(order.id).signal(catchUpSignal);
  await world.untilStatus(order.id, 'completed');
  const changed = await world.order(order.id);
  const [, , , started, ended] = await world.events(order.id);
  expect(changed.tripStartAt.getTime() - order.tripStartAt.getTime()).toBeGreaterThan(999 * 86_400_000);
  expect(Math.round((started!.occurredAt.getTime() - changed.tripStartAt.getTime()) / 1_000)).toBe(0);
  expect(Math.round((ended!.occurredAt.getTime() - changed.tripEndAt.getTime()) / 1_000)).toBe(0);
  await world.untilOver(order.id);
  expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4, 5]);
});

test('a change that was worked out for another state of the order, or its guide, writes nothing', async () => {
  const order = await world.placeOrder();
  await startAndAnnounce(order);
  const changeId = await prepareShift(world.orm, order.id, { days: 1_000 });
  await send(world, order, 'confirm');
  const { recordChange } = createOrderActivities({ orm: world.orm });
  const actor = { kind: 'merchant', key: order.merchantKey } as const;
  const record = { orderId: order.id, changeId, step: 'submit', actor, updateId: changeId } as const;
  const refused = await recordChange({ ...record, occurredAt: new Date().toISOString() });
  expect(refused).toMatchObject({ refusal: 'stale', recordedAs: null, sequence: 2 });
  const current = await world.order(order.id);
  expect(current.tripStartAt).toEqual(order.tripStartAt);
  await send(world, order, 'withdraw');
  await world.untilOver(order.id);
});
