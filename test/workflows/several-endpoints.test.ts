import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { CallbackEndpoint, Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { abandonUpdate, redeliverSignal, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import { untilWaiting } from '../support/until-waiting.ts';
import { AGENCY_KEY, addEndpoint, STUDIO_KEY, setAddress } from './order-data.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { replay } from './replay.ts';
import { send } from './walk.ts';

let world: OrderWorld;
let acknowledge: OrderWorld['deliver'];
let attemptInline: OrderWorld['deliverPromptly'];
let studios: string;
let agencies: string;
let further: string;

/** The agency hears at two endpoints, the studio at one. */
beforeAll(async () => {
  world = await createOrderWorld();
  ({ deliver: acknowledge, deliverPromptly: attemptInline } = world);
  await setAddress(world.orm, STUDIO_KEY);
  further = await addEndpoint(world.orm, AGENCY_KEY);
  agencies = await firstEndpointOf(AGENCY_KEY);
  studios = await firstEndpointOf(STUDIO_KEY);
});
afterEach(() => {
  Object.assign(world, { deliver: acknowledge, deliverPromptly: attemptInline });
});
afterAll(async () => {
  await world.close();
});

const handleOf = ({ id }: NewOrder) => world.env.client.workflow.getHandle(id);
const WAIT = { message: 'timeout', type: 'timeout', nextRetryDelay: '30 days' } as const;

async function firstEndpointOf(merchantKey: string): Promise<string> {
  const { id } = await world.orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey, isFirst: true });
  return id;
}

/** Numbers of the events that an endpoint was told of, in the order in which it was. */
async function toldOf(order: NewOrder, endpointId: string): Promise<number[]> {
  const rows = await world.orm.em.fork().find(Notification, { orderId: order.id, endpointId });
  const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]));
  return world.delivered.flatMap((id) => sequences.get(id) ?? []);
}

/** From now on this endpoint acknowledges nothing. @returns what ends that. */
function deafen(endpointId: string): () => void {
  let isDeaf = true;
  const isFor = async (id: string) =>
    (await world.orm.em.fork().findOneOrFail(Notification, id)).endpointId === endpointId;
  world.deliverPromptly = async (id) => ((await isFor(id)) ? undefined : await attemptInline(id));
  world.deliver = async (id) => {
    if (isDeaf && (await isFor(id))) throw ApplicationFailure.create(WAIT);
    return await acknowledge(id);
  };
  return () => {
    isDeaf = false;
  };
}

describe('an order that all endpoints hear of', () => {
  test('each is told of every event, in order and once', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'confirm');
    await world.untilStatus(order.id, 'completed');
    await handleOf(order).result();
    for (const endpoint of [agencies, studios, further])
      expect(await toldOf(order, endpoint)).toEqual([1, 2, 3, 4]);
    await replay(await handleOf(order).fetchHistory(), order.id);
  });
});

