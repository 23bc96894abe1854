/**
 * Resolved notifications that are requested again. They are opened here before anybody sends them: a request whose wake is lost is
 * found among what is pending (docs/decisions/0120).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ofSubject } from './of-subject.ts';

/** SQL: what a resolved notification becomes; for `set`. @param at SQL of the instant at which it was requested */
export const reopenedAt = (at: string) =>
  `status = 'pending', resent_at = ${at}, next_attempt_at = null, acknowledged_at = null, abandon_reason = null`;

/** Opens one again, to be sent whatever its receiver's Retry-After; does nothing if it is pending already. */
export async function reopen(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update notification set ${reopenedAt('now()')}, asked_at = now() where id = ? and status <> 'pending'`,
    [id],
  );
}

/**
 * Requests that a pending one be tried now, although its receiver asked for no requests: the first of those before it, or itself.
 */
export async function askFor(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update notification set asked_at = now(), next_attempt_at = now() where id = (
       select p.id from notification n join lateral ${ofSubject('n.subject_id')} p on p.endpoint_id = n.endpoint_id
       where n.id = ? and n.status = 'pending' and p.status = 'pending' order by p.position limit 1)`,
    [id],
  );
}
