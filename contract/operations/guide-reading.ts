import { answers } from '../schemas/envelope.ts';
import { GuideCalendarQuery, GuideCalendars } from '../schemas/guide-calendar.ts';
import {
  GuideChanges,
  GuideChangesQuery,
  GuideReviews,
  GuideReviewsQuery,
} from '../schemas/guide-changes.ts';
import { GuideListQuery } from '../schemas/guide-list.ts';
import { GuideDetail, GuideDetailPath, GuideList } from '../schemas/guides.ts';
import { defineOperations } from './define.ts';

export const guideReadingOperations = defineOperations({
  listGuides: {
    route: 'GET /open/v1/guide/list',
    sdk: 'guides.list',
    noun: 'guide',
    access: { scope: 'guide:read' },
    schema: {
      tags: ['guides'],
      summary: 'List guides',
      description:
        'Guides in your environment (sandbox or live), with any status unless you filter. `availableFrom` and `availableTo` go ' +
        'together and select active guides that are free on all of those days.',
      querystring: GuideListQuery,
      response: answers(GuideList),
    },
  },
  getGuide: {
    route: 'GET /open/v1/guide/detail/{guideId}',
    sdk: 'guides.get',
    access: { scope: 'guide:read', tagged: true },
    schema: {
      tags: ['guides'],
      summary: "Read a guide's full information",
      description:
        'Prices, offers and times are those that apply to you. With the `ETag` of the answer as `If-Match`, a studio changes exactly what it has read.',
      params: GuideDetailPath,
      response: answers(GuideDetail, 'guideForbidden', 'guideNotFound'),
    },
  },
  getGuideCalendars: {
    route: 'GET /open/v1/guide/calendar',
    sdk: 'guides.calendars',
    noun: 'calendars',
    access: { scope: 'guide:read' },
    schema: {
      tags: ['guides'],
      summary: 'Read the days and prices of several guides',
      description:
        'Every day of the range with its state, its price, and the public holiday if the guide is off for it. Guides that you may ' +
        'not see are listed in `refused`; the others are returned.',
      querystring: GuideCalendarQuery,
      response: answers(GuideCalendars),
    },
  },
  listGuideReviews: {
    route: 'GET /open/v1/guide/reviews/{guideId}',
    sdk: 'guides.reviews',
    noun: 'review',
    access: { scope: 'guide:read' },
    schema: {
      tags: ['guides'],
      summary: 'Read what guests say about a guide, newest first',
      description:
        "Each review is about a completed order and has a rating, a text and a time. It doesn't say which order, agency or guests it comes from.",
      params: GuideDetailPath,
      querystring: GuideReviewsQuery,
      response: answers(GuideReviews, 'guideForbidden', 'guideNotFound'),
    },
  },
  listGuideChanges: {
    route: 'GET /open/v1/guide/changes',
    sdk: 'guides.changes',
    noun: 'change',
    access: { scope: 'guide:read' },
    schema: {
      tags: ['guides'],
      summary: 'List changed guides, to keep a copy in step',
      description:
        'Without `cursor`, all guides that you may see, as they are now. After that, with `nextCursor`, each guide that has changed since: its ' +
        'record, its rating, its status, or that you may no longer see it (`deleted`). No change is missed, however many are made ' +
        "at the same time. Bookings don't count as changes; guide/calendar has the free days.",
      querystring: GuideChangesQuery,
      response: answers(GuideChanges),
    },
  },
});
