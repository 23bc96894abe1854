import { afterEach, describe, expect, test } from '@jest/globals';
import { OrderEvent } from '../../db/entities/index.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import { catchUpSignal } from '../../workflows/contract.ts';
import { until } from '../support/until.ts';
import { AGENCY, createGatedWorld, Gate, type GatedWorld, namesOf, STUDIO } from './gated-orders.ts';
import { type History, replayAll } from './live-world.ts';
import { placeOrder } from './order-data.ts';

let world: GatedWorld;
afterEach(async () => {
  await world.close();
});

describe('a write that outlasts its workflow task', () => {
  test('is followed by the signal that came meanwhile, also in replay', async () => {
    world = await createGatedWorld({ workflowTaskTimeout: '1 s' });
    const order = await placeOrder(world.orm, new Date());
    const starting = new Gate();
    world.writes.set('in_progress', starting);
    await world.gateway.start(order);
    await world.gateway.move(order, { trigger: 'confirm', updateId: 'confirm', actor: STUDIO });
    const handle = world.handleOf(order.id);

    const started = world.gateway.move(order, { trigger: 'start', updateId: 'start', actor: STUDIO });
    await until(() => starting.isReached);
    await handle.signal(catchUpSignal);
    await until(async () => namesOf(await handle.fetchHistory()).includes('workflowExecutionSignaled'));
    starting.open();
    await started;
    await world.gateway.move(order, { trigger: 'complete', updateId: 'complete', actor: STUDIO });
    await handle.result();

    const { failures } = await replayAll([{ orderId: order.id, history: await handle.fetchHistory() }]);
    expect(failures).toEqual([]);
  });

  test('decides what comes of the Update behind it', async () => {
    world = await createGatedWorld({ workflowTaskTimeout: '1 s' });
    const order = await placeOrder(world.orm, new Date());
    const rejecting = new Gate();
    world.writes.set('cancelled', rejecting);
    await world.gateway.start(order);

    const rejected = world.gateway.move(order, { trigger: 'reject', updateId: 'reject', actor: STUDIO });
    await until(() => rejecting.isReached);
    const cancelling = world.gateway.move(order, { trigger: 'cancel', updateId: 'cancel', actor: AGENCY });
    const refused = expect(cancelling).rejects.toThrow(CommandRefusedError);
    const handle = world.handleOf(order.id);
    await until(async () => updatesIn(await handle.fetchHistory()) === 2);
    rejecting.open();

    await rejected;
    await refused;
    await handle.result();
    const events = await world.orm.em
      .fork()
      .find(OrderEvent, { orderId: order.id }, { orderBy: { sequence: 'asc' } });
    expect(events.map(({ updateId }) => updateId)).toEqual([null, 'reject']);
  });
});

test('an Update that finds its workflow in no worker’s memory is taken in as it will be in replay', async () => {
  world = await createGatedWorld({ workflowTaskTimeout: '10 s' });
  const order = await placeOrder(world.orm, new Date());
  await world.gateway.start(order);
  await world.gateway.move(order, { trigger: 'confirm', updateId: 'confirm', actor: STUDIO });
  const handle = world.handleOf(order.id);
  // The workers of this world remember two.
  for (let others = 0; others < 3; others += 1) {
    const other = await placeOrder(world.orm, new Date());
    await world.gateway.move(other, { trigger: 'confirm', updateId: 'confirm', actor: STUDIO });
  }

  await world.gateway.move(order, { trigger: 'start', updateId: 'start', actor: STUDIO });
  await world.gateway.move(order, { trigger: 'complete', updateId: 'complete', actor: STUDIO });
  await handle.result();
  const { failures } = await replayAll([{ orderId: order.id, history: await handle.fetchHistory() }]);
  expect(failures).toEqual([]);
});

test('a write that takes longer than a workflow task goes on as an activity of the server’s', async () => {
  world = await createGatedWorld({ workflowTaskTimeout: '10 s' });
  const order = await placeOrder(world.orm, new Date());
  const confirming = new Gate();
  world.writes.set('confirmed', confirming);
  await world.gateway.start(order);

  const confirmed = world.gateway.move(order, { trigger: 'confirm', updateId: 'confirm', actor: STUDIO });
  const handle = world.handleOf(order.id);
  await until(async () => regularWritesIn(await handle.fetchHistory()) === 1);
  confirming.open();

  await confirmed;
  const events = await world.orm.em
    .fork()
    .find(OrderEvent, { orderId: order.id }, { orderBy: { sequence: 'asc' } });
  expect(events.map(({ updateId }) => updateId)).toEqual([null, 'confirm']);
  expect(namesOf(await handle.fetchHistory())).not.toContain('workflowTaskTimedOut');
});

function updatesIn(history: History): number {
  return namesOf(history).filter((name) => name === 'workflowExecutionUpdateAccepted').length;
}

function regularWritesIn({ events }: History): number {
  return (events ?? []).filter(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'recordTransition',
  ).length;
}
