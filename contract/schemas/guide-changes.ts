/** Following the changes of guides, and what guests say of them. */
import { type Static, Type } from 'typebox';
import { Cursor, GuideId, Instant, nullable } from './common.ts';
import { GuideListItem } from './guides.ts';
import { GivenInstant } from './notification-filters.ts';
import { Rating } from './reviews.ts';

export const GuideChangesQuery = Type.Object(
  {
    cursor: Type.Optional({
      ...Cursor,
      description:
        '`nextCursor` of the previous answer; without it, all guides, or those since `updatedSince`',
    }),
    updatedSince: Type.Optional(
      GivenInstant(
        'Only what has changed since this instant; for the first request only, then send `cursor`',
      ),
    ),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Maximum number of guides' }),
    ),
  },
  { additionalProperties: false },
);
export type GuideChangesQuery = Static<typeof GuideChangesQuery>;

export const GuideChange = Type.Object(
  {
    guideId: GuideId,
    deleted: Type.Boolean({
      description: 'True: it was deleted, or you may no longer see it; remove it from your copy',
    }),
    guide: Type.Optional(
      Type.Object(GuideListItem.properties, { description: 'The guide as it is now; absent if `deleted`' }),
    ),
  },
  { description: 'A guide that has changed' },
);
export const GuideChanges = Type.Object({
  list: Type.Array(GuideChange, { description: 'Each guide once, however often it changed' }),
  nextCursor: Type.String({ description: 'Cursor for the next request; keep it' }),
  hasMore: Type.Boolean({
    description:
      'True: ask again at once. False: ask again later. A page can be short or empty although it is true',
  }),
});
export type GuideChanges = Static<typeof GuideChanges>;

export const GuideReviewsQuery = Type.Object(
  {
    cursor: Type.Optional(Cursor),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Items per page' }),
    ),
  },
  { additionalProperties: false },
);
export type GuideReviewsQuery = Static<typeof GuideReviewsQuery>;

export const GuideReview = Type.Object(
  {
    rating: Rating,
    text: Type.String({ description: 'What the guests say; may be empty' }),
    createdAt: Instant,
  },
  { description: 'What guests say about a guide' },
);
export const GuideReviews = Type.Object({
  list: Type.Array(GuideReview, { description: 'The newest first' }),
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last one' })),
});
export type GuideReviews = Static<typeof GuideReviews>;
