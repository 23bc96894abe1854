/** What the clock should have moved by now, and has not. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { DEADLINE_SQL, isLiveSql } from '../../order-days.ts';
import type { Backlog } from './platform-figures.ts';

/** Less than this is a busy platform. */
const OVERDUE_AFTER_S = 60;
/** Nobody counts farther, of a kind. */
const MOST = 10_000;

const overdue = (kind: string, due: string, from: string) => `
select '${kind}' as label, count(*)::int as count, coalesce(extract(epoch from now() - min(due)), 0)::float8 as "oldestSeconds"
from (select ${due} as due from ${from} and ${due} < now() - interval '${OVERDUE_AFTER_S} seconds' order by 1 limit ${MOST}) overdue`;

/**
 * Of a sandbox merchant's clock nothing is asked here: it is ahead, never behind, so that what is overdue by the real one is by its own,
 * too.
 */
const OVERDUE = [
  overdue('order', DEADLINE_SQL, `orders where ${isLiveSql('status')}`),
  overdue('change', 'answer_by', "order_change where status = 'requested'"),
  overdue('hold', 'expires_at', "hold where status = 'held'"),
].join('\nunion all\n');

/** Orders, changes and holds whose deadline is more than a minute past, at most 10,000 of each; by how much the oldest is. */
export async function overdueDeadlines(em: EntityManager): Promise<Backlog[]> {
  return await em.execute<Backlog[]>(OVERDUE);
}

const OPEN_AMONG = `
select o.id, (${DEADLINE_SQL}) < now() - interval '${OVERDUE_AFTER_S} seconds' as "isOverdue"
from jsonb_array_elements_text(?::jsonb) w (id) join orders o on o.id = w.id where ${isLiveSql('o.status')}`;

/** Those of these orders that can still move, and whether the clock should have moved them by now. */
export async function openOrdersAmong(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly isOverdue: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await em.execute<{ id: string; isOverdue: boolean }[]>(OPEN_AMONG, [JSON.stringify(ids)]);
  return new Map(rows.map(({ id, isOverdue }) => [id, { isOverdue }]));
}
