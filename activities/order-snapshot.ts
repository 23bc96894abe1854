/** Where an order stands in the database, as its workflow is told (docs/decisions/0050). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { Order, OrderChange, OrderEvent } from '../db/entities/index.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { earliestStart } from '../domain/trip.ts';
import type { OrderSchedule, RecordedState } from '../workflows/contract.ts';

/**
 * An order with its history, of one moment: they are read side by side, and once more where a move came between. (Within a
 * transaction the caller has locked the order.)
 */
export async function readWithEvents(em: EntityManager, orderId: string): Promise<OrderWithEvents> {
  const read = await readBoth(em, orderId);
  const isOfOneMoment = read.order.sequence === read.events.at(-1)?.sequence;
  return isOfOneMoment ? read : await readSnapshot(em, (inside) => readBoth(inside, orderId));
}

interface OrderWithEvents {
  readonly order: Order;
  readonly events: OrderEvent[];
}

async function readBoth(em: EntityManager, orderId: string): Promise<OrderWithEvents> {
  const [order, events] = await Promise.all([em.findOneOrFail(Order, orderId), eventsOf(em, orderId)]);
  return { order, events };
}

/** An order's history, in order. */
async function eventsOf(em: EntityManager, orderId: string): Promise<OrderEvent[]> {
  return await em.find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } });
}

/** As far as the way to where an order stands tells of it. */
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
  const open = await em.findOne(OrderChange, { orderId: order.id, status: 'requested' });
  const isWaiting = order.status === 'confirmed' && open?.answerBy;
  const lastChange = events.findLast(({ reason }) => reason === 'changed_by_merchant');
  return {
    createdAt: (lastChange?.occurredAt ?? order.createdAt).toISOString(),
    confirmBy: order.confirmBy.toISOString(),
    earliestStartAt: earliestStart(order).toISOString(),
    tripStartAt: order.tripStartAt.toISOString(),
    tripEndAt: order.tripEndAt.toISOString(),
    tripDate: order.tripDate,
    ...(isWaiting && { openChange: { changeId: open.id, answerBy: isWaiting.toISOString() } }),
  };
}
