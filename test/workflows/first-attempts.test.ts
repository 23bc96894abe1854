import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { replay } from './replay.ts';
import { send } from './walk.ts';

let world: OrderWorld;
let attemptInline: OrderWorld['deliverPromptly'];
let deliver: OrderWorld['deliver'];
let record: OrderWorld['record'];

beforeAll(async () => {
  world = await createOrderWorld();
  ({ deliverPromptly: attemptInline, deliver, record } = world);
});
afterEach(() => {
  world.deliverPromptly = attemptInline;
  world.deliver = deliver;
  world.record = record;
});
afterAll(async () => {
  await world.close();
});

const handleOf = ({ id }: NewOrder) => world.env.client.workflow.getHandle(id);
const sequenceOf = (id: string) => Number(id.split('-').at(-1));

/** What the order's history has activities for. */
async function activitiesOf(order: NewOrder) {
  const { events } = await handleOf(order).fetchHistory();
  return (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: asked }) => asked?.activityType?.name ?? [],
  );
}

/** Confirmed by the studio, moved by the clock, to its end. */
async function live(order: NewOrder): Promise<void> {
  await world.start(order);
  await send(world, order, 'confirm');
  await world.untilStatus(order.id, 'completed');
  await world.untilOver(order.id);
}

describe('a merchant that acknowledges at once', () => {
  test('is notified by the order workers, and the order has no activity for it', async () => {
    const order = await world.placeOrder();
    await live(order);

    expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
    expect(await activitiesOf(order)).toEqual([]);
  });
});

describe('a first attempt that fails', () => {
  test('goes on in its delivery, and those behind it wait for it', async () => {
    const asked: number[] = [];
    world.deliverPromptly = async (id) => (sequenceOf(id) === 1 ? undefined : await attemptInline(id));
    world.deliver = async (id, options) => {
      asked.push(sequenceOf(id));
      return await deliver(id, options);
    };
    const order = await world.placeOrder();
    await live(order);

    expect(asked).toContain(1);
    expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['was not made', async () => undefined],
    [
      'ends with an error',
      async (id: string): Promise<undefined> => {
        if (sequenceOf(id) === 1) throw new Error('the worker is going down');
      },
    ],
  ] as const)(
    'or %s leaves everything to its delivery, and the order has no activity',
    async (_, attempt) => {
      world.deliverPromptly = attempt;
      const order = await world.placeOrder();
      await live(order);

      expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
      expect(await activitiesOf(order)).toEqual([]);
    },
  );
});

describe('what happened before comes first', () => {
  test('no first attempt is made while an earlier notification waits for the same endpoint', async () => {
    const attempted: number[] = [];
    const released = Promise.withResolvers<void>();
    world.deliverPromptly = async (id) => {
      attempted.push(sequenceOf(id));
      await world.orm.em.fork().nativeUpdate(Notification, id, { attempts: 1 });
      return undefined;
    };
    world.deliver = async (id, options) => {
      if (sequenceOf(id) === 1) await released.promise;
      return await deliver(id, options);
    };
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'confirm');
    await send(world, order, 'advance');
    await send(world, order, 'advance');
    expect(attempted).toEqual([1]);
    await handleOf(order).result();
    released.resolve();
    await world.untilResolved(order.id);

    expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
  });
});

describe('a move that comes while the merchant is being notified of the creation', () => {
  test.each([true, false])(
    'is announced after that, and the history replays (started before: %p)',
    async (isStarted) => {
      world.deliverPromptly = async (id) => {
        await sleep(200);
        return await attemptInline(id);
      };
      const order = await world.placeOrder();
      if (isStarted) await world.start(order);
      await send(world, order, 'confirm');
      await world.untilStatus(order.id, 'completed');
      await world.untilOver(order.id);

      expect(world.deliveredOf(order.id)).toEqual([1, 2, 3, 4]);
      await replay(await handleOf(order).fetchHistory(), order.id);
    },
  );
});
