/** Bookings through OCTO, with the holds and orders behind them (docs/octo.md, "Bookings"). */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayRange } from '../../../domain/availability.ts';
import { Hold, OctoBooking, Order, OrderEvent } from '../../entities/index.ts';

export interface OctoBookingRecord {
  readonly row: OctoBooking;
  readonly hold: Hold;
  readonly order: Order | undefined;
  readonly events: readonly OrderEvent[];
}

/** In one snapshot, in the order of the ids; those that are not there are left out. */
export async function findOctoBookings(
  em: EntityManager,
  merchantKey: string,
  uuids: readonly string[],
): Promise<OctoBookingRecord[]> {
  if (uuids.length === 0) return [];
  const rows = await em.find(OctoBooking, { merchantKey, uuid: { $in: [...uuids] } });
  const holds = await em.find(Hold, { id: { $in: rows.map(({ holdId }) => holdId) } });
  const orderIds = holds.flatMap(({ orderId }) => orderId ?? []);
  const orders = await em.find(Order, { id: { $in: orderIds } });
  const events = await em.find(
    OrderEvent,
    { orderId: { $in: orderIds } },
    { orderBy: { orderId: 'asc', sequence: 'asc' } },
  );
  const byOrder = Map.groupBy(events, ({ orderId }) => orderId);
  return uuids.flatMap((uuid) => {
    const row = rows.find((one) => one.uuid === uuid);
    const hold = holds.find(({ id }) => id === row?.holdId);
    if (!row || !hold) return [];
    const order = orders.find(({ id }) => id === hold.orderId);
    return [{ row, hold, order, events: byOrder.get(hold.orderId ?? '') ?? [] }];
  });
}

export interface OctoBookingFilter {
  readonly resellerReference?: string | undefined;
  /** An order's id. */
  readonly supplierReference?: string | undefined;
  /** Days of the trips, both included. */
  readonly days?: DayRange | undefined;
  readonly guideId?: string | undefined;
  /** Of these guides. */
  readonly only?: readonly string[] | undefined;
  /** A trip kind; null: whole days. */
  readonly tripKindId?: string | null | undefined;
  /** The last one of the page before. */
  readonly after?: string | undefined;
}

/** The ids of up to `limit` of a merchant's bookings, by day. Each way of asking has its index; that of days is in this order. */
export async function selectOctoBookings(
  em: EntityManager,
  merchantKey: string,
  { resellerReference, supplierReference, days, guideId, only, tripKindId, after }: OctoBookingFilter,
  limit: number,
): Promise<string[]> {
  const conditions: [sql: string, ...values: unknown[]][] = [['b.merchant_key = ?', merchantKey]];
  if (resellerReference !== undefined) conditions.push(['b.reseller_reference = ?', resellerReference]);
  if (supplierReference !== undefined) conditions.push(['h.order_id = ?', supplierReference]);
  if (days) conditions.push(['b.local_date between ? and ?', days.startDate, days.endDate]);
  if (only) conditions.push(['h.guide_id = any (?::text[])', `{${only.join(',')}}`]);
  if (guideId !== undefined) conditions.push(['h.guide_id = ?', guideId]);
  if (tripKindId !== undefined) conditions.push([`${KIND} is not distinct from ?`, tripKindId]);
  if (after !== undefined) {
    conditions.push([
      `(b.local_date, b.created_at, b.uuid) >
        (select local_date, created_at, uuid from octo_booking where merchant_key = ? and uuid = ?)`,
      merchantKey,
      after,
    ]);
  }
  const rows = await em.execute<{ uuid: string }[]>(
    `select b.uuid from octo_booking b join hold h on h.id = b.hold_id left join orders o on o.id = h.order_id
     where ${conditions.map(([sql]) => sql).join(' and ')} order by b.local_date, b.created_at, b.uuid limit ?`,
    [...conditions.flatMap(([, ...values]) => values), limit],
  );
  return rows.map(({ uuid }) => uuid);
}

/** What a change of the order made of it counts. */
const KIND = "case when o.id is null then h.terms->'trip'->>'tripKindId' else o.trip->>'tripKindId' end";
