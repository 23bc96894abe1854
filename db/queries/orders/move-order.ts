import type { EntityManager } from '@mikro-orm/postgresql';
import { positionOf } from '../../../domain/ids.ts';
import type { OrderEventBodies } from '../../../domain/order-notification.ts';
import type { Order, OrderEvent } from '../../entities/index.ts';
import { isLiveSql } from '../../order-days.ts';
import { publishToParties } from '../notifications/notify.ts';
import { giveBackTime } from './reservations.ts';

/** An order's next event, and what the order becomes by it. */
export interface OrderMove {
  readonly event: Pick<
    OrderEvent,
    'orderId' | 'sequence' | 'toStatus' | 'reason' | 'actorKind' | 'occurredAt'
  > & {
    readonly fromStatus: Order['status'];
    readonly actorKey: string | null;
    readonly actingKey: string | null;
    readonly updateId: string | null;
    readonly note: string | null;
    readonly requestId: string | null;
  };
  /** Minor units; null where nothing is given back. */
  readonly refundAmount: number | null;
  readonly bodies: OrderEventBodies;
}

/**
 * One statement, so one round trip, and one transaction where there is none around it: compare-and-set of the order, its
 * event, its notifications, and the guide's time where the order is over. Who moves it is its workflow, so that nobody has to start that any more.
 */
const MOVE_ORDER = `
with moved as (
  update orders set status = ?, sequence = ?::int, refund_amount = coalesce(?::bigint, refund_amount), updated_at = ?::timestamptz,
    workflow_started_at = coalesce(workflow_started_at, now())
  where id = ? and status = ? and sequence = ?::int - 1
  returning id, merchant_key, studio_key, status
), over as (
  select id from moved where not (${isLiveSql('status')})
), ${giveBackTime('over')}, new_event as (
  insert into order_event
    (order_id, sequence, from_status, to_status, reason, actor_kind, actor_key, acting_key, update_id, note, occurred_at,
     request_id)
  select id, ?::int, ?, ?, ?, ?, ?, ?, ?, ?, ?::timestamptz, ? from moved
), published as (
  select id, merchant_key, studio_key, ?::int as sequence, ?::int as position, '' as tag, ?::text as merchant_body,
    ?::text as studio_body, now() as happened_at, null::timestamptz as wake_at
  from moved
), new_notification as (${publishToParties('published', 'order.status_changed')}
)
select id from moved`;

/** @returns false when the order is not in the state just before this event; then nothing was written. */
export async function moveOrder(em: EntityManager, move: OrderMove): Promise<boolean> {
  const rows = await em.execute<unknown[]>(MOVE_ORDER, parameters(move));
  return rows.length === 1;
}

function parameters({ event, refundAmount, bodies }: OrderMove): unknown[] {
  const { orderId, sequence, fromStatus, toStatus, occurredAt } = event;
  const { reason, actorKind, actorKey, actingKey, updateId, note, requestId } = event;
  return [
    ...[toStatus, sequence, refundAmount, occurredAt, orderId, fromStatus, sequence],
    ...[
      sequence,
      fromStatus,
      toStatus,
      reason,
      actorKind,
      actorKey,
      actingKey,
      updateId,
      note,
      occurredAt,
      requestId,
    ],
    ...[sequence, positionOf(sequence), bodies.merchant, bodies.studio],
  ];
}
