import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { Notification } from '../../db/entities/index.ts';
import { TRANSITIONS } from '../../domain/order-state.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { ORDER_PATHS } from './order-paths.ts';
import { AGENCY_KEY, createOrderWorld, type OrderWorld } from './order-world.ts';
import { send, walk } from './walk.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(async () => {
  await world.close();
});

describe('an order', () => {
  test.each(ORDER_PATHS)('$name', async (path) => {
    const order = await walk(world, path);

    const events = await world.events(order.id);
    expect(events.map(({ reason }) => reason)).toEqual(path.reasons);
    expect((await world.order(order.id)).status).toBe(events.at(-1)?.toStatus);
    const acknowledged = events.map(({ sequence }) => sequence);
    expect(world.deliveredOf(order.id)).toEqual(acknowledged);
  });

  test('has a walked path for every row of the transition table', async () => {
    const walked = new Set(
      ORDER_PATHS.flatMap(({ reasons }) => reasons.slice(1).map((reason, i) => `${reasons[i]}>${reason}`)),
    );
    const reasonsInto = (state: string) =>
      state === 'pending'
        ? ['created']
        : TRANSITIONS.filter(({ to }) => to === state).map(({ reason }) => reason);
    const unwalked = TRANSITIONS.filter(
      ({ from, reason }) => !reasonsInto(from).some((into) => walked.has(`${into}>${reason}`)),
    );
    expect(unwalked).toEqual([]);
  });
});

describe('the clock', () => {
  test('starts a trip three months ahead at midnight where the guide is, and ends it after its last day', async () => {
    const path = ORDER_PATHS.find(({ name }) => name === 'confirmed-then-moved-by-the-clock')!;
    const order = await walk(world, path);

    const [, , started, ended] = await world.events(order.id);
    expect(secondsAfter(started!.occurredAt, order.tripStartAt)).toBe(0);
    expect(secondsAfter(ended!.occurredAt, order.tripEndAt)).toBe(0);
  });

  test('cancels an unconfirmed order at its deadline, and everything comes back', async () => {
    const path = ORDER_PATHS.find(({ name }) => name === 'expired-unconfirmed')!;
    const order = await walk(world, path);

    const [, expired] = await world.events(order.id);
    expect(secondsAfter(expired!.occurredAt, order.confirmBy)).toBe(0);
    expect((await world.order(order.id)).refundAmount).toBe(order.totalAmount);
  });
});

describe('a move that the state does not allow', () => {
  test('is refused, and changes nothing', async () => {
    const order = await world.placeOrder();
    await world.start(order);

    await expect(send(world, order, 'complete')).rejects.toThrow(CommandRefusedError);
    await expect(send(world, order, 'withdraw')).rejects.toThrow('the order is pending');
    expect(await world.events(order.id)).toHaveLength(1);
    await send(world, order, 'reject');
  });

  test('is refused when the workflow has ended', async () => {
    const order = await walk(world, ORDER_PATHS.find(({ name }) => name === 'rejected-by-the-studio')!);
    await expect(send(world, order, 'confirm')).rejects.toThrow(CommandRefusedError);
  });

  test('of two that come at once exactly one is carried out', async () => {
    const order = await world.placeOrder();
    await world.start(order);

    const results = await Promise.allSettled([
      send(world, order, 'confirm'),
      send(world, order, 'cancel'),
      send(world, order, 'reject'),
    ]);
    const events = await world.events(order.id);
    const isConfirmedThenCancelled = events.length === 3;
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      isConfirmedThenCancelled ? 2 : 1,
    );
    if ((await world.order(order.id)).status === 'confirmed') await send(world, order, 'withdraw');
  });

  test('a production trip can be started from the day before only', async () => {
    const order = await world.placeOrder({ sandbox: false });
    await world.start(order);
    await send(world, order, 'confirm');

    await expect(send(world, order, 'start')).rejects.toThrow('the trip can be started from');
    await expect(send(world, order, 'advance')).rejects.toThrow('only a sandbox order can be advanced');
    await send(world, order, 'withdraw');
  });
});

describe('update-with-start', () => {
  test('moves an order whose workflow was never started', async () => {
    const order = await world.placeOrder();

    await send(world, order, 'confirm');

    expect((await world.order(order.id)).status).toBe('confirmed');
    await send(world, order, 'withdraw');
  });

  test('a second start of an order does nothing', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await world.start(order);
    await send(world, order, 'reject');
    await world.env.client.workflow.getHandle(order.id).result();
    await world.start(order);

    expect((await world.events(order.id)).map(({ reason }) => reason)).toEqual([
      'created',
      'rejected_by_studio',
    ]);
  });
});

describe('recording a move', () => {
  test('a local activity that runs twice writes one event and one notification', async () => {
    const order = await world.placeOrder();
    const record = world.record;
    world.record = async (move) => {
      await record(move);
      return await record(move);
    };
    await world.start(order);
    await send(world, order, 'reject');
    world.record = record;

    expect(await world.events(order.id)).toHaveLength(2);
    const notifications = await world.orm.em
      .fork()
      .count(Notification, { orderId: order.id, merchantKey: AGENCY_KEY });
    expect(notifications).toBe(2);
  });

  test('a database that is unavailable for a while delays the move, and does not lose it', async () => {
    const order = await world.placeOrder();
    const record = world.record;
    let failures = 0;
    world.record = async (move) => {
      if (failures++ < 3) throw ApplicationFailure.retryable('away', 'internal');
      return await record(move);
    };
    await world.start(order);
    await send(world, order, 'reject');
    world.record = record;

    expect((await world.order(order.id)).status).toBe('cancelled');
  });
});

describe('notifications', () => {
  test('arrive in order while the lifecycle never waits for a slow merchant', async () => {
    const acknowledge = world.deliver;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    world.deliver = async (id, options) => {
      await held;
      return await acknowledge(id, options);
    };
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'confirm');
    await send(world, order, 'withdraw');
    await world.env.client.workflow.getHandle(order.id).result();
    expect(world.deliveredOf(order.id)).toEqual([]);
    release();
    await world.untilResolved(order.id);
    world.deliver = acknowledge;

    expect(world.deliveredOf(order.id)).toEqual([1, 2, 3]);
  });

  test('are tried again until the merchant acknowledges, also when the order has ended', async () => {
    const acknowledge = world.deliver;
    let attempts = 0;
    world.deliver = async (id, options) => {
      if (++attempts < 5) throw ApplicationFailure.create({ type: 'http_status', nextRetryDelay: '10 ms' });
      return await acknowledge(id, options);
    };
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'reject');
    await world.untilOver(order.id);
    world.deliver = acknowledge;

    expect(attempts).toBeGreaterThanOrEqual(5);
  });
});

describe('what operators see', () => {
  test('search attributes follow the order, and hold nothing personal', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    const handle = world.env.client.workflow.getHandle(order.id);
    await send(world, order, 'confirm');

    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus)).toBe('confirmed');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.merchantKey)).toBe(order.merchantKey);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.guideId)).toBe(order.guideId);
    await send(world, order, 'withdraw');
    await handle.result();

    const written = textsOf(await handle.fetchHistory()).join('\n');
    expect(written).toContain(order.id);
    for (const personal of [order.contactName, order.contactPhone, order.remark!]) {
      expect(written).not.toContain(personal);
    }
  });
});

function secondsAfter(later: Date, earlier: Date): number {
  return Math.floor((later.getTime() - earlier.getTime()) / 1_000);
}

/** Every string of a history, payloads decoded. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
