import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { waitlistOperations } from '../../contract/operations/waitlist.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { WaitlistService } from '../../services/waitlist/index.ts';

/** Waiting for guides whose time is taken. */
export const waitlistRoutes = (waitlist: WaitlistService, cursors: CursorSeal): FastifyPluginAsyncTypebox =>
  async function waitlistScope(scope) {
    scope.route({
      ...waitlistOperations.createWaitlistEntry,
      handler: async (request) => ok(await waitlist.create(request.merchant, request.body)),
    });

    scope.route({
      ...waitlistOperations.listWaitlist,
      handler: async ({ merchant, query }) => {
        const page = { list: 'waitlist/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => waitlist.list(merchant, at)));
      },
    });

    scope.route({
      ...waitlistOperations.deleteWaitlistEntry,
      handler: async (request) => {
        const { entryId } = request.params;
        await waitlist.remove(request.merchant, entryId);
        return ok({ entryId, deleted: true as const });
      },
    });
  };
