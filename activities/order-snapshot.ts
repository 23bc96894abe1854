/** An order's state in the database, as its workflow gets it (docs/decisions/0050). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Order, OrderChange, type OrderEvent } from '../db/entities/index.ts';
import { earliestStart } from '../domain/trip.ts';
import type { OrderSchedule, RecordedState } from '../workflows/contract.ts';

/** What the snapshot uses of an event. */
type PassedEvent = Pick<OrderEvent, 'sequence' | 'toStatus' | 'reason' | 'occurredAt'>;

/** @param from the first event of the way there that is of interest. */
function snapshotOf({ status, sequence }: Order, events: readonly PassedEvent[], from = 1): RecordedState {
  const passed = events
    .filter((event) => event.sequence >= from && event.sequence < sequence)
    .map((event) => ({ status: event.toStatus, sequence: event.sequence }));
  return passed.length > 0 ? { status, sequence, passed } : { status, sequence };
}

/** The same with its deadlines: for a workflow that may have missed a change. */
export async function snapshotWithSchedule(
  em: EntityManager,
  order: Order,
  events: readonly PassedEvent[],
  from?: number,
): Promise<RecordedState> {
  return { ...snapshotOf(order, events, from), schedule: await scheduleOf(em, order, events) };
}

async function scheduleOf(
  em: EntityManager,
  order: Order,
  events: readonly PassedEvent[],
): Promise<OrderSchedule> {
  const isConfirmed = order.status === 'confirmed';
  const open = isConfirmed ? await em.findOne(OrderChange, { orderId: order.id, status: 'requested' }) : null;
  const lastChange = events.findLast(({ reason }) => reason === 'changed_by_merchant');
  return {
    createdAt: (lastChange?.occurredAt ?? order.createdAt).toISOString(),
    confirmBy: order.confirmBy.toISOString(),
    earliestStartAt: earliestStart(order).toISOString(),
    tripStartAt: order.tripStartAt.toISOString(),
    tripEndAt: order.tripEndAt.toISOString(),
    tripDate: order.tripDate,
    ...(open?.answerBy && { openChange: { changeId: open.id, answerBy: open.answerBy.toISOString() } }),
  };
}
