import { answers } from '../schemas/envelope.ts';
import { EventList, EventListQuery } from '../schemas/events.ts';
import {
  NotificationDetail,
  NotificationList,
  NotificationListQuery,
  NotificationPath,
} from '../schemas/notifications.ts';
import {
  RecoverBody,
  RecoverData,
  Recovery,
  RecoveryList,
  RecoveryListQuery,
  RecoveryPath,
} from '../schemas/recoveries.ts';
import { defineOperations } from './define.ts';

const READ = { scope: 'notification', personal: { action: 'deliveries.read', fresh: false } } as const;
const WRITE = { scope: 'notification', personal: { action: 'deliveries.write', fresh: false } } as const;

export const notificationOperations = defineOperations({
  listNotifications: {
    route: 'GET /open/v1/notification/list',
    sdk: 'notifications.list',
    noun: 'notification',
    access: READ,
    schema: {
      tags: ['notifications'],
      summary: 'Notifications of your orders, newest first',
      description:
        'What your endpoints were sent or will be, with how often it was tried and when it is tried next. The filters all have to fit; pages go on by `cursor`. ' +
        'What no endpoint takes is in event/list only.',
      querystring: NotificationListQuery,
      response: answers(NotificationList),
    },
  },
  getNotification: {
    route: 'GET /open/v1/notification/detail/{notificationId}',
    sdk: 'notifications.get',
    access: READ,
    schema: {
      tags: ['notifications'],
      summary: 'One notification, with every attempt to deliver it',
      description:
        'Its body, and of each attempt what was sent and what came back. Attempts are kept for at least 30 days. Notifications of others are refused like those that do not exist.',
      params: NotificationPath,
      response: answers(NotificationDetail, 'notificationNotFound'),
    },
  },
  redeliverNotification: {
    route: 'POST /open/v1/notification/redeliver/{notificationId}',
    sdk: 'notifications.redeliver',
    access: WRITE,
    schema: {
      tags: ['notifications'],
      summary: 'Send a notification now',
      description:
        'A pending one is tried at once; if an earlier one of the same order is pending, that one is tried, to keep the order of ' +
        'events. One that was acknowledged, skipped or abandoned is sent again until it is acknowledged. The ' +
        'answer does not wait for the attempt.',
      params: NotificationPath,
      response: answers(NotificationDetail, 'notificationNotFound', 'notificationStateForbids'),
    },
  },
  recoverNotifications: {
    route: 'POST /open/v1/notification/recover',
    sdk: 'notifications.recover',
    noun: 'recovery',
    access: WRITE,
    schema: {
      tags: ['notifications'],
      summary: 'Send again everything since a time that was not acknowledged',
      description:
        'Counts what is pending, skipped or abandoned (or in the states that you name) and, unless it is a dry run, sends it in ' +
        'the background. Asking for the same while it is under way starts that over. At most 5 are under way at a time.',
      body: RecoverBody,
      response: answers(RecoverData),
    },
  },
  listRecoveries: {
    route: 'GET /open/v1/notification/recovery/list',
    sdk: 'recoveries.list',
    noun: 'recovery',
    access: READ,
    schema: {
      tags: ['notifications'],
      summary: 'Your recoveries of the last 30 days, newest first',
      description: 'What notification/recover has begun, and how far it is. Pages go on by `cursor`.',
      querystring: RecoveryListQuery,
      response: answers(RecoveryList),
    },
  },
  getRecovery: {
    route: 'GET /open/v1/notification/recovery/detail/{recoveryId}',
    sdk: 'recoveries.get',
    access: READ,
    schema: {
      tags: ['notifications'],
      summary: 'How far a recovery is',
      description:
        'Of `total` that were found, `taken` are on their way; each is sent until you acknowledge it.',
      params: RecoveryPath,
      response: answers(Recovery, 'recoveryNotFound'),
    },
  },
  cancelRecovery: {
    route: 'POST /open/v1/notification/recovery/cancel/{recoveryId}',
    sdk: 'recoveries.cancel',
    access: WRITE,
    schema: {
      tags: ['notifications'],
      summary: 'Stop a recovery',
      description: 'What it has taken is sent all the same. One that has ended stays as it is.',
      params: RecoveryPath,
      response: answers(Recovery, 'recoveryNotFound'),
    },
  },
  listEvents: {
    route: 'GET /open/v1/event/list',
    sdk: 'events.list',
    noun: 'event',
    access: READ,
    schema: {
      tags: ['notifications'],
      summary: 'All your events, for polling',
      description:
        'Each event once, the events of one order in sequence. Keep `nextCursor` and send it with the next request, with the same ' +
        'filters: no event is ever skipped. `waitSeconds` waits for the next one.',
      querystring: EventListQuery,
      response: answers(EventList),
    },
  },
});
