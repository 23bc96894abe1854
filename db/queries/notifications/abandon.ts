import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationState } from '../../../domain/notification.ts';

const ABANDON = `
  update notification set
    status = case when status in ('pending', 'skipped') then 'abandoned' else status end,
    abandon_reason = case when status in ('pending', 'skipped') then ? else abandon_reason end,
    next_attempt_at = null
  where id = ? returning status`;

/** An operator gives up on an existing notification; an acknowledgement that came first wins. @returns its state then. */
export async function abandonWaiting(
  em: EntityManager,
  id: string,
  reason: string,
): Promise<NotificationState> {
  const [row] = await em.execute<[{ status: NotificationState }]>(ABANDON, [reason, id]);
  return row.status;
}
