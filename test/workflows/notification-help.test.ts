import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { notificationId } from '../../domain/ids.ts';
import { abandonUpdate, type DeliveryOptions, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { resend, send } from './walk.ts';

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

/** An order whose first notification is not acknowledged before `heal` is called; what the activity was asked. */
async function waitingOrder() {
  const asked: DeliveryOptions[] = [];
  let isDeaf = true;
  world.deliver = async (id, options = {}) => {
    asked.push(options);
    if (await isAbandoned(id)) return { outcome: 'abandoned', attempts: 3 };
    if (isDeaf) throw ApplicationFailure.create(WAIT);
    return await acknowledge(id);
  };
  const order = await world.placeOrder();
  await world.start(order);
  await until(() => asked.length > 0);
  const heal = () => {
    isDeaf = false;
  };
  return { order, asked, heal, handle: world.env.client.workflow.getHandle(order.id) };
}

const row = (order: NewOrder, sequence: number) =>
  world.orm.em.fork().findOneOrFail(Notification, notificationId(order.id, sequence));
const isAbandoned = async (id: string) =>
  (await world.orm.em.fork().findOne(Notification, id))?.status === 'abandoned';

describe('abandon', () => {
  test('gives up on a waiting notification, keeps the reason, and the next one goes out', async () => {
    const { order, heal, handle } = await waitingOrder();
    const request = { sequence: 1, reason: '  the agency has closed ' };

    const result = await handle.executeUpdate(abandonUpdate, { args: [request] });
    heal();
    await send(world, order, 'reject');
    await handle.result();

    expect(result).toEqual({ notificationId: notificationId(order.id, 1), status: 'abandoned' });
    expect(await row(order, 1)).toMatchObject({
      status: 'abandoned',
      abandonReason: 'the agency has closed',
    });
    expect(world.delivered).toContain(notificationId(order.id, 2));
    expect(world.delivered).not.toContain(notificationId(order.id, 1));
    const history = JSON.stringify(await handle.fetchHistory(), (_key, value) =>
      value instanceof Uint8Array || value?.type === 'Buffer' ? Buffer.from(value).toString() : value,
    );
    expect(history).toContain('workflowExecutionUpdateAcceptedEventAttributes');
  });

  test('takes the id as well, and gives up on one whose turn has not come', async () => {
    const { order, heal, handle } = await waitingOrder();
    await send(world, order, 'reject');
    const request = { notificationId: notificationId(order.id, 2), reason: 'a test order' };

    // The workflow hears of it by an announcement.
    await until(() =>
      handle.executeUpdate(abandonUpdate, { args: [request] }).then(
        () => true,
        () => false,
      ),
    );
    heal();
    await handle.signal('redeliver');
    await handle.result();

    expect((await row(order, 2)).status).toBe('abandoned');
    expect(world.delivered).toContain(notificationId(order.id, 1));
    expect(world.delivered).not.toContain(notificationId(order.id, 2));
  });

  test.each([
    [{ sequence: 1 }, '"reason" must say why'],
    [{ sequence: 1, reason: '  ' }, '"reason" must say why'],
    [{ sequence: 1, reason: 'x'.repeat(501) }, '"reason" must say why'],
    [{ reason: 'closed' }, '"notificationId" or "sequence"'],
    [{ sequence: '1', reason: 'closed' }, '"notificationId" or "sequence"'],
    [{ notificationId: 'NTF000-1', reason: 'closed' }, 'NTF000-1 is not waiting here'],
    [{ sequence: 7, reason: 'closed' }, 'notification 7 is not waiting here'],
    [null, '"reason" must say why'],
  ])('%j is refused, and leaves no trace', async (request, why) => {
    const { order, heal, handle } = await waitingOrder();
    const refusal = await handle
      .executeUpdate('abandon', { args: [request] })
      .catch((error: unknown) => (error as WorkflowUpdateFailedError).cause?.message);
    expect(refusal).toContain(why);
    expect((await row(order, 1)).status).toBe('pending');
    heal();
    await send(world, order, 'reject');
    await handle.signal('redeliver');
    await handle.result();
  });
});

describe('a notification that is stuck', () => {
  test('can be found by search attribute until it is resolved, and goes on waiting as planned', async () => {
    const since = '2026-11-21T10:00:00.000Z';
    const notBefore = '2026-11-21T11:00:00.000Z';
    const asked: DeliveryOptions[] = [];
    world.deliver = async (id, options = {}) => {
      asked.push(options);
      if (options.isUrgent || !id.endsWith('-1')) return await acknowledge(id);
      if (options.isReported) throw ApplicationFailure.create(WAIT);
      return { outcome: 'stuck', attempts: 8, since, notBefore };
    };
    const order = await world.placeOrder();
    await world.start(order);
    const handle = world.env.client.workflow.getHandle(order.id);
    const stuckSince = async () =>
      (await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.notificationStuckSince);
    await until(() => asked.length === 2);

    expect((await stuckSince())?.toISOString()).toBe(since);
    expect(asked[1]).toEqual({ isReported: true, notBefore });
    await handle.signal('redeliver');
    await until(async () => (await stuckSince()) === undefined);
    expect(asked.slice(2)).toContainEqual({ isReported: true, isUrgent: true });
    await send(world, order, 'reject');
    await handle.result();
  });
});

describe('what was resolved', () => {
  test('is sent again when its order has ended, in order and each once', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'reject');
    await world.env.client.workflow.getHandle(order.id).result();
    const asked: [string, DeliveryOptions | undefined][] = [];
    world.deliver = async (id, options) => {
      asked.push([id, options]);
      return await acknowledge(id);
    };

    await resend(world, order, [1, 2, 1]);

    expect(asked.map(([id]) => id)).toEqual([notificationId(order.id, 1), notificationId(order.id, 2)]);
    expect(asked[0]?.[1]).toEqual({ resendOf: expect.any(String) });
  });
});
