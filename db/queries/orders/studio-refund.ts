/** A studio's refund as the database takes it in: the one write of it, by an order's workflow and where none takes part. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { notBeforeLast } from '../../../domain/happening.ts';
import { orderRefundBodies } from '../../../domain/order-notification.ts';
import { type RefundRefusal, refusalOfRefund } from '../../../domain/order-refund.ts';
import { isLive } from '../../../domain/order-state.ts';
import { type Order, OrderCommand, type OrderEvent } from '../../entities/index.ts';
import { postStudioRefund } from '../money/corrections.ts';
import { lockOrder, type UnmovedEvent, writeUnmoved } from './change-order.ts';
import { findWaitingChange } from './end-change.ts';
import { readWithEvents } from './order-with-events.ts';

export interface StudioRefund {
  readonly orderId: string;
  /** Minor units, above zero. */
  readonly amount: number;
  /** The request's id, under which the studio's words wait (OrderCommand). */
  readonly updateId: string;
  readonly actor: Readonly<Record<'key' | 'actedBy' | 'requestId', string | null>>;
  readonly occurredAt: Date;
  /** The platform's, for settlement months. */
  readonly timeZone: string;
  /** The order's workflow writes it, and announces it. */
  readonly isByWorkflow: boolean;
}

export interface WrittenRefund {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
  /** Number of the event that this very request became, now or at an earlier try. */
  readonly recordedAs: number | null;
  readonly refusal?: RefundRefusal;
}

/**
 * Order, event, notifications, and once the trip is completed a posting, in the caller's transaction. Idempotent by the
 * request's id. What this rules out (test/e2e/refunds-in-line.test.ts, test/api/order-refunds.test.ts):
 *
 * - More is given back than there is: the order's row is locked before the check.
 * - A refund is published before, or after, what happened later: while the order is live, its workflow announces it as everything else. Of one that is over,
 *   its deliveries send it, once all before it is resolved (db/queries/notifications/unattended.ts).
 */
export async function writeStudioRefund(tx: EntityManager, refund: StudioRefund): Promise<WrittenRefund> {
  const { orderId, updateId, amount } = refund;
  await lockOrder(tx, orderId);
  const { order, events } = await readWithEvents(tx, orderId);
  const own = events.find((event) => event.updateId === updateId);
  if (own) return { order, events, recordedAs: own.sequence };
  const refusal = refusalOfRefund(order, events, amount);
  if (refusal) return { order, events, recordedAs: null, refusal };
  const note = (await tx.findOne(OrderCommand, { orderId, updateId }))?.note ?? null;
  const occurredAt = notBeforeLast(events, refund.occurredAt);
  const event = eventOf(order, { ...refund, occurredAt }, note);
  await giveBack(tx, order, refund, event);
  const history = [...events, event as OrderEvent];
  const isAnnounced = refund.isByWorkflow && isLive(order.status);
  const facts = { ...order, waitingChange: await findWaitingChange(tx, order, events) };
  await writeUnmoved(tx, event, orderRefundBodies(facts, history, amount), { isAnnounced });
  return { order, events: history, recordedAs: event.sequence };
}

async function giveBack(
  tx: EntityManager,
  order: Order,
  { amount, timeZone }: StudioRefund,
  { sequence, occurredAt: at, note }: UnmovedEvent,
): Promise<void> {
  if (order.status === 'completed')
    await postStudioRefund(tx, order, amount, { sequence, reason: note ?? '', at, timeZone });
  else order.refundAmount = (order.refundAmount ?? 0) + amount;
  Object.assign(order, { sequence, updatedAt: at });
  await tx.flush();
}

function eventOf(
  { id, sequence, status }: Order,
  { actor, updateId, occurredAt }: StudioRefund,
  note: string | null,
): UnmovedEvent {
  return {
    ...{ orderId: id, sequence: sequence + 1, fromStatus: status, toStatus: status },
    ...{ reason: 'refunded_by_studio', actorKind: 'studio', actorKey: actor.key, actingKey: actor.actedBy },
    ...{ updateId, note, requestId: actor.requestId, occurredAt },
  };
}
