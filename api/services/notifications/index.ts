import type { NotificationListQuery, RecoverBody } from '../../schemas/notifications.ts';
import { listNotifications, readNotification } from './reading.ts';
import { recoverNotifications, redeliverNotification, type SendingDeps } from './sending.ts';

export type NotificationService = ReturnType<typeof createNotificationService>;

/** What merchants can see of their notifications and do with them; each function is one endpoint. */
export function createNotificationService(deps: SendingDeps) {
  const { orm, now } = deps;
  return {
    list: (merchantKey: string, query: NotificationListQuery) =>
      listNotifications(orm.em.fork(), merchantKey, query, now()),
    detail: (merchantKey: string, id: string) => readNotification(orm.em.fork(), merchantKey, id, now()),
    redeliver: (merchantKey: string, id: string) => redeliverNotification(deps, merchantKey, id),
    recover: (merchantKey: string, body: RecoverBody) => recoverNotifications(deps, merchantKey, body),
  };
}
