/**
 * Orders of one side by a text, the newest first. What many of the newest orders have is found by walking them; what few have, each by
 * an index: reference and contact (orders_by_text), the guide's name (guide_by_part_of_name), the digits of an id. The indexes alone
 * would collect all orders that have a frequent text before the first page.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderSide } from '../console/trade-orders.ts';
import { containing } from '../operators/search.ts';
import { assignedTo } from './assigned.ts';
import type { OrderFilter } from './order-page.ts';

/** So many of the newest orders are walked first. */
const WALKED = 1_000;
/** No index finds shorter texts: they are searched in more of the newest orders, and nowhere else. */
const SHORTEST_INDEXED = 3;
const WALKED_FOR_SHORT = 5_000;
/** Where more guides have the name, the orders are walked: one of them comes soon. */
const MOST_GUIDES = 500;

export type OrderTextFilter = Pick<
  OrderFilter,
  'status' | 'guideId' | 'clientReference' | 'tripDateFrom' | 'tripDateTo' | 'assigned' | 'after'
> & { readonly limit: number };

interface Part {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Ids of the newest orders in whose id, reference, guide or contact name `text` is. A contact name is found by who may see it: the
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
  const walked = await ids(em, walk(side, like, filter, isShort ? WALKED_FOR_SHORT : WALKED));
  if (isShort || walked.length >= filter.limit) return walked;
  const guides = await guidesNamed(em, like);
  const branches = [
    byWords(side, like, filter),
    guides === undefined ? byNameOfMany(side, like, filter) : byGuides(side, guides, filter),
    ...(/^(o|or|ord)?\d+$/i.test(text) ? [byId(side, containing(text.toUpperCase()), filter)] : []),
  ];
  const found = await Promise.all(branches.map((branch) => ids(em.fork(), branch)));
  return [...new Set(found.flat())].sort().reverse().slice(0, filter.limit);
}

async function ids(em: EntityManager, { sql, values }: Part): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(sql, [...values]);
  return rows.map(({ id }) => id);
}

/** Conditions of the filter on orders `o`, each with `and` before it. */
function conditionsOf({
  status,
  guideId,
  clientReference,
  tripDateFrom,
  tripDateTo,
  assigned,
  after,
}: OrderTextFilter): Part {
  const given = (
    [
      ['o.status = ?', status],
      ['o.guide_id = ?', guideId],
      ['o.client_reference = ?', clientReference],
      ['o.trip_date >= ?::date', tripDateFrom],
      ['o.trip_date <= ?::date', tripDateTo],
      ['o.id < ?', after],
    ] as const
  ).filter(([, value]) => value !== undefined);
  const [owned, ...owners] = assigned ? assignedTo(assigned, 'o.id') : [];
  const all = [...given.map(([sql]) => sql), ...(owned ? [owned] : [])];
  return {
    sql: all.map((sql) => ` and ${sql}`).join(''),
    values: [...given.map(([, value]) => value), ...owners],
  };
}

/** Reference, or the contact's name for who may see it. */
function saysWords({ side }: OrderSide, like: string): Part {
  const mayName = side === 'merchant_key' ? 'true' : "o.status in ('confirmed', 'in_progress', 'completed')";
  return {
    sql: `(o.client_reference ilike ? or (${mayName} and o.contact_name ilike ?))`,
    values: [like, like],
  };
}

function walk(side: OrderSide, like: string, filter: OrderTextFilter, reach: number): Part {
  const { after, limit, ...others } = filter;
  const more = conditionsOf({ ...others, limit });
  const words = saysWords(side, like);
  return {
    sql: `select o.id from (
        select * from orders where ${side.side} = ?${after === undefined ? '' : ' and id < ?'} order by id desc limit ${reach}
      ) o join guide g on g.id = o.guide_id
      where (o.id ilike ? or g.name ilike ? or ${words.sql})${more.sql} order by o.id desc limit ?`,
    values: [
      side.key,
      ...(after === undefined ? [] : [after]),
      like,
      like,
      ...words.values,
      ...more.values,
      limit,
    ],
  };
}

/** Collected before they are sorted: the planner believes that a walk through all orders by id is cheaper, which it is not. */
function byWords(side: OrderSide, like: string, filter: OrderTextFilter): Part {
  const words = saysWords(side, like);
  const more = conditionsOf(filter);
  return {
    sql: `with found as materialized (
        select o.id from orders o where o.${side.side} = ?
          and (coalesce(o.client_reference, '') || ' ' || o.contact_name) ilike ? and ${words.sql}${more.sql}
      ) select id from found order by id desc limit ?`,
    values: [side.key, like, ...words.values, ...more.values, filter.limit],
  };
}

/** Guides of that name; undefined where there are more than MOST_GUIDES. */
async function guidesNamed(em: EntityManager, like: string): Promise<string[] | undefined> {
  const found = await ids(em, {
    sql: `select id from guide where name ilike ? limit ${MOST_GUIDES + 1}`,
    values: [like],
  });
  return found.length > MOST_GUIDES ? undefined : found;
}

function byGuides(side: OrderSide, guides: readonly string[], filter: OrderTextFilter): Part {
  const more = conditionsOf(filter);
  return {
    sql: `select f.id from jsonb_array_elements_text(?::jsonb) g (id) cross join lateral (
        select o.id from orders o where o.guide_id = g.id and o.${side.side} = ?${more.sql} order by o.id desc limit ?
      ) f order by f.id desc limit ?`,
    values: [JSON.stringify(guides), side.key, ...more.values, filter.limit, filter.limit],
  };
}

function byNameOfMany(side: OrderSide, like: string, filter: OrderTextFilter): Part {
  const more = conditionsOf(filter);
  return {
    sql: `select o.id from orders o join guide g on g.id = o.guide_id
      where o.${side.side} = ? and g.name ilike ?${more.sql} order by o.id desc limit ?`,
    values: [side.key, like, ...more.values, filter.limit],
  };
}

/** An index has the ids of one side alone: reading all of them reads no order. */
function byId(side: OrderSide, like: string, filter: OrderTextFilter): Part {
  const more = conditionsOf(filter);
  return {
    sql: `select o.id from orders o where o.${side.side} = ? and o.id like ?${more.sql} order by o.id desc limit ?`,
    values: [side.key, like, ...more.values, filter.limit],
  };
}
