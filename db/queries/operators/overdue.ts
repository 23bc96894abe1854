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
