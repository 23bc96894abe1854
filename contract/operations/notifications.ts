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
      summary: 'List your notifications, newest first',
      description:
        'What was or will be sent to your endpoints, how often it was tried, and when it is tried next. Filters are combined. Use `cursor` for further pages. ' +
        'Events that no endpoint takes are only in event/list.',
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
      summary: 'Read one notification, with every attempt to deliver it',
      description:
        "Its body and, for each attempt, what was sent and what came back. Attempts are kept for at least 30 days. Other merchants' notifications are refused as if they didn't exist.",
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
        'A pending one is tried at once. If an earlier one of the same order is pending, that one is tried first, to keep the order of ' +
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
      summary: 'Send everything again that was not acknowledged since a given time',
      description:
        'Counts what is pending, skipped or abandoned (or in the given `statuses`) and, unless it is a dry run, sends it in ' +
        'the background. If you ask for the same recovery while it is under way, it starts over. At most 5 can be under way at the same time.',
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
      summary: 'List your recoveries of the last 30 days, newest first',
      description: 'What notification/recover has started, and its progress. Use `cursor` for further pages.',
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
      summary: 'Read the progress of a recovery',
      description: 'Of the `total` found, `taken` are on their way; each is sent until you acknowledge it.',
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
      description: 'What it has already taken is still sent. A recovery that has ended stays as it is.',
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
      summary: 'List all your events, for polling',
      description:
        'Each event comes once, and the events of one order come in sequence. Keep `nextCursor` and send it with the next request, together with the same ' +
        'filters: no event is ever skipped. `waitSeconds` waits for the next one.',
      querystring: EventListQuery,
      response: answers(EventList),
    },
  },
});
