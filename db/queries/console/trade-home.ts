/** What the console's first page shows of a merchant, in few statements that indexes serve. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderState } from '../../../domain/order-state.ts';
import type { OrderSide } from './trade-orders.ts';

/** Live orders whose trips begin on a day, by state. */
export interface DayCount {
  readonly day: string;
  readonly status: OrderState;
  readonly count: number;
}

/** From `from` on, both days included, `YYYY-MM-DD` of each guide's calendar. */
export async function countTripsByDay(
  em: EntityManager,
  { side, key }: OrderSide,
  from: string,
  to: string,
): Promise<DayCount[]> {
  return await em.execute<DayCount[]>(
    `select trip_date::text as day, status, count(*)::int as count from orders
     where ${side} = ? and trip_date between ?::date and ?::date and status <> 'cancelled'
     group by 1, 2 order by 1, 2`,
    [key, from, to],
  );
}

/** No trip is longer than that. */
const LONGEST_TRIP_DAYS = 60;

/**
 * Ids of confirmed and running orders whose trips include today or tomorrow where the guide is, the earliest first.
 * @param at the merchant's time.
 */
export async function findTripsNow(
  em: EntityManager,
  { side, key }: OrderSide,
  at: Date,
  limit: number,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from orders
     where ${side} = ? and status in ('pending', 'confirmed', 'in_progress')
       and trip_date between ?::timestamptz::date - ${LONGEST_TRIP_DAYS + 1} and ?::timestamptz::date + 2
       and trip_date <= (?::timestamptz at time zone time_zone)::date + 1 and trip_end_at > ?::timestamptz
     order by trip_start_at, id limit ?`,
    [key, at, at, at, at, limit],
  );
  return rows.map(({ id }) => id);
}

export interface UnreadRow {
  readonly orderId: string;
  readonly count: number;
  readonly since: Date;
}

/** Orders with messages that this side has not read, of trips that are to come or not long over; the longest waiting first. */
export async function findUnread(
  em: EntityManager,
  { side, key }: OrderSide,
  tripsFrom: string,
  limit: number,
): Promise<UnreadRow[]> {
  const rows = await em.execute<UnreadRow[]>(
    `select o.id as "orderId", count(*)::int as count, min(m.created_at) as since
     from orders o join order_message m on m.order_id = o.id
     where o.${side} = ? and o.trip_date >= ?::date and m.sender_key <> ? and m.read_at is null
     group by o.id order by 3, 1 limit ?`,
    [key, tripsFrom, key, limit],
  );
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

export interface TroubleRow {
  readonly endpointId: string;
  readonly url: string;
  readonly pausedAt: Date | null;
  readonly failingSince: Date | null;
  readonly waiting: number;
}

/** Counting stops there. */
const MAX_WAITING = 1_000;

/** Endpoints of a merchant that fail or are paused, and how many notifications wait for them: MAX_WAITING at most. */
export async function findEndpointTrouble(em: EntityManager, merchantKey: string): Promise<TroubleRow[]> {
  const rows = await em.execute<TroubleRow[]>(
    `select e.id as "endpointId", e.url, e.paused_at as "pausedAt", e.failing_since as "failingSince",
       (select count(*)::int from (
          select from notification n where n.endpoint_id = e.id and n.status = 'pending' limit ${MAX_WAITING}
        ) waiting) as waiting
     from callback_endpoint e
     where e.merchant_key = ? and e.removed_at is null and e.url is not null
       and (e.paused_at is not null or e.failing_since is not null)
     order by coalesce(e.paused_at, e.failing_since), e.id`,
    [merchantKey],
  );
  return rows.map((row) => ({
    ...row,
    pausedAt: row.pausedAt && new Date(row.pausedAt),
    failingSince: row.failingSince && new Date(row.failingSince),
  }));
}

/** What a new merchant has done already. */
export interface FirstSteps {
  readonly hasGuide: boolean;
  readonly hasOrder: boolean;
  readonly hasKey: boolean;
  readonly hasEndpoint: boolean;
}

export async function findFirstSteps(em: EntityManager, { side, key }: OrderSide): Promise<FirstSteps> {
  const [row] = await em.execute<FirstSteps[]>(
    `select exists (select from guide where studio_key = ? and deleted_at is null) as "hasGuide",
       exists (select from orders where ${side} = ?) as "hasOrder",
       exists (select from credential where merchant_key = ? and last_used_at is not null) as "hasKey",
       exists (select from callback_endpoint where merchant_key = ? and url is not null and removed_at is null)
         as "hasEndpoint"`,
    [key, key, key, key],
  );
  return row ?? { hasGuide: false, hasOrder: false, hasKey: false, hasEndpoint: false };
}
