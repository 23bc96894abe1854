import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { CallbackEndpoint, Notification } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { notificationId } from '../../domain/ids.ts';
import { TRANSITIONS, type Trigger } from '../../domain/order-state.ts';
import {
  type Actor,
  abandonUpdate,
  REDELIVERY_WORKFLOW,
  redeliverSignal,
  redeliveryWorkflowId,
  resendSignal,
  TASK_QUEUES,
} from '../../workflows/contract.ts';
import { untilWaiting } from '../support/until-waiting.ts';
import { answer, submit } from './changing.ts';
import type { OrderPath, Step } from './order-paths.ts';
import { AGENCY_KEY, type OrderWorld, STUDIO_KEY } from './order-world.ts';

const DAY_MS = 86_400_000;

/** Takes an order along a path, to the end of its workflow. */
export async function walk(world: OrderWorld, path: OrderPath): Promise<NewOrder> {
  const acknowledge = world.deliver;
  if (path.merchant !== undefined) world.deliver = deafMerchant(world, path.merchant);
  const instantConfirmation = path.instantConfirmation ?? false;
  const { sandboxBehaviour = null } = path;
  const order = await world.placeOrder({ instantConfirmation, sandboxBehaviour });
  await world.start(order);
  for (const step of path.steps) await take(world, order, step);
  await world.env.client.workflow.getHandle(order.id).result();
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
  else if ('requestCancellation' in step) await handle.cancel();
  else if ('redeliver' in step) {
    await untilWaiting(handle);
    await handle.signal(redeliverSignal);
  } else {
    await untilWaiting(handle);
    const request = { sequence: step.abandon, reason: 'the agency has closed' };
    await handle.executeUpdate(abandonUpdate, { args: [request] });
  }
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

/** Acknowledges from the second time on that it is asked for a notification; obeys an operator who gave up. */
export function deafMerchant(world: OrderWorld, how: 'deaf' | 'stuck'): OrderWorld['deliver'] {
  const acknowledge = world.deliver;
  return async (id, options = {}) => {
    const { status } = await world.orm.em.fork().findOneOrFail(Notification, id);
    if (status === 'abandoned') return { outcome: 'abandoned', attempts: 1 };
    if (options.isUrgent || !id.endsWith('-1')) return await acknowledge(id);
    const failed = { message: 'timeout', type: 'timeout', nextRetryDelay: '30 days' } as const;
    if (how === 'deaf' || options.isReported) throw ApplicationFailure.create(failed);
    const since = new Date(0).toISOString();
    return { outcome: 'stuck', attempts: 9, since, notBefore: since };
  };
}

/** Has resolved notifications sent again, until they are acknowledged. @returns the workflow's id. */
export async function resend(
  { env, orm }: OrderWorld,
  { id: orderId, merchantKey }: NewOrder,
  sequences: readonly number[],
): Promise<string> {
  const endpoint = await orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey, isFirst: true });
  const notificationIds = sequences.map((sequence) => notificationId(orderId, sequence));
  const handle = await env.client.workflow.signalWithStart(REDELIVERY_WORKFLOW, {
    workflowId: redeliveryWorkflowId(orderId, endpoint.id),
    taskQueue: TASK_QUEUES.orders,
    args: [{ orderId, merchantKey, endpointId: endpoint.id }],
    signal: resendSignal,
    signalArgs: [{ notificationIds, requestedAt: new Date().toISOString() }],
  });
  await handle.result();
  return handle.workflowId;
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
