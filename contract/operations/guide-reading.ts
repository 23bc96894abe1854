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
        'Guides of your environment (sandbox or live), of every status unless you filter. `availableFrom` and `availableTo` go ' +
        'together and select active guides who are free on all of those days.',
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
        'Prices, offers and times are those that hold for you. Under the `ETag` of the answer a studio changes what it has read (`If-Match`).',
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
      summary: 'Days and prices of several guides',
      description:
        'Every day of the range with its state, its price, and the holiday on which the guide does not work. A guide that you may ' +
        'not see is named in `refused`, and the others are answered.',
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
      summary: 'What guests say of a guide, the newest first',
      description:
        'Each is of a completed order, with rating, text and time. Which order, agency or guests it is of, a review does not say.',
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
      summary: 'Changed guides, to keep a copy in step',
      description:
        'Without `cursor` all guides that you may see, as they are; from then on, by `nextCursor`, each that changed since: its ' +
        'record, its rating, its status, or that you may see it no longer (`deleted`). No change is missed, however many are made ' +
        'at the same time. Bookings are no change: guide/calendar has the free days.',
      querystring: GuideChangesQuery,
      response: answers(GuideChanges),
    },
  },
});
