import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { Order } from '../entities/index.ts';

/** A sweeper that takes orders has this long to start them before another may. */
const LEASE = "interval '10 seconds'";

/**
 * Takes up to `limit` orders whose workflow is not known to run. Several API processes can sweep at once: a locked
 * row is skipped, a taken one is out of sight until its lease ends.
 */
export async function takeUnstarted(em: EntityManager, limit: number): Promise<Order[]> {
  const taken = await em.execute<{ id: string }[]>(
    `update orders set launch_after = now() + ${LEASE}
     where id in (
       select id from orders where workflow_started_at is null and launch_after < now()
       order by launch_after limit ? for update skip locked)
     returning id`,
    [limit],
  );
  if (taken.length === 0) return [];
  return await em.find(Order, { id: { $in: taken.map(({ id }) => id) } });
}

/** Notes that the workflows of these orders run. */
export async function markStarted(em: EntityManager, orderIds: readonly string[]): Promise<void> {
  await em.nativeUpdate(Order, { id: { $in: [...orderIds] } }, { workflowStartedAt: raw('now()') });
}
