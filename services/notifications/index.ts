import type { NotificationListQuery } from '../../contract/schemas/notifications.ts';
import type { RecoverBody, RecoveryListQuery } from '../../contract/schemas/recoveries.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { listNotifications, readNotification } from './reading.ts';
import {
  cancelOwnRecovery,
  listOwnRecoveries,
  type RecoveringDeps,
  readOwnRecovery,
  recoverNotifications,
} from './recovering.ts';
import { redeliverNotification, type SendingDeps } from './sending.ts';

export type NotificationService = ReturnType<typeof createNotificationService>;

/** What merchants can see of their notifications and do with them; each function is one endpoint. */
export function createNotificationService(deps: SendingDeps & RecoveringDeps) {
  const { orm, now } = deps;
  return {
    list: (merchantKey: string, query: NotificationListQuery) =>
      listNotifications(orm.em.fork(), merchantKey, query, now()),
    detail: (merchantKey: string, id: string) => readNotification(orm.em.fork(), merchantKey, id, now()),
    redeliver: (merchant: CallingMerchant, id: string) => redeliverNotification(deps, merchant, id),
    recover: (merchant: CallingMerchant, body: RecoverBody) => recoverNotifications(deps, merchant, body),
    recoveries: (merchantKey: string, query: RecoveryListQuery) =>
      listOwnRecoveries(deps, merchantKey, query),
    recovery: (merchantKey: string, id: string) => readOwnRecovery(deps, merchantKey, id),
    cancelRecovery: (merchant: CallingMerchant, id: string) => cancelOwnRecovery(deps, merchant, id),
  };
}
