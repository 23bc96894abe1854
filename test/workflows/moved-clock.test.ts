import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { send } from './walk.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

const ended = (order: NewOrder) => world.env.client.workflow.getHandle(order.id).result();
const now = async () => await world.env.currentTimeMs();

/** What the studio was reminded of, and when, as its notifications say. */
async function reminders(order: NewOrder): Promise<string[]> {
  const notified = await world.orm.em
    .fork()
    .find(Notification, { orderId: order.id, type: 'order.confirmation_due', merchantKey: order.studioKey });
  return notified.map(({ body }) => (JSON.parse(body) as { occurredAt: string }).occurredAt).sort();
}

test('what the clock is moved over happens at its own time, in its order', async () => {
  const order = await world.placeOrder();
  await world.start(order);
  await world.gateway.moveClock(order, 2 * DAY_MS);
  await ended(order);

  const from = order.createdAt.getTime();
  const until = order.confirmBy.getTime();
  const at = (share: number) => new Date(from + (until - from) * share).toISOString();
  expect(await reminders(order)).toEqual([at(0.5), at(0.9)]);
  const [, expired] = await world.events(order.id);
  expect([expired?.reason, expired?.occurredAt]).toEqual(['confirmation_expired', order.confirmBy]);
});

test('a trip that the clock is moved over begins and ends on its days', async () => {
  const order = await world.placeOrder();
  await world.start(order);
  await send(world, order, 'confirm');
  await world.gateway.moveClock(order, 1_000 * DAY_MS);
  await ended(order);

  const [, , began, over] = await world.events(order.id);
  expect([began?.occurredAt, over?.occurredAt]).toEqual([order.tripStartAt, order.tripEndAt]);
});

test('what comes after a move happens at the shifted time, and a reminder that has come does not come again', async () => {
  const order = await world.placeOrder();
  await world.start(order);
  await world.gateway.moveClock(order, 13 * HOUR_MS);
  await world.untilStatus(order.id, 'cancelled');

  expect(await reminders(order)).toHaveLength(2);
  const [, expired] = await world.events(order.id);
  // A busy machine writes it a little later; the shift is 13 hours.
  expect(Math.abs(secondsBetween(expired!.occurredAt, order.confirmBy))).toBeLessThan(600);
  const history = await world.env.client.workflow.getHandle(order.id).fetchHistory();
  const timers = (history.events ?? []).flatMap((event) => event.timerStartedEventAttributes ?? []);
  // Two reminders and the end; the wait for the first one was given up when the clock was moved.
  expect(timers).toHaveLength(4);
  const waited = timers.slice(1).map((timer) => Number(timer.startToFireTimeout?.seconds ?? 0));
  expect(waited.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(11 * 3_600);
});

test('an order that is made after a move goes by the clock from the beginning', async () => {
  const aheadMs = 40 * DAY_MS;
  const createdAt = new Date((await now()) + aheadMs);
  const confirmBy = new Date(createdAt.getTime() + HOUR_MS);
  const order = await world.placeOrder({ clockAheadMs: aheadMs, createdAt, confirmBy });
  await world.start(order);
  await world.untilStatus(order.id, 'cancelled');

  const [, expired] = await world.events(order.id);
  expect(Math.abs(secondsBetween(expired!.occurredAt, confirmBy))).toBeLessThan(600);
});

test('an order whose workflow was not started yet is started and moved in one', async () => {
  const order = await world.placeOrder();
  await world.gateway.moveClock(order, 2 * DAY_MS);
  await world.start(order);
  await ended(order);
  expect((await world.order(order.id)).status).toBe('cancelled');
});

test('a clock never goes back, and the same move again changes nothing', async () => {
  const order = await world.placeOrder({ confirmBy: new Date((await now()) + 48 * HOUR_MS) });
  await world.start(order);
  for (const hours of [20, 20, 1, 0, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await world.gateway.moveClock(order, hours * HOUR_MS);
  }
  await send(world, order, 'confirm');
  const [, confirmed] = await world.events(order.id);
  const ahead = confirmed!.occurredAt.getTime() - (await now());
  expect(Math.round(ahead / HOUR_MS)).toBe(20);
  await send(world, order, 'cancel');
});

test('an order that is none of the sandbox takes no notice', async () => {
  const order = await world.placeOrder({ sandbox: false });
  await world.start(order);
  await world.gateway.moveClock(order, 2_000 * DAY_MS);
  await send(world, order, 'confirm');
  const [, confirmed] = await world.events(order.id);
  expect(Math.abs(confirmed!.occurredAt.getTime() - (await now()))).toBeLessThan(HOUR_MS);
  await send(world, order, 'cancel');
});

test('a workflow that has ended is left alone', async () => {
  const order = await world.placeOrder();
  await world.start(order);
  await send(world, order, 'reject');
  await ended(order);
  await world.gateway.moveClock(order, DAY_MS);
  expect(await world.events(order.id)).toHaveLength(2);
});

test.each(['confirm', 'reject'] as const)(
  'a guide of the sandbox does it by itself: %s',
  async (behaviour) => {
    const order = await world.placeOrder({ sandboxBehaviour: behaviour });
    await world.start(order);
    await world.untilStatus(order.id, behaviour === 'confirm' ? 'confirmed' : 'cancelled');
    const [, answer] = await world.events(order.id);
    expect(answer).toMatchObject({ actorKind: 'studio', actorKey: order.studioKey });
    expect(answer!.occurredAt < order.confirmBy).toBe(true);
  },
);

function secondsBetween(one: Date, other: Date): number {
  return Math.round((one.getTime() - other.getTime()) / 1_000);
}
