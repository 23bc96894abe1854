import type { OrderDetail } from '../../contract/schemas/orders.ts';
import type { OrderWithEvents } from '../../db/queries/orders/order-with-events.ts';
import { movedBy } from '../../domain/order-move.ts';
import { type Trigger, transitionFor } from '../../domain/order-state.ts';
import { type Viewer, viewOrderDetail } from '../../domain/order-view.ts';
import type { Actor, MoveResult } from '../../workflows/contract.ts';

/**
 * An order as a move has left it, from what was known before and the move's result: a caller who confirms an order does not wait until
 * it is read again. Undefined where that is not enough: something else came between, or an earlier try wrote it.
 */
export function detailAfter(
  { order, events, viewer }: OrderWithEvents & { readonly viewer: Viewer },
  move: { readonly trigger: Trigger | 'advance'; readonly actor: Actor; readonly note?: string | undefined },
  { status, sequence, occurredAt }: MoveResult,
): OrderDetail | undefined {
  const transition = move.trigger === 'advance' ? undefined : transitionFor(order.status, move.trigger);
  const isNext = sequence === order.sequence + 1 && transition?.to === status;
  if (!isNext || occurredAt === undefined) return undefined;
  const { actor, note } = move;
  const event = {
    sequence,
    fromStatus: order.status,
    toStatus: status,
    reason: transition.reason,
    actorKind: actor.kind,
    actingKey: actor.actedBy ?? null,
    note: note || null,
    occurredAt: new Date(occurredAt),
  };
  const change = movedBy(order, { to: status, sequence, by: actor.kind, occurredAt: event.occurredAt });
  const detail = viewOrderDetail({ ...order, ...change }, [...events, event], viewer);
  // Only a change of an order that stays confirmed waits for the studio.
  return { ...detail, openChange: null };
}
