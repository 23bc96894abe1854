/** Notifications whose delivery has to be woken: nobody announces them, or nobody attempts them although they are due. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { asDue, type Due, isFirstWaiting } from './retries.ts';

/** One that nobody attempts although it is due. */
export interface Stalled extends Due {
  /** It is an order's or a statement's and was never attempted: its workflow may not know of it. */
  readonly isUnannounced: boolean;
}

/** Due for so long, and nobody at work: its delivery, its announcement or its subject's move may be lost. */
const STALLED_AFTER = "interval '20 seconds'";

/**
 * Takes notifications that are the first of their queue, are due, and that nobody attempts. They are noted to be due now, so each is
 * taken again when it is that old once more. Nothing is sent to a paused endpoint, so its wait is no stall. At most `limit`.
 */
export async function takeStalled(em: EntityManager, limit: number): Promise<Stalled[]> {
  return await em.execute<Stalled[]>(
    `update notification set next_attempt_at = now()
     where id in (
       select n.id from notification n
         join callback_endpoint e on e.id = n.endpoint_id left join orders o on o.id = n.order_id
       where n.status = 'pending' and coalesce(n.next_attempt_at, n.created_at) < now() - ${STALLED_AFTER}
         and (n.resent_at is null or n.resent_at < now() - ${STALLED_AFTER})
         and e.paused_at is null and (n.attempting_until is null or n.attempting_until < now())
         and (n.order_id is null or n.attempts > 0 or o.workflow_started_at < now() - ${STALLED_AFTER})
         and ${isFirstWaiting('n')}
       order by coalesce(n.next_attempt_at, n.created_at) limit ?
       for update of n skip locked)
     returning ${asDue('notification')},
       coalesce(subject_id = coalesce(order_id, settlement_id), false) and attempts = 0 as "isUnannounced"`,
    [limit],
  );
}

/** SQL: what nobody announces, and whose delivery nobody has woken for it. */
export const TO_WAKE = `notification n where n.status = 'pending' and n.wake_at <= now()`;

/**
 * Takes what nobody announces, oldest first, at most `limit`. A process that dies before it wakes the delivery leaves it to the search for
 * what is stalled.
 */
export async function takeToWake(em: EntityManager, limit: number): Promise<Due[]> {
  return await em.execute<Due[]>(
    `update notification set wake_at = null
     where id in (select n.id from ${TO_WAKE} order by n.wake_at limit ? for update of n skip locked)
     returning ${asDue('notification')}`,
    [limit],
  );
}
