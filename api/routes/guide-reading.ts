import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../contract/schemas/envelope.ts';
import { GuideCalendarQuery, GuideCalendars } from '../../contract/schemas/guide-calendar.ts';
import {
  GuideChanges,
  GuideChangesQuery,
  GuideReviews,
  GuideReviewsQuery,
} from '../../contract/schemas/guide-changes.ts';
import { GuideDetailPath } from '../../contract/schemas/guides.ts';
import type { GuideService } from '../../services/guides/index.ts';
import { type CursorSeal, readPage } from '../../services/lists/sealed-cursor.ts';

/** What can be read of guides beside the specification's list and detail. */
export const guideReadingRoutes = (guides: GuideService, cursors: CursorSeal): FastifyPluginAsyncTypebox =>
  async function guideReading(scope) {
    const config = { scope: 'guide:read' } as const;

    scope.get('/open/v1/guide/changes', { schema: changesRoute, config }, async ({ merchant, query }) => {
      const { updatedSince, ...page } = query;
      const whose = { list: 'guide/changes', merchantKey: merchant.key, query: page };
      const read = (at: typeof page) =>
        guides.changes(merchant, { ...at, ...(updatedSince && { updatedSince }) });
      return ok(await readPage(cursors, whose, read));
    });

    scope.get('/open/v1/guide/calendar', { schema: calendarRoute, config }, async ({ merchant, query }) =>
      ok(await guides.calendars(merchant, query)),
    );

    scope.get(
      '/open/v1/guide/reviews/:guideId',
      { schema: reviewsRoute, config },
      async ({ merchant, params: { guideId }, query }) => {
        const page = { list: `guide/reviews/${guideId}`, merchantKey: merchant.key, query };
        return ok(await readPage(cursors, page, (at) => guides.reviews(merchant, guideId, at)));
      },
    );
  };

const changesRoute = {
  operationId: 'listGuideChanges',
  tags: ['guides'],
  summary: 'Changed guides, to keep a copy in step',
  description:
    'Without `cursor` all guides that you may see, as they are; from then on, by `nextCursor`, each that changed since: its ' +
    'record, its rating, its status, or that you may see it no longer (`deleted`). No change is missed, however many are made ' +
    'at the same time. Bookings are no change: guide/calendar tells which days are left.',
  querystring: GuideChangesQuery,
  response: answers(GuideChanges),
};

const calendarRoute = {
  operationId: 'getGuideCalendars',
  tags: ['guides'],
  summary: 'Days and prices of several guides',
  description:
    'Every day of the range with its state, its price, and the holiday on which the guide does not work. A guide that you may ' +
    'not see is named in `refused`, and the others are answered.',
  querystring: GuideCalendarQuery,
  response: answers(GuideCalendars),
};

const reviewsRoute = {
  operationId: 'listGuideReviews',
  tags: ['guides'],
  summary: 'What guests say of a guide, the newest first',
  params: GuideDetailPath,
  querystring: GuideReviewsQuery,
  response: answers(GuideReviews, 'guideForbidden', 'guideNotFound'),
};
