import { randomUUID } from 'node:crypto';
import type { NewOrder } from '../../db/queries/insert-order.ts';
import { TRANSITIONS, type Trigger } from '../../domain/order-state.ts';
import type { Actor } from '../../workflows/contract.ts';
import type { OrderPath } from './order-paths.ts';
import { AGENCY_KEY, type OrderWorld, STUDIO_KEY } from './order-world.ts';

/** Takes an order along a path, to the end of its workflow. */
export async function walk(world: OrderWorld, path: OrderPath): Promise<NewOrder> {
  const instantConfirmation = path.instantConfirmation ?? false;
  const order = await world.placeOrder({ instantConfirmation });
  await world.launch(order);
  for (const step of path.steps) {
    if ('send' in step) await send(world, order, step.send);
    else if ('untilStatus' in step) await world.untilStatus(order.id, step.untilStatus);
    else await world.env.client.workflow.getHandle(order.id).cancel();
  }
  await world.env.client.workflow.getHandle(order.id).result();
  return order;
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
