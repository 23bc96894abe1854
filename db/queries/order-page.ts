import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderState } from '../../domain/order-state.ts';
import { Order } from '../entities/index.ts';

export interface OrderFilter {
  /** Whose orders: those that a merchant placed, or those of a studio's guides. */
  readonly side: 'merchant_key' | 'studio_key';
  readonly key: string;
  readonly status?: OrderState | undefined;
  readonly guideId?: string | undefined;
  readonly clientReference?: string | undefined;
  /** First days of trips, both included, `YYYY-MM-DD`. */
  readonly tripDateFrom?: string | undefined;
  readonly tripDateTo?: string | undefined;
  /** The last order of the page before. */
  readonly after?: string | undefined;
}

/**
 * Up to `limit` orders. Newest first, or where trip dates are asked for by trip date, the latest first: either way an
 * index holds them in this order. The page is found on the index alone (its rows come after), since a planner that has
 * to fetch rows prefers to walk all orders by their id, and then finds few of a rare status.
 */
export async function findOrderPage(em: EntityManager, filter: OrderFilter, limit: number): Promise<Order[]> {
  const isByTrip = filter.tripDateFrom !== undefined || filter.tripDateTo !== undefined;
  const position = isByTrip ? 'trip_date, id' : 'id';
  const conditions: readonly (readonly [sql: string, value: string | undefined])[] = [
    [`${filter.side} = ?`, filter.key],
    ['status = ?', filter.status],
    ['guide_id = ?', filter.guideId],
    ['client_reference = ?', filter.clientReference],
    ['trip_date >= ?::date', filter.tripDateFrom],
    ['trip_date <= ?::date', filter.tripDateTo],
    [`(${position}) < (select ${position} from orders where id = ?)`, filter.after],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const page = await em.execute<{ id: string }[]>(
    `select id from orders where ${given.map(([sql]) => sql).join(' and ')}
     order by ${isByTrip ? 'trip_date desc, id desc' : 'id desc'} limit ?`,
    [...given.map(([, value]) => value), limit],
  );
  if (page.length === 0) return [];
  const orders = await em.find(Order, { id: { $in: page.map(({ id }) => id) } });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}
