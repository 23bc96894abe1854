import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { guideReadingOperations } from '../../contract/operations/guide-reading.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import type { GuideService } from '../../services/guides/index.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';

/** What can be read of guides beside the specification's list and detail. */
export const guideReadingRoutes = (guides: GuideService, cursors: CursorSeal): FastifyPluginAsyncTypebox =>
  async function guideReading(scope) {
    scope.route({
      ...guideReadingOperations.listGuideChanges,
      handler: async ({ merchant, query }) => {
        const { updatedSince, ...page } = query;
        const whose = { list: 'guide/changes', merchantKey: merchant.key, query: page };
        const read = (at: typeof page) =>
          guides.changes(merchant, { ...at, ...(updatedSince && { updatedSince }) });
        return ok(await readPage(cursors, whose, read));
      },
    });

    scope.route({
      ...guideReadingOperations.getGuideCalendars,
      handler: async ({ merchant, query }) => ok(await guides.calendars(merchant, query)),
    });

    scope.route({
      ...guideReadingOperations.listGuideReviews,
      handler: async ({ merchant, params: { guideId }, query }) => {
        const page = { list: `guide/reviews/${guideId}`, merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => guides.reviews(merchant, guideId, at)));
      },
    });
  };
