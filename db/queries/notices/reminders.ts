import type { EntityManager } from '@mikro-orm/postgresql';
import { addSingleJobs } from '../platform/jobs.ts';
import { pushAgain } from './push-devices.ts';

/** A request that a company's people were notified of. */
export interface RequestToRemindOf {
  readonly companyId: string;
  readonly notificationId: string;
}

const REMIND = `
with given as materialized (
  select n.id, n.person_id, n.subject_id, n.read_at, m.role
  from membership m join notice n on n.person_id = m.person_id and n.notification_id = ? where m.company_id = ?
), reminded as (
  update notice set kind = 'request_due', mail_wanted = true
  where id in (select g.id from given g join orders o on o.id = g.subject_id where g.role = 'owner' and o.status = 'pending')
    and not exists (select from given where read_at is not null)
  returning id, company_id, person_id
), pushing as (
  ${pushAgain('reminded')}
)
${addSingleJobs('notice_mail', `select company_id || ':' || person_id as subject, now() as run_at from reminded`)}`;

/**
 * Has a request mailed to its studio's owners once more, where nobody of the company has read it and it still waits for an answer. Its notice
 * says that from then on.
 */
export async function remindOwners(
  em: EntityManager,
  { companyId, notificationId }: RequestToRemindOf,
): Promise<void> {
  await em.execute(REMIND, [notificationId, companyId]);
}
