import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import {
  WaitlistBody,
  WaitlistData,
  WaitlistDeleted,
  WaitlistList,
  WaitlistPath,
  WaitlistQuery,
} from '../../contract/schemas/waitlist.ts';
import { MAX_WAITLIST_ENTRIES } from '../../domain/waitlist.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';
import type { WaitlistService } from '../../services/waitlist/index.ts';

/** Waiting for guides whose time is taken. */
export const waitlistRoutes = (waitlist: WaitlistService, cursors: CursorSeal): FastifyPluginAsyncTypebox =>
  async function waitlistScope(scope) {
    scope.post(
      '/open/v1/waitlist/create',
      { schema: createRoute, config: { scope: 'order:write' } },
      async (request) => ok(await waitlist.create(request.merchant, request.body)),
    );

    scope.get(
      '/open/v1/waitlist/list',
      { schema: listRoute, config: { scope: 'order:read' } },
      async ({ merchant, query }) => {
        const page = { list: 'waitlist/list', merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => waitlist.list(merchant, at)));
      },
    );

    scope.delete(
      '/open/v1/waitlist/delete/:entryId',
      { schema: deleteRoute, config: { scope: 'order:write' } },
      async (request) => {
        const { entryId } = request.params;
        await waitlist.remove(request.merchant, entryId);
        return ok({ entryId, deleted: true as const });
      },
    );
  };

const createRoute = {
  operationId: 'createWaitlistEntry',
  tags: ['orders'],
  summary: 'Wait for a guide whose time is taken',
  description:
    'You are told by `guide.available` when the time becomes free, once each time it does. Nothing is kept for you: whoever books first ' +
    `has it. Where the guide is free then, it is refused with 40910. At most ${MAX_WAITLIST_ENTRIES} entries; the same trip again is the same entry.`,
  body: WaitlistBody,
  response: answers(
    WaitlistData,
    'guideForbidden',
    'merchantKindForbidden',
    'guideNotFound',
    'guideUnavailable',
    'guideAvailable',
    'limitReached',
  ),
};

const listRoute = {
  operationId: 'listWaitlist',
  tags: ['orders'],
  summary: 'What you wait for, the earliest entry first',
  description: 'Entries of trips that have begun are gone.',
  querystring: WaitlistQuery,
  response: answers(WaitlistList),
};

const deleteRoute = {
  operationId: 'deleteWaitlistEntry',
  tags: ['orders'],
  summary: 'Wait no longer',
  description:
    'For the merchant that waits; booking does not end an entry. One of others is refused like one that does not exist (40014).',
  params: WaitlistPath,
  response: answers(WaitlistDeleted, 'waitlistEntryNotFound'),
};
