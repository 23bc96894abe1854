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
  /** Only these. */
  readonly orderIds?: readonly string[] | undefined;
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
 * the index alone (its rows come after).
 */
export async function findOrderPage(
  em: EntityManager,
  filter: OrderFilter,
  limit: number,
): Promise<ListedOrder[]> {
  const { sql, values } = pageSql(filter, limit);
  const rows = await em.execute<ListedOrder[]>(
    `with page as materialized (${sql})
     select ${SHOWN}, page.position from page join orders on orders.id = page.id order by page.place`,
    values,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}

/** How many orders the filter takes; no more than `most` are counted. */
export async function countOrders(em: EntityManager, filter: OrderFilter, most: number): Promise<number> {
  const { sql, values } = pageSql(filter, most);
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from (${sql}) page`,
    values,
  );
  return row?.count ?? 0;
}

/** Id, position and place of the first `limit` orders; or other columns. */
export function pageSql(filter: OrderFilter, limit: number, columns?: string) {
  const isByChange = filter.updatedSince !== undefined;
  const lead = isByChange ? undefined : leadOf(filter);
  const conditions: readonly Condition[] = [
    is(filter.side, filter.key, lead),
    is('status', filter.status, lead),
    is('guide_id', filter.guideId, lead),
    ['client_reference = ?', filter.clientReference],
    ['trip_date >= ?::date', filter.tripDateFrom],
    ['trip_date <= ?::date', filter.tripDateTo],
    ['updated_at >= ?::timestamptz', filter.updatedSince],
    filter.assigned ? assignedTo(filter.assigned, 'orders.id') : ['', undefined],
    isAmong(filter, 'orders'),
    isByChange
      ? behindChange(filter.after)
      : lead
        ? behindNewest(lead, filter)
        : behindOrder(filter, 'orders'),
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const position = isByChange ? "updated_at::text || '|' || id" : 'id';
  const by = orderSort(filter, 'orders').by;
  const sort = isByChange ? 'updated_at, id' : lead === undefined ? by : `${lead.column} desc, ${by}`;
  return {
    sql: `select ${columns ?? `id, ${position} as position, row_number() over (order by ${sort}) as place`}
       from orders where ${given.map(([sql]) => sql).join(' and ')} order by ${sort} limit ?`,
    values: [...given.flatMap(([, ...values]) => values), limit],
  };
}

/**
 * The column before the id in the index that holds the newest ones. A planner that sees it fixed would rather walk all orders by their
 * id, and meets those of all others that are newer first: of a merchant with many old ones it finds the page after millions. So the
 * column is a range of one value, and the list is sorted by it first, which that index alone can do. Those of a reference, and those
 * that are named, are few, and have an index of their own.
 */
function leadOf(filter: OrderFilter): Lead | undefined {
  const { side, key, status, guideId, clientReference, orderIds, after } = filter;
  if (sortOf(filter) !== 'newest' || clientReference !== undefined || orderIds) return undefined;
  const isBehind = after !== undefined;
  if (status !== undefined) return { column: 'status', value: status, isBehind };
  if (guideId !== undefined) return { column: 'guide_id', value: guideId, isBehind };
  return { column: side, value: key, isBehind };
}

interface Lead {
  readonly column: string;
  readonly value: string;
  /** Whether a page went before. */
  readonly isBehind: boolean;
}

/** @param table SQL of where the orders are. */
export function isAmong({ orderIds }: Pick<OrderFilter, 'orderIds'>, table: string): Condition {
  return [
    `${table}.id in (select jsonb_array_elements_text(?::jsonb))`,
    orderIds && JSON.stringify(orderIds),
  ];
}

function is(column: string, value: string | undefined, lead: Lead | undefined): Condition {
  if (column !== lead?.column) return [`${column} = ?`, value];
  return lead.isBehind ? [`${column} >= ?`, value] : [`${column} between ? and ?`, value, value];
}

/** With the column, and without another upper end of it: so the index is entered there, and not at the newest. */
function behindNewest({ column, value }: Lead, { after }: OrderFilter): Condition {
  if (after === undefined) return ['', undefined];
  return [`(${column}, orders.id) < (?, (select last.id from orders last where last.id = ?))`, value, after];
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
