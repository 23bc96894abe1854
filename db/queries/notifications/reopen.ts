/**
 * Resolved notifications that are asked for again. They are opened here before anybody sends them: a request whose
 * signal is lost, or meets a workflow that does not know yet that they are resolved, is found as stalled (docs/decisions/0120).
 */
import type { EntityManager } from '@mikro-orm/postgresql';

/** SQL: what a resolved notification becomes; for `set`. @param at SQL of the instant at which it was asked for */
export const reopenedAt = (at: string) =>
  `status = 'pending', resent_at = ${at}, next_attempt_at = null, acknowledged_at = null, abandon_reason = null`;

/**
 * Opens one again, to be sent whatever its receiver asked for.
 * @returns when it was asked for; undefined where it waits already
 */
export async function reopen(em: EntityManager, id: string): Promise<Date | undefined> {
  const [opened] = await em.execute<{ at: Date | string }[]>(
    `update notification set ${reopenedAt('now()')}, asked_at = now()
     where id = ? and status <> 'pending' returning resent_at as at`,
    [id],
  );
  return opened && new Date(opened.at);
}
