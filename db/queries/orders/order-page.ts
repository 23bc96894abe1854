import type { EntityManager } from '@mikro-orm/postgresql';
import { type OrderSort, sortOf } from '../../../domain/order-sort.ts';
import type { OrderState } from '../../../domain/order-state.ts';
import { type AssignedFilter, assignedTo } from './assigned.ts';

export interface OrderFilter {
  /** The owner of the orders: a merchant that placed them, or the studio of their guides. */
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
  readonly assigned?: AssignedFilter | undefined;
  /** Not together with changes. */
  readonly sort?: OrderSort | undefined;
  /** Of the last order of the previous page. */
  readonly after?: string | undefined;
}

/** What a line of the list shows of an order, and its place in the list. */
export interface ListedOrder {
  readonly id: string;
  readonly guideId: string;
  readonly status: OrderState;
  readonly clientReference: string | null;
  /** `YYYY-MM-DD` */
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
  /** Minor units. */
  readonly totalAmount: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly position: string;
}

const SHOWN = `
orders.id, guide_id as "guideId", status, client_reference as "clientReference", trip_date::text as "tripDate",
trip_days as "tripDays", guest_count as "guestCount", total_amount::float8 as "totalAmount", currency,
created_at as "createdAt", updated_at as "updatedAt"`;

export type Condition = readonly [sql: string, ...values: (string | undefined)[]];

/**
 * Up to `limit` orders, sorted by orderSort, or changes by their time: each way an index holds them in this order. The page is found on
 * the index alone (its rows come after), since a planner that has to fetch rows prefers to walk all orders by their id, and then finds
 * few of a rare status.
 */
export async function findOrderPage(
  em: EntityManager,
  filter: OrderFilter,
  limit: number,
): Promise<ListedOrder[]> {
  const isByChange = filter.updatedSince !== undefined;
  const conditions: readonly Condition[] = [
    [`${filter.side} = ?`, filter.key],
    ['status = ?', filter.status],
    ['guide_id = ?', filter.guideId],
    ['client_reference = ?', filter.clientReference],
    ['trip_date >= ?::date', filter.tripDateFrom],
    ['trip_date <= ?::date', filter.tripDateTo],
    ['updated_at >= ?::timestamptz', filter.updatedSince],
    filter.assigned ? assignedTo(filter.assigned, 'orders.id') : ['', undefined],
    isByChange ? behindChange(filter.after) : behindOrder(filter, 'orders'),
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const position = isByChange ? "updated_at::text || '|' || id" : 'id';
  const sort = isByChange ? 'updated_at, id' : orderSort(filter, 'orders').by;
  const rows = await em.execute<ListedOrder[]>(
    `with page as materialized (
       select id, ${position} as position, row_number() over (order by ${sort}) as place
       from orders where ${given.map(([sql]) => sql).join(' and ')} order by ${sort} limit ?
     )
     select ${SHOWN}, page.position from page join orders on orders.id = page.id order by page.place`,
    [...given.flatMap(([, ...values]) => values), limit],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}

type Sorted = Pick<OrderFilter, 'sort' | 'tripDateFrom' | 'tripDateTo' | 'after'>;

interface SortSql {
  /** What it is sorted by, as a select list. */
  readonly columns: string;
  /** What `order by` takes. */
  readonly by: string;
  /** How a row that comes later compares with one before it. */
  readonly behind: '<' | '>';
}

/** How a list of orders is sorted. @param table SQL of where the orders are. */
export function orderSort(filter: Sorted, table: string): SortSql {
  const sort = sortOf(filter);
  const columns = sort === 'newest' ? [`${table}.id`] : [`${table}.trip_date`, `${table}.id`];
  const isRising = sort === 'tripEarliest';
  return {
    columns: columns.join(', '),
    by: columns.map((column) => (isRising ? column : `${column} desc`)).join(', '),
    behind: isRising ? '>' : '<',
  };
}

/** What comes after the order that a page ended with. @param table SQL of where the orders are. */
export function behindOrder(filter: Sorted, table: string): Condition {
  const { columns, behind } = orderSort(filter, table);
  const last = `select ${orderSort(filter, 'last').columns} from orders last where last.id = ?`;
  return [`(${columns}) ${behind} (${last})`, filter.after];
}

/** By the time that it had then: an order that changes between two pages comes again. */
function behindChange(after: string | undefined): Condition {
  const [at, id] = after?.split('|') ?? [];
  return ['(updated_at, id) > (?::timestamptz, ?)', at, id];
}
