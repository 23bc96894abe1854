import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { notificationId } from '../../domain/ids.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import { untilWaiting } from '../support/waiting/until-waiting.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { replay } from './replay.ts';
import { deliveryOf, send } from './walk.ts';

let world: OrderWorld;
let acknowledge: OrderWorld['deliver'];
beforeAll(async () => {
  world = await createOrderWorld();
  acknowledge = world.deliver;
});
beforeEach(() => {
  world.deliver = acknowledge;
});
afterAll(async () => {
  await world.close();
});

const WAIT = { message: 'timeout', type: 'timeout', nextRetryDelay: '30 days' } as const;

/** An order whose notifications are not acknowledged before `heal` is called; the numbers of those that were attempted. */
async function waitingOrder() {
  const asked: number[] = [];
  let isDeaf = true;
  world.deliver = async (id, options) => {
    asked.push(Number(id.split('-').at(-1)));
    if (isDeaf) throw ApplicationFailure.create(WAIT);
    return await acknowledge(id, options);
  };
  const order = await world.placeOrder();
  await world.start(order);
  const { queue, handle } = await deliveryOf(world, order);
  await untilWaiting(handle);
  const heal = () => {
    isDeaf = false;
  };
  return { order, asked, heal, queue, handle };
}

const setStatus = (order: NewOrder, sequence: number, status: Notification['status']) =>
  world.orm.em.fork().nativeUpdate(Notification, notificationId(order.id, sequence), { status });

describe('a delivery that waits', () => {
  test('looks at once when it is woken, goes on in order, ends when nothing waits, and replays', async () => {
    const { order, asked, heal, queue, handle } = await waitingOrder();
    await send(world, order, 'reject');
    // Who announces the second event wakes it as well, sooner or later: the first may be asked again, the second is not.
    expect(new Set(asked)).toEqual(new Set([1]));
    heal();

    await world.wake(queue);
    await handle.result();

    expect(asked.filter((number) => number === 2)).toHaveLength(1);
    expect(asked.slice(-2)).toEqual([1, 2]);
    expect(world.deliveredOf(order.id)).toEqual([1, 2]);
    await replay(await handle.fetchHistory(), handle.workflowId);
  });

  test('holds up neither its order nor that order’s end', async () => {
    const { order, queue, heal, handle } = await waitingOrder();
    await send(world, order, 'reject');
    await world.env.client.workflow.getHandle(order.id).result();
    expect((await handle.describe()).status.name).toBe('RUNNING');
    heal();
    await world.wake(queue);
    await handle.result();
    expect(world.deliveredOf(order.id)).toEqual([1, 2]);
  });

  test('that is woken as often as one likes attempts once for each look', async () => {
    const { asked, heal, queue, handle } = await waitingOrder();
    await Promise.all([world.wake(queue), world.wake(queue), world.wake(queue)]);
    await until(() => asked.length >= 2);
    await untilWaiting(handle);
    heal();
    await world.wake(queue);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const activities = (events ?? []).filter((event) => event.activityTaskScheduledEventAttributes);
    expect(activities.length).toBeLessThanOrEqual(5);
  });

  test.each([
    ['is acknowledged', () => undefined],
    [
      'fails',
      () => {
        throw ApplicationFailure.create(WAIT);
      },
    ],
  ])('that is woken just before its attempt %s goes on', async (_, end) => {
    for (let i = 0; i < 5; i++) {
      let isFirst = true;
      const order = await world.placeOrder();
      const { queue, handle } = await deliveryOf(world, order);
      let waking: Promise<void> | undefined;
      world.deliver = async (id, options) => {
        if (isFirst) {
          isFirst = false;
          waking = world.wake(queue);
          end();
        }
        return await acknowledge(id, options);
      };
      await world.start(order);
      await world.untilResolved(order.id);
      await waking;
      await handle.result();
      expect(world.deliveredOf(order.id)).toEqual([1]);
    }
  });

  test('goes on with the next one where somebody gave up on the first', async () => {
    const { order, asked, heal, queue, handle } = await waitingOrder();
    await send(world, order, 'reject');
    await setStatus(order, 1, 'abandoned');
    heal();
    await world.wake(queue);
    await handle.result();
    expect(asked.filter((number) => number === 2)).toHaveLength(1);
    expect(asked.at(-1)).toBe(2);
  });

  test('is not lost when somebody fails its activity by hand', async () => {
    let runs = 0;
    world.deliver = async (id, options) => {
      runs += 1;
      if (runs === 1) throw ApplicationFailure.nonRetryable('by hand');
      return await acknowledge(id, options);
    };
    const order = await world.placeOrder();
    await world.start(order);
    await world.untilResolved(order.id);
    expect(world.deliveredOf(order.id)).toContain(1);
  });
});

describe('a wake', () => {
  test('that comes while an attempt is under way neither cuts it off nor is lost', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const asked: string[] = [];
    world.deliver = async (id, options) => {
      asked.push(id);
      await answered;
      return await acknowledge(id, options);
    };
    const order = await world.placeOrder();
    await world.start(order);
    await until(() => asked.length === 1);
    const { queue, handle } = await deliveryOf(world, order);
    await world.wake(queue);
    await until(async () => !(await handle.describe()).raw.pendingWorkflowTask);
    answer();
    await handle.result();
    expect(asked).toHaveLength(1);
    expect(world.deliveredOf(order.id)).toEqual([1]);
  });

  test('has what was resolved sent again, when its delivery and its order are over', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'reject');
    await world.env.client.workflow.getHandle(order.id).result();
    await world.untilResolved(order.id);
    for (const sequence of [2, 1]) await setStatus(order, sequence, 'pending');
    const { queue, handle } = await deliveryOf(world, order);
    await world.wake(queue);
    await handle.result();
    expect(world.deliveredOf(order.id)).toEqual([1, 2, 1, 2]);
  });
});

describe('a notification that is stuck', () => {
  test('is found by search attribute and named with its cause until it is resolved', async () => {
    const since = '2026-11-21T10:00:00.000Z';
    const nextAttemptAt = '2026-11-21T11:00:00.000Z';
    let isDeaf = true;
    world.deliver = async (id, options) => {
      if (!isDeaf) return await acknowledge(id, options);
      if (options.isReported) throw ApplicationFailure.create(WAIT);
      return { outcome: 'stuck', attempts: 8, since, nextAttemptAt, cause: 'http_status 503' };
    };
    const order = await world.placeOrder();
    await world.start(order);
    const { queue, handle } = await deliveryOf(world, order);
    await untilWaiting(handle);
    const stuckSince = async () =>
      (await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.notificationStuckSince);

    expect((await stuckSince())?.toISOString()).toBe(since);
    const { currentDetails } = (await handle.query('__temporal_workflow_metadata')) as {
      currentDetails: string;
    };
    expect(currentDetails).toContain(
      `**Trouble:** ${notificationId(order.id, 1)}: stuck, http_status 503, since ${since}, ` +
        `attempts so far: 8, next one ${nextAttemptAt}`,
    );
    isDeaf = false;
    await world.wake(queue);
    await handle.result();
    expect(await stuckSince()).toBeUndefined();
    await replay(await handle.fetchHistory(), handle.workflowId);
  });
});
