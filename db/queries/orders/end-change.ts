/** How a change that waits for its studio ends with something else: its order's move, or another change. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeEnding } from '../../../domain/order-change.ts';
import { orderChangeBodies } from '../../../domain/order-notification.ts';
import type { ReasonCode } from '../../../domain/order-state.ts';
import { Order, OrderChange, type OrderEvent } from '../../entities/index.ts';
import { type UnmovedEvent, writeUnmoved } from './change-order.ts';
import type { OrderWithEvents } from './order-with-events.ts';

/** Who ended it by what they did, and when. */
export type EndedBy = Pick<UnmovedEvent, 'actorKind' | 'actorKey' | 'actingKey' | 'occurredAt' | 'requestId'>;

/** The change that waits for the studio. Without a request in the history there is none, and no query is sent. */
export async function findWaitingChange(
  em: EntityManager,
  order: Pick<Order, 'id' | 'status'>,
  events: readonly { readonly reason: ReasonCode }[],
): Promise<OrderChange | undefined> {
  const mayWait =
    order.status === 'confirmed' && events.some(({ reason }) => reason === 'change_requested_by_merchant');
  if (!mayWait) return undefined;
  return (await em.findOne(OrderChange, { orderId: order.id, status: 'requested' })) ?? undefined;
}

/**
 * Ends it with its own event, in the caller's transaction: the event of what ends it comes next.
 * @returns the order as it is then; undefined where it is not in the state that was read; then nothing was written.
 */
export async function endWaitingChange(
  tx: EntityManager,
  { order, events }: OrderWithEvents,
  change: OrderChange,
  { status, reason, endReason }: ChangeEnding,
  by: EndedBy,
): Promise<OrderWithEvents | undefined> {
  const { id: orderId, status: orderStatus } = order;
  const sequence = order.sequence + 1;
  const at = by.occurredAt;
  const unchanged = { id: orderId, status: orderStatus, sequence: order.sequence };
  if ((await tx.nativeUpdate(Order, unchanged, { sequence, updatedAt: at })) === 0) return undefined;
  const ended = { status, sequence, endReason, decidedAt: at };
  await tx.nativeUpdate(OrderChange, { id: change.id, status: 'requested' }, ended);
  const event: UnmovedEvent = {
    ...{ orderId, sequence, fromStatus: orderStatus, toStatus: orderStatus, reason },
    ...{ ...by, updateId: null, note: null },
  };
  const now = { order: { ...order, sequence, updatedAt: at }, events: [...events, event as OrderEvent] };
  const bodies = orderChangeBodies(now.order, now.events, { ...change, ...ended });
  await writeUnmoved(tx, event, bodies, { isAnnounced: true });
  return now;
}
