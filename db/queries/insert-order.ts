import type { EntityManager } from '@mikro-orm/postgresql';
import type { PriceLine } from '../../domain/price.ts';
import type { Order } from '../entities/index.ts';
import { executePrepared, prepared } from '../prepared.ts';

/** A new order as it goes into the books; every field that intake decides. */
export type NewOrder = Pick<
  Order,
  | 'id'
  | 'merchantKey'
  | 'studioKey'
  | 'guideId'
  | 'sandbox'
  | 'tripDate'
  | 'tripDays'
  | 'guestCount'
  | 'contactName'
  | 'contactPhone'
  | 'totalAmount'
  | 'currency'
  | 'commissionRate'
  | 'cancellationPolicy'
  | 'timeZone'
  | 'confirmBy'
  | 'tripStartAt'
  | 'tripEndAt'
  | 'instantConfirmation'
  | 'createdAt'
  | 'launchAfter'
> & {
  remark: string | null;
  clientReference: string | null;
  /** Sums to `totalAmount`. */
  priceBreakdown?: readonly PriceLine[];
};

export interface OrderInsert {
  readonly order: NewOrder;
  /** The guide as it was read for the price; another version inserts nothing. */
  readonly guideVersion: number;
  readonly notification: { readonly id: string; readonly body: string };
  /** The provider that books for the merchant. */
  readonly actingKey?: string | undefined;
  readonly idempotency?: {
    readonly key: string;
    readonly requestHash: string;
    readonly answer: Record<string, unknown>;
  };
}

/**
 * One statement, so one round trip and one transaction: the idempotency key first, so that a repeated request stops
 * there; the guide's row, locked so that bookings of one guide take turns (and none deadlocks in the exclusion
 * check); the order, its first event, its notification.
 */
const INSERT_ORDER = prepared(
  'insert-order',
  `
with known_guide as (
  select id from guide where id = ? and version = ? for no key update
), new_key as (
  insert into idempotency_key (merchant_key, key, request_hash, answer, created_at)
  select ?, ?, ?, ?::jsonb, now() from known_guide where ?::boolean
  returning 1
), new_order as (
  insert into orders (
    id, merchant_key, studio_key, guide_id, sandbox, trip_date, trip_days, guest_count, contact_name, contact_phone,
    remark, client_reference, total_amount, currency, price_breakdown, commission_rate,
    cancellation_policy, time_zone, confirm_by,
    trip_start_at, trip_end_at, instant_confirmation, created_at, updated_at, launch_after)
  select
    ?, ?, ?, known_guide.id, ?, ?::date, ?::int, ?::int, ?, ?,
    ?, ?, ?::bigint, ?, ?::jsonb, ?::int, ?::jsonb, ?, ?::timestamptz,
    ?::timestamptz, ?::timestamptz, ?::boolean, ?::timestamptz, ?::timestamptz, ?::timestamptz
  from known_guide left join new_key on true
  returning id, merchant_key, created_at
), new_event as (
  insert into order_event (order_id, sequence, to_status, reason, actor_kind, actor_key, acting_key, occurred_at)
  select id, 1, 'pending', 'created', 'merchant', merchant_key, ?, created_at from new_order
), new_notification as (
  insert into notification (id, order_id, sequence, merchant_key, body, created_at)
  select ?, id, 1, merchant_key, ?, created_at from new_order
)
select id from new_order`,
);

/**
 * Writes a new order. The database's constraints decide: an overlapping live order is an exclusion violation, a
 * repeated idempotency key a unique violation.
 * @returns false when the guide changed since it was read, and nothing was written.
 */
export async function insertOrder(em: EntityManager, insert: OrderInsert): Promise<boolean> {
  const rows = await executePrepared(em, INSERT_ORDER, parameters(insert));
  return rows.length === 1;
}

/** Keeps the guide as it is until the transaction ends; bookings and changes of it wait. */
export async function holdGuide(em: EntityManager, guideId: string): Promise<void> {
  await em.execute('select from guide where id = ? for no key update', [guideId]);
}

function parameters({ order, guideVersion, notification, idempotency, actingKey }: OrderInsert): unknown[] {
  return [
    order.guideId,
    guideVersion,
    order.merchantKey,
    idempotency?.key ?? null,
    idempotency?.requestHash ?? null,
    JSON.stringify(idempotency?.answer ?? null),
    idempotency !== undefined,
    order.id,
    order.merchantKey,
    order.studioKey,
    order.sandbox,
    order.tripDate,
    order.tripDays,
    order.guestCount,
    order.contactName,
    order.contactPhone,
    order.remark,
    order.clientReference,
    order.totalAmount,
    order.currency,
    JSON.stringify(order.priceBreakdown ?? []),
    order.commissionRate,
    JSON.stringify(order.cancellationPolicy),
    order.timeZone,
    order.confirmBy,
    order.tripStartAt,
    order.tripEndAt,
    order.instantConfirmation,
    order.createdAt,
    order.createdAt,
    order.launchAfter,
    actingKey ?? null,
    notification.id,
    notification.body,
  ];
}
