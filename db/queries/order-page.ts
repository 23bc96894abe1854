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
  /** RFC 3339: only what changed from then on, the earliest change first; not together with trip dates. */
  readonly updatedSince?: string | undefined;
  /** Of the last order of the page before. */
  readonly after?: string | undefined;
}

/** An order of a page, and its place in the list. */
export interface PlacedOrder {
  readonly order: Order;
  readonly position: string;
}

type Condition = readonly [sql: string, ...values: (string | undefined)[]];

/**
 * Up to `limit` orders. Newest first; where trip dates are asked for by trip date, the latest first; where changes are by
 * their time: each way an index holds them in this order. The page is found on the index alone (its rows come after),
 * since a planner that has to fetch rows prefers to walk all orders by their id, and then finds few of a rare status.
 */
export async function findOrderPage(
  em: EntityManager,
  filter: OrderFilter,
  limit: number,
): Promise<PlacedOrder[]> {
  const isByChange = filter.updatedSince !== undefined;
  const conditions: readonly Condition[] = [
    [`${filter.side} = ?`, filter.key],
    ['status = ?', filter.status],
    ['guide_id = ?', filter.guideId],
    ['client_reference = ?', filter.clientReference],
    ['trip_date >= ?::date', filter.tripDateFrom],
    ['trip_date <= ?::date', filter.tripDateTo],
    ['updated_at >= ?::timestamptz', filter.updatedSince],
    isByChange ? behindChange(filter.after) : behindOrder(filter),
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const page = await em.execute<{ id: string; position: string }[]>(
    `select id, ${isByChange ? "updated_at::text || '|' || id" : 'id'} as position
     from orders where ${given.map(([sql]) => sql).join(' and ')} order by ${sortOf(filter)} limit ?`,
    [...given.flatMap(([, ...values]) => values), limit],
  );
  if (page.length === 0) return [];
  const orders = await em.find(Order, { id: { $in: page.map(({ id }) => id) } });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return page.flatMap(({ id, position }) => {
    const order = byId.get(id);
    return order === undefined ? [] : [{ order, position }];
  });
}

const isByTrip = ({ tripDateFrom, tripDateTo }: OrderFilter) =>
  tripDateFrom !== undefined || tripDateTo !== undefined;

function sortOf(filter: OrderFilter): string {
  if (filter.updatedSince !== undefined) return 'updated_at, id';
  return isByTrip(filter) ? 'trip_date desc, id desc' : 'id desc';
}

function behindOrder(filter: OrderFilter): Condition {
  const position = isByTrip(filter) ? 'trip_date, id' : 'id';
  return [`(${position}) < (select ${position} from orders where id = ?)`, filter.after];
}

/** By the time that it had then: an order that changes between two pages comes again. */
function behindChange(after: string | undefined): Condition {
  const [at, id] = after?.split('|') ?? [];
  return ['(updated_at, id) > (?::timestamptz, ?)', at, id];
}
