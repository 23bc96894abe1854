import type { MikroORM } from '@mikro-orm/postgresql';
import { ApplicationFailure } from '@temporalio/common';
import type { NotificationState } from '../../domain/notification.ts';
import type { AbandonActivities } from '../../workflows/contract.ts';

const ABANDON = `
  update notification set
    status = case when status in ('pending', 'skipped') then 'abandoned' else status end,
    abandon_reason = case when status in ('pending', 'skipped') then ? else abandon_reason end,
    next_attempt_at = null
  where id = ? returning status`;

/** What an operator's `abandon` writes. Idempotent; an acknowledgement that came first stands. */
export function createAbandonActivities({ orm }: { orm: MikroORM }): AbandonActivities {
  return {
    abandonNotification: async (notificationId, reason) => {
      const rows = await orm.em
        .getConnection()
        .execute<{ status: NotificationState }[]>(ABANDON, [reason, notificationId])
        .catch(() => {
          // The database's own words stay out of the history.
          throw ApplicationFailure.retryable('the notification could not be written', 'internal');
        });
      const [row] = rows;
      if (!row) throw ApplicationFailure.nonRetryable('notification_unknown', 'notification_unknown');
      return row.status;
    },
  };
}
