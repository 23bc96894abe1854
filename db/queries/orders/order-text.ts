/**
 * Orders of one side by a text, sorted as the list without one (order-page.ts). What many of the first orders have is found by walking
 * them; what few have, each by an index: reference and contact (orders_by_text), the guide's name (guide_by_part_of_name), the digits of
 * an id. The indexes alone would collect all orders that have a frequent text before the first page.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sortOf } from '../../../domain/order-sort.ts';
import type { OrderSide } from '../console/trade-orders.ts';
import { containing } from '../operators/search.ts';
import { assignedTo } from './assigned.ts';
import { behindOrder, type Condition, isAmong, type OrderFilter, orderSort, pageSql } from './order-page.ts';

/** So many of the list's first orders are walked first. */
const WALKED = 1_000;
/** No index finds shorter texts: they are searched in more of the list's first orders, and nowhere else. */
const SHORTEST_INDEXED = 3;
const WALKED_FOR_SHORT = 5_000;
/** Some 50 ms of an index: digits within an id are searched in so many of the list's first orders, those at its beginning in all. */
const WALKED_FOR_ID = 100_000;
const ID = /^(o|or|ord)?\d+$/i;
/** Of an id. */
const MOST_DIGITS = 24;
/** Where more guides have the name, the orders are walked: one of them comes soon. */
const MOST_GUIDES = 500;

export type OrderTextFilter = Pick<
  OrderFilter,
  | 'status'
  | 'guideId'
  | 'clientReference'
  | 'tripDateFrom'
  | 'tripDateTo'
  | 'assigned'
  | 'orderIds'
  | 'sort'
  | 'after'
> & { readonly limit: number };

interface Part {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Ids of the first orders in whose id, reference, guide or contact name `text` is. A contact name is found by who may see it: the
 * merchant that ordered, and the studio once it has confirmed.
 */
export async function findOrdersByText(
  em: EntityManager,
  side: OrderSide,
  text: string,
  filter: OrderTextFilter,
): Promise<string[]> {
  const like = containing(text);
  const isShort = [...text].length < SHORTEST_INDEXED;
  const walked = await find(em, walk(side, like, filter, isShort ? WALKED_FOR_SHORT : WALKED));
  if (isShort || walked.length >= filter.limit) return walked.map(({ id }) => id);
  const guides = await guidesNamed(em, like);
  const branches = [
    byWords(side, like, filter),
    guides === undefined ? byNameOfMany(side, like, filter) : byGuides(side, guides, filter),
    ...(ID.test(text)
      ? [byBeginningOfId(side, text, filter), byPartOfId(side, containing(text.toUpperCase()), filter)]
      : []),
  ];
  const found = await Promise.all(branches.map((branch) => find(em.fork(), branch)));
  return merged(found.flat(), filter);
}

interface Found {
  readonly id: string;
  /** `YYYY-MM-DD` */
  readonly tripDate: string;
}

const FOUND = 'o.id, o.trip_date::text as "tripDate"';

async function find(em: EntityManager, { sql, values }: Part): Promise<Found[]> {
  return await em.execute<Found[]>(sql, [...values]);
}

/** What several branches found, each once, in the list's order. */
function merged(found: readonly Found[], filter: OrderTextFilter): string[] {
  const sort = sortOf(filter);
  const place = ({ id, tripDate }: Found) => (sort === 'newest' ? id : `${tripDate} ${id}`);
  const places = new Map(found.map((order) => [place(order), order.id]));
  const rising = [...places].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, id]) => id);
  return (sort === 'tripEarliest' ? rising : rising.toReversed()).slice(0, filter.limit);
}

/** Conditions, each with `and` before it. */
function allOf(conditions: readonly Condition[]): Part {
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([sql]) => ` and ${sql}`).join(''),
    values: given.flatMap(([, ...values]) => values),
  };
}

const tripDates = ({ tripDateFrom, tripDateTo }: OrderTextFilter, table: string): Condition[] => [
  [`${table}.trip_date >= ?::date`, tripDateFrom],
  [`${table}.trip_date <= ?::date`, tripDateTo],
];

/** Of the filter, on orders `o`. */
function conditionsOf(filter: OrderTextFilter): Part {
  const { status, guideId, clientReference, assigned } = filter;
  return allOf([
    ['o.status = ?', status],
    ['o.guide_id = ?', guideId],
    ['o.client_reference = ?', clientReference],
    ...tripDates(filter, 'o'),
    ...(assigned ? [assignedTo(assigned, 'o.id')] : []),
    isAmong(filter, 'o'),
    behindOrder(filter, 'o'),
  ]);
}

