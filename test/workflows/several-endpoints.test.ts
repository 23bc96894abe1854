import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { CallbackEndpoint, Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { until } from '../support/until.ts';
import { untilWaiting } from '../support/waiting/until-waiting.ts';
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

/** The agency is notified at two endpoints, the studio at one. */
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
const deliveryOf = ({ id: subjectId }: NewOrder, endpointId: string) =>
  world.deliveries.getHandle(deliveryWorkflowId({ subjectId, endpointId }));
const wake = ({ id: subjectId, merchantKey }: NewOrder, endpointId: string) =>
  world.wake({ subjectId, endpointId, merchantKey });
const WAIT = { message: 'timeout', type: 'timeout', nextRetryDelay: '30 days' } as const;

async function firstEndpointOf(merchantKey: string): Promise<string> {
  const { id } = await world.orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey, isFirst: true });
  return id;
}

/** Numbers of the events that an endpoint was notified of, in the order in which it was. */
async function listedUnder(order: NewOrder, endpointId: string): Promise<number[]> {
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
  world.deliver = async (id, options) => {
    if (isDeaf && (await isFor(id))) throw ApplicationFailure.create(WAIT);
    return await acknowledge(id, options);
  };
  return () => {
    isDeaf = false;
  };
}

describe('an order that all endpoints hear of', () => {
  test('each is notified of every event, in order and once', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await send(world, order, 'confirm');
    await world.untilStatus(order.id, 'completed');
    await world.untilOver(order.id);
    for (const endpoint of [agencies, studios, further])
      expect(await listedUnder(order, endpoint)).toEqual([1, 2, 3, 4]);
    await replay(await handleOf(order).fetchHistory(), order.id);
  });
});

describe('an endpoint that does not acknowledge', () => {
  test('holds up neither the order nor the others, and is notified of everything in order once it does', async () => {
    const order = await world.placeOrder();
    const heal = deafen(agencies);
    await world.start(order);
    await send(world, order, 'confirm');
    await world.untilStatus(order.id, 'completed');
    await until(
      async () =>
        (await listedUnder(order, studios)).length === 4 && (await listedUnder(order, further)).length === 4,
    );
    expect(await listedUnder(order, agencies)).toEqual([]);

    await handleOf(order).result();
    heal();
    await wake(order, agencies);
    await world.untilResolved(order.id);
    for (const endpoint of [agencies, studios, further])
      expect(await listedUnder(order, endpoint)).toEqual([1, 2, 3, 4]);
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
    await untilWaiting(deliveryOf(order, agencies));
    const [own] = await world.orm.em.fork().find(Notification, { orderId: order.id, endpointId: agencies });
    const before = asked.filter((id) => id === own?.id).length;
    await wake(order, studios);
    await deliveryOf(order, studios).result();
    expect(asked.filter((id) => id === own?.id)).toHaveLength(before);
    heal();
    await send(world, order, 'reject');
    await wake(order, agencies);
    await world.untilResolved(order.id);
  });

  test('is named to operators who look at the order, with the workflow that goes on', async () => {
    const order = await world.placeOrder();
    const heal = deafen(further);
    await world.start(order);
    await untilWaiting(deliveryOf(order, further));
    const { workflowId } = deliveryOf(order, further);
    expect(await detailsOf(order)).toContain(workflowId.slice(0, -further.length));
    heal();
    await send(world, order, 'reject');
    await wake(order, further);
    await world.untilOver(order.id);
  });
});

describe('the time to confirm', () => {
  test('the studio alone is reminded at half and at nine tenths of it; then the order is cancelled', async () => {
    const order = await world.placeOrder();
    await world.start(order);
    await world.untilStatus(order.id, 'cancelled');
    await world.untilOver(order.id);
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
    expect(await listedUnder(order, studios)).toEqual([1, 1, 1, 2]);
    expect(await listedUnder(order, agencies)).toEqual([1, 2]);
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