describe('an endpoint that does not acknowledge', () => {
  test('holds up neither the order nor the others, and hears of everything in order once it does', async () => {
    const order = await world.placeOrder();
    const heal = deafen(agencies);
    await world.start(order);
    await send(world, order, 'confirm');
    await world.untilStatus(order.id, 'completed');
    await until(
      async () => (await toldOf(order, studios)).length === 4 && (await toldOf(order, further)).length === 4,
    );
    expect(await toldOf(order, agencies)).toEqual([]);

    heal();
    await handleOf(order).signal(redeliverSignal, agencies);
    await handleOf(order).result();
    for (const endpoint of [agencies, studios, further])
      expect(await toldOf(order, endpoint)).toEqual([1, 2, 3, 4]);
    await replay(await handleOf(order).fetchHistory(), order.id);
  });

  test('is not retried because another one is to be', async () => {
    const order = await world.placeOrder();
    const asked: string[] = [];
    const heal = deafen(agencies);
    const deaf = world.deliver;
    world.deliver = async (id, options) => {
      asked.push(id);
      return await deaf(id, options);
    };
    await world.start(order);
    await until(async () => asked.length === 3 && (await toldOf(order, studios)).length === 1);
    const before = asked.length;
    // Of another one: nothing waits for it any more, so no delivery is cancelled.
    await handleOf(order).signal(redeliverSignal, 'EP1');
    await send(world, order, 'reject');
    const [own] = await world.orm.em.fork().find(Notification, { orderId: order.id, endpointId: agencies });
    expect(asked.slice(before)).not.toContain(own?.id);
    heal();
    await untilWaiting(handleOf(order));
    await handleOf(order).signal(redeliverSignal);
    await handleOf(order).result();
  });

  test('is named to operators with the cause, in the first line, until it works again', async () => {
    const since = '2026-11-21T10:00:00.000Z';
    const notBefore = '2026-11-21T11:00:00.000Z';
    const order = await world.placeOrder();
    const heal = deafen(further);
    const deaf = world.deliver;
    world.deliver = async (id, options = {}) =>
      options.isReported || options.isUrgent || !id.endsWith(further.slice(2))
        ? await deaf(id, options)
        : { outcome: 'stuck', attempts: 8, since, notBefore, cause: 'http_status 503' };
    await world.start(order);
    const stuckSince = async () =>
      (await handleOf(order).describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.notificationStuckSince);
    await until(async () => (await stuckSince())?.toISOString() === since);
    const [first] = (await detailsOf(order)).split('\n\n');
    expect(first).toBe(
      `**Trouble:** ${further}: stuck, http_status 503, since ${since}, attempts so far: 8, next one ${notBefore}`,
    );

    heal();
    await handleOf(order).signal(redeliverSignal, further);
    await until(async () => (await stuckSince()) === undefined);
    await send(world, order, 'reject');
    await handleOf(order).result();
  });

  test('an operator says which one to give up', async () => {
    const order = await world.placeOrder();
    const first = deafen(agencies);
    const deaf = world.deliver;
    world.deliver = async (id, options) => {
      const { status } = await world.orm.em.fork().findOneOrFail(Notification, id);
      return status === 'abandoned' ? { outcome: 'abandoned', attempts: 1 } : await deaf(id, options);
    };
    await world.start(order);
    const [own] = await world.orm.em.fork().find(Notification, { orderId: order.id, endpointId: agencies });
    const request = { notificationId: own?.id ?? '', reason: 'the agency has closed' };
    await until(() =>
      handleOf(order)
        .executeUpdate(abandonUpdate, { args: [request] })
        .then(
          ({ status }) => status === 'abandoned',
          () => false,
        ),
    );
    first();
    await send(world, order, 'reject');
    await handleOf(order).result();
    expect(await toldOf(order, agencies)).toEqual([2]);
    expect(await toldOf(order, studios)).toEqual([1, 2]);
  });
});

describe('the time to confirm', () => {
  test('the studio alone is reminded at half and at nine tenths of it; then the order is cancelled', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await world.untilStatus(order.id, 'cancelled');
    await handleOf(order).result();
    const rows = await world.orm.em
      .fork()
      .find(
        Notification,
        { orderId: order.id, type: 'order.confirmation_due' },
        { orderBy: { position: 'asc' } },
      );
    expect(rows.map(({ endpointId, position }) => [endpointId, position])).toEqual([
      [studios, 11],
      [studios, 12],
    ]);
    const bodies = rows.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ reminder }) => reminder)).toEqual(['half', 'late']);
    expect(await toldOf(order, studios)).toEqual([1, 1, 1, 2]);
    expect(await toldOf(order, agencies)).toEqual([1, 2]);
    await replay(await handleOf(order).fetchHistory(), order.id);
  });

  test('nobody is reminded of what is confirmed', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'confirm');
    await world.untilStatus(order.id, 'completed');
    await handleOf(order).result();
    const em = world.orm.em.fork();
    expect(await em.count(Notification, { orderId: order.id, type: 'order.confirmation_due' })).toBe(0);
  });
});

/** As the Temporal UI shows them. */
async function detailsOf(order: NewOrder): Promise<string> {
  return await handleOf(order)
    .query<string>('__temporal_workflow_metadata')
    .then((metadata) => (metadata as unknown as { currentDetails?: string }).currentDetails ?? '');
}
