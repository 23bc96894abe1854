import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { EventList, EventListQuery } from '../../contract/schemas/events.ts';
import {
  NotificationDetail,
  NotificationList,
  NotificationListQuery,
  NotificationPath,
} from '../../contract/schemas/notifications.ts';
import {
  RecoverBody,
  RecoverData,
  Recovery,
  RecoveryList,
  RecoveryListQuery,
  RecoveryPath,
} from '../../contract/schemas/recoveries.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { EventService } from '../../services/notifications/events.ts';
import type { NotificationService } from '../../services/notifications/index.ts';

export interface NotificationRouteDeps {
  readonly notifications: NotificationService;
  readonly events: EventService;
  readonly cursors: CursorSeal;
}

/** The delivery log, and the pull feed (docs/architecture.md, "HTTP"; docs/notifications.md). */
export const notificationRoutes = ({
  notifications,
  events,
  cursors,
}: NotificationRouteDeps): FastifyPluginAsyncTypebox =>
  async function notification(scope) {
    scope.get(
      '/open/v1/notification/list',
      { schema: listRoute, config: READ },
      async ({ merchant, query }) => {
        const page = { list: 'notification/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => notifications.list(merchant.key, at)));
      },
    );

    scope.get(
      '/open/v1/notification/detail/:notificationId',
      { schema: detailRoute, config: READ },
      async ({ merchant, params }) => ok(await notifications.detail(merchant.key, params.notificationId)),
    );

    scope.post(
      '/open/v1/notification/redeliver/:notificationId',
      { schema: redeliverRoute, config: WRITE },
      async ({ merchant, params }) => ok(await notifications.redeliver(merchant, params.notificationId)),
    );

    scope.post('/open/v1/notification/recover', { schema: recoverRoute, config: WRITE }, async (request) =>
      ok(await notifications.recover(request.merchant, request.body)),
    );

    scope.get(
      '/open/v1/notification/recovery/list',
      { schema: recoveriesRoute, config: READ },
      async ({ merchant, query }) => {
        const page = { list: 'notification/recovery/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => notifications.recoveries(merchant.key, at)));
      },
    );

    scope.get(
      '/open/v1/notification/recovery/detail/:recoveryId',
      { schema: recoveryRoute, config: READ },
      async ({ merchant, params }) => ok(await notifications.recovery(merchant.key, params.recoveryId)),
    );

    scope.post(
      '/open/v1/notification/recovery/cancel/:recoveryId',
      { schema: cancelRoute, config: WRITE },
      async ({ merchant, params }) => ok(await notifications.cancelRecovery(merchant, params.recoveryId)),
    );

    scope.get(
      '/open/v1/event/list',
      { schema: feedRoute, config: READ, serializerCompiler: asWritten },
      async ({ merchant, query }, reply) => ok(await events.list(merchant.key, query, goneSignal(reply.raw))),
    );
  };

const READ = { scope: 'notification', personal: { action: 'deliveries.read', fresh: false } } as const;
const WRITE = { scope: 'notification', personal: { action: 'deliveries.write', fresh: false } } as const;

/** Bodies of events leave as they were written, whatever today's schema of their type says. */
const asWritten = () => (answer: unknown) => JSON.stringify(answer);

/** Aborted when the client goes away before its answer. */
function goneSignal(answer: ServerResponse): AbortSignal {
  const gone = new AbortController();
  answer.once('close', () => gone.abort());
  return gone.signal;
}

const listRoute = {
  operationId: 'listNotifications',
  tags: ['notifications'],
  summary: 'Notifications of your orders, newest first',
  description:
    'What your endpoints were sent or will be, with how often it was tried and when it is tried next. The filters all have to fit; pages go on by `cursor`. ' +
    'What no endpoint takes is in event/list only.',
  querystring: NotificationListQuery,
  response: answers(NotificationList),
};

const detailRoute = {
  operationId: 'getNotification',
  tags: ['notifications'],
  summary: 'One notification, with every attempt to deliver it',
  description:
    'Its body, and of each attempt what was sent and what came back. Attempts are kept for at least 30 days. Notifications of others are refused like those that do not exist.',
  params: NotificationPath,
  response: answers(NotificationDetail, 'notificationNotFound'),
};

const redeliverRoute = {
  operationId: 'redeliverNotification',
  tags: ['notifications'],
  summary: 'Send a notification now',
  description:
    'A pending one is tried at once; if an earlier one of the same order is pending, that one is tried, to keep the order of ' +
    'events. One that was acknowledged, skipped or abandoned is sent again until it is acknowledged. The ' +
    'answer does not wait for the attempt.',
  params: NotificationPath,
  response: answers(NotificationDetail, 'notificationNotFound', 'notificationStateForbids'),
};

const recoverRoute = {
  operationId: 'recoverNotifications',
  tags: ['notifications'],
  summary: 'Send again everything since a time that was not acknowledged',
  description:
    'Counts what is pending, skipped or abandoned (or in the states that you name) and, unless it is a dry run, sends it in ' +
    'the background. Asking for the same while it is under way starts that over. At most 5 are under way at a time.',
  body: RecoverBody,
  response: answers(RecoverData),
};

const recoveriesRoute = {
  operationId: 'listRecoveries',
  tags: ['notifications'],
  summary: 'Your recoveries of the last 30 days, newest first',
  description: 'What notification/recover has begun, and how far it is. Pages go on by `cursor`.',
  querystring: RecoveryListQuery,
  response: answers(RecoveryList),
};

const recoveryRoute = {
  operationId: 'getRecovery',
  tags: ['notifications'],
  summary: 'How far a recovery is',
  description: 'Of `total` that were found, `taken` are on their way; each is sent until you acknowledge it.',
  params: RecoveryPath,
  response: answers(Recovery, 'recoveryNotFound'),
};

const cancelRoute = {
  operationId: 'cancelRecovery',
  tags: ['notifications'],
  summary: 'Stop a recovery',
  description: 'What it has taken is sent all the same. One that has ended stays as it is.',
  params: RecoveryPath,
  response: answers(Recovery, 'recoveryNotFound'),
};

const feedRoute = {
  operationId: 'listEvents',
  tags: ['notifications'],
  summary: 'All that you are told, for polling',
  description:
    'Each event once, the events of one order in sequence. Keep `nextCursor` and send it with the next request, with the same ' +
    'filters: no event is ever skipped. `waitSeconds` waits for the next one.',
  querystring: EventListQuery,
  response: answers(EventList),
};
