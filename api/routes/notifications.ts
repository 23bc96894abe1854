import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notificationOperations } from '../../contract/operations/notifications.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { CONNECTION_LIMITS } from '../../lib/admission/connection-limits.ts';
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
    scope.route({
      ...notificationOperations.listNotifications,
      handler: async ({ merchant, query }) => {
        const page = { list: 'notification/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => notifications.list(merchant.key, at)));
      },
    });

    scope.route({
      ...notificationOperations.getNotification,
      handler: async ({ merchant, params }) =>
        ok(await notifications.detail(merchant.key, params.notificationId)),
    });

    scope.route({
      ...notificationOperations.redeliverNotification,
      handler: async ({ merchant, params }) =>
        ok(await notifications.redeliver(merchant, params.notificationId)),
    });

    scope.route({
      ...notificationOperations.recoverNotifications,
      handler: async (request) => ok(await notifications.recover(request.merchant, request.body)),
    });

    scope.route({
      ...notificationOperations.listRecoveries,
      handler: async ({ merchant, query }) => {
        const page = { list: 'notification/recovery/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => notifications.recoveries(merchant.key, at)));
      },
    });

    scope.route({
      ...notificationOperations.getRecovery,
      handler: async ({ merchant, params }) =>
        ok(await notifications.recovery(merchant.key, params.recoveryId)),
    });

    scope.route({
      ...notificationOperations.cancelRecovery,
      handler: async ({ merchant, params }) =>
        ok(await notifications.cancelRecovery(merchant, params.recoveryId)),
    });

    scope.route({
      ...notificationOperations.listEvents,
      serializerCompiler: asWritten,
      handler: async ({ merchant, query }, reply) => {
        bearSilence(reply.raw, query.waitSeconds);
        return ok(await events.list(merchant, query, goneSignal(reply.raw)));
      },
    });
  };

/** A connection on which nothing moves is ended (lib/admission/connections.ts), but not while its request waits. */
function bearSilence({ socket }: ServerResponse, waitSeconds = 0): void {
  if (waitSeconds > 0 && socket instanceof Socket)
    socket.setTimeout(waitSeconds * 1_000 + CONNECTION_LIMITS.silenceMs);
}

/** Bodies of events leave as they were written, whatever today's schema of their type says. */
const asWritten = () => (answer: unknown) => JSON.stringify(answer);

/** Aborted when the client goes away before its answer. */
function goneSignal(answer: ServerResponse): AbortSignal {
  const gone = new AbortController();
  answer.once('close', () => gone.abort());
  return gone.signal;
}
