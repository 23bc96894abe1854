import type { Step } from '../step.ts';
import { NOTIFICATION, ORDER, TODAY } from './names.ts';

const path = { notificationId: NOTIFICATION };
const recovery = { recoveryId: 'RCV100001' };

/** What the agency was told, once more where it wants. */
export const NOTIFICATIONS: readonly Step[] = [
  {
    operationId: 'listNotifications',
    by: 'agency',
    query: { orderId: ORDER, type: 'review.created' },
    keeps: { 'list.0.notificationId': NOTIFICATION },
    when: ({ list }: { list: { status: string }[] }) => list.every(({ status }) => status === 'acknowledged'),
  },
  { operationId: 'getNotification', by: 'agency', path, sharedAs: 'Notification' },
  {
    operationId: 'recoverNotifications',
    by: 'agency',
    body: { since: `${TODAY}T00:00:00Z`, statuses: ['acknowledged'], orderId: ORDER },
    keeps: { recoveryId: recovery.recoveryId },
  },
  {
    operationId: 'getRecovery',
    by: 'agency',
    path: recovery,
    sharedAs: 'Recovery',
    when: ({ state }: { state: string }) => state === 'finished',
  },
  { operationId: 'listRecoveries', by: 'agency' },
  { operationId: 'cancelRecovery', by: 'agency', path: recovery, sharedAs: 'Recovery' },
  { operationId: 'redeliverNotification', by: 'agency', path, sharedAs: 'Notification' },
  { operationId: 'listEvents', by: 'agency', query: { types: 'review.*,settlement.*' } },
];