/** Reference, or the contact's name for who may see it. */
function saysWords({ side }: OrderSide, like: string): Part {
  const mayName = side === 'merchant_key' ? 'true' : "o.status in ('confirmed', 'in_progress', 'completed')";
  return {
    sql: `(o.client_reference ilike ? or (${mayName} and o.contact_name ilike ?))`,
    values: [like, like],
  };
}

/** The first orders of the list, by the index that holds them in its order. */
function walked(side: OrderSide, filter: OrderTextFilter, reach: number, columns: string) {
  const { sort, after, tripDateFrom, tripDateTo } = filter;
  // By trip the days are a part of the index that is walked; by id they would be looked for in all orders.
  const days = sortOf(filter) === 'newest' ? {} : { tripDateFrom, tripDateTo };
  return pageSql({ ...side, sort, after, ...days }, reach, columns);
}

function walk(side: OrderSide, like: string, filter: OrderTextFilter, reach: number): Part {
  const first = walked(side, filter, reach, '*');
  const more = conditionsOf({ ...filter, after: undefined });
  const words = saysWords(side, like);
  return {
    sql: `select ${FOUND} from (${first.sql}) o join guide g on g.id = o.guide_id
      where (o.id ilike ? or g.name ilike ? or ${words.sql})${more.sql} order by ${orderSort(filter, 'o').by} limit ?`,
    values: [...first.values, like, like, ...words.values, ...more.values, filter.limit],
  };
}

/** Collected before they are sorted: the planner believes that a walk through all orders by id is cheaper, which it is not. */
function byWords(side: OrderSide, like: string, filter: OrderTextFilter): Part {
  const words = saysWords(side, like);
  const more = conditionsOf(filter);
  return {
    sql: `with o as materialized (
        select o.id, o.trip_date from orders o where o.${side.side} = ?
          and (coalesce(o.client_reference, '') || ' ' || o.contact_name) ilike ? and ${words.sql}${more.sql}
      ) select ${FOUND} from o order by ${orderSort(filter, 'o').by} limit ?`,
    values: [side.key, like, ...words.values, ...more.values, filter.limit],
  };
}

/** Guides of that name; undefined where there are more than MOST_GUIDES. */
async function guidesNamed(em: EntityManager, like: string): Promise<string[] | undefined> {
  const found = await em.execute<{ id: string }[]>(
    `select id from guide where name ilike ? limit ${MOST_GUIDES + 1}`,
    [like],
  );
  return found.length > MOST_GUIDES ? undefined : found.map(({ id }) => id);
}

function byGuides(side: OrderSide, guides: readonly string[], filter: OrderTextFilter): Part {
  const more = conditionsOf(filter);
  const sort = orderSort(filter, 'o').by;
  return {
    sql: `select ${FOUND} from jsonb_array_elements_text(?::jsonb) g (id) cross join lateral (
        select o.id, o.trip_date from orders o where o.guide_id = g.id and o.${side.side} = ?${more.sql} order by ${sort} limit ?
      ) o order by ${sort} limit ?`,
    values: [JSON.stringify(guides), side.key, ...more.values, filter.limit, filter.limit],
  };
}

function byNameOfMany(side: OrderSide, like: string, filter: OrderTextFilter): Part {
  const more = conditionsOf(filter);
  return {
    sql: `select ${FOUND} from orders o join guide g on g.id = o.guide_id
      where o.${side.side} = ? and g.name ilike ?${more.sql} order by ${orderSort(filter, 'o').by} limit ?`,
    values: [side.key, like, ...more.values, filter.limit],
  };
}

/** A whole id, or how it begins. */
function byBeginningOfId(side: OrderSide, text: string, filter: OrderTextFilter): Part {
  const begins = `ORD${text.replace(/\D/g, '')}`;
  const more = conditionsOf(filter);
  return {
    sql: `select ${FOUND} from orders o where o.${side.side} = ? and o.id between ? and ?${more.sql}
      order by ${orderSort(filter, 'o').by} limit ?`,
    values: [side.key, begins, begins.padEnd(3 + MOST_DIGITS, '9'), ...more.values, filter.limit],
  };
}

/** Walked on the index alone: no order is read but those that have it. */
function byPartOfId(side: OrderSide, like: string, filter: OrderTextFilter): Part {
  const first = walked(side, filter, WALKED_FOR_ID, 'id');
  const more = conditionsOf({ ...filter, after: undefined });
  return {
    sql: `with ids as materialized (select id from (${first.sql}) walked where id like ?)
      select ${FOUND} from ids join orders o on o.id = ids.id where true${more.sql} order by ${orderSort(filter, 'o').by} limit ?`,
    values: [...first.values, like, ...more.values, filter.limit],
  };
}
