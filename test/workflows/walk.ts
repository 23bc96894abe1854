import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { TRANSITIONS, type Trigger } from '../../domain/order-state.ts';
import type { Actor } from '../../workflows/contract.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { untilWaiting } from '../support/waiting/until-waiting.ts';
import { answer, submit } from './changing.ts';
import type { OrderPath, Step } from './order-paths.ts';
import { AGENCY_KEY, type OrderWorld, STUDIO_KEY } from './order-world.ts';

const DAY_MS = 86_400_000;

/** Takes an order along a path, to the end of its workflow. */
export async function walk(world: OrderWorld, path: OrderPath): Promise<NewOrder> {
  const acknowledge = world.deliver;
  if (path.isDeaf) world.deliver = deafOnce(world, '10 ms');
  const instantConfirmation = path.instantConfirmation ?? false;
  const { sandboxBehaviour = null } = path;
  const order = await world.placeOrder({ instantConfirmation, sandboxBehaviour });
  await world.start(order);
  for (const step of path.steps) await take(world, order, step);
  await world.untilOver(order.id);
  world.deliver = acknowledge;
  return order;
}

async function take(world: OrderWorld, order: NewOrder, step: Step): Promise<void> {
  const handle = world.env.client.workflow.getHandle(order.id);
  if ('send' in step) await send(world, order, step.send);
  else if ('change' in step) await change(world, order.id, step.change);
  else if ('refund' in step) await refund(world, order, step.refund);
  else if ('untilStatus' in step) await world.untilStatus(order.id, step.untilStatus);
  else if ('moveClock' in step) await world.gateway.moveClock(order, step.moveClock * DAY_MS);
  else await handle.cancel();
}

/** Far away, where nobody else books. */
const SHIFT_DAYS = 1_000;

async function change(world: OrderWorld, orderId: string, how: 'at once' | 'by consent' | 'accept') {
  if (how === 'accept') return await answer(world, orderId, 'accept');
  const now = await world.env.currentTimeMs();
  const consent = how === 'by consent' && { answerBy: new Date(now + DAY_MS) };
  return await submit(world, orderId, { days: SHIFT_DAYS, ...consent });
}

/** Gives so much back, as the studio. */
async function refund({ gateway }: OrderWorld, order: NewOrder, amount: number): Promise<void> {
  const actor = { kind: 'studio', key: STUDIO_KEY } as const;
  const { refusal } = await gateway.refund(order, { amount, updateId: randomUUID(), actor });
  if (refusal !== undefined) throw new Error(`the refund was refused: ${refusal}`);
}

/** Acknowledges the order's first notification from the second time on that it is asked for it. */
function deafOnce(world: OrderWorld, nextRetryDelay: '10 ms' | '30 days'): OrderWorld['deliver'] {
  const acknowledge = world.deliver;
  let isAsked = false;
  return async (id, options) => {
    const isFirst = id.endsWith('-1') && !isAsked;
    isAsked = true;
    if (!isFirst) return await acknowledge(id, options);
    throw ApplicationFailure.create({ message: 'timeout', type: 'timeout', nextRetryDelay });
  };
}

/** The delivery of an order's notifications to the agency's first endpoint. */
export async function deliveryOf({ deliveries, orm }: OrderWorld, { id: subjectId, merchantKey }: NewOrder) {
  const endpoint = await orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey, isFirst: true });
  const queue = { subjectId, endpointId: endpoint.id, merchantKey };
  return { queue, handle: deliveries.getHandle(deliveryWorkflowId(queue)) };
}

/** A delivery that waits for a month, and is woken. */
export async function wakeDelivery(world: OrderWorld): Promise<WorkflowHandle> {
  const acknowledge = world.deliver;
  world.deliver = deafOnce(world, '30 days');
  const order = await world.placeOrder();
  await world.start(order);
  const { queue, handle } = await deliveryOf(world, order);
  await untilWaiting(handle);
  await world.wake(queue);
  await handle.result();
  world.deliver = acknowledge;
  await send(world, order, 'reject');
  return handle;
}

/** Sends an Update as the side that may. */
export async function send(world: OrderWorld, order: NewOrder, trigger: Trigger | 'advance'): Promise<void> {
  const actor = actorOf(trigger);
  await world.gateway.move(order, { trigger, updateId: randomUUID(), ...(actor ? { actor } : {}) });
}

function actorOf(trigger: Trigger | 'advance'): Actor | undefined {
  const by = TRANSITIONS.find((transition) => transition.trigger === trigger)?.by;
  if (by === 'merchant') return { kind: by, key: AGENCY_KEY };
  return by === 'studio' ? { kind: by, key: STUDIO_KEY } : undefined;
}
