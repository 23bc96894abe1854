import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * These workflows' ids, those first whose order or hold the clock moves next; what has no deadline, and what is neither, comes last.
 */
const BY_DEADLINE = `
  select w.id from jsonb_array_elements_text(?::jsonb) with ordinality w (id, place)
    left join orders o on o.id = w.id
    left join order_change c on c.order_id = o.id and c.status = 'requested'
    left join hold h on h.id = w.id and h.status = 'held'
  order by coalesce(h.expires_at, case o.status when 'pending' then o.confirm_by
    when 'confirmed' then least(o.trip_start_at, c.answer_by) when 'in_progress' then o.trip_end_at end) nulls last, w.place`;

/** @param ids of workflows. */
export async function byDeadline(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<{ id: string }[]>(BY_DEADLINE, [JSON.stringify(ids)]);
  return rows.map(({ id }) => id);
}
