import { type Static, Type } from 'typebox';
import { MAX_RATING, MIN_RATING } from '../../domain/review.ts';
import { GuideId, Instant, Prose } from './common.ts';
import { OrderId } from './orders.ts';

export const Rating = Type.Integer({
  minimum: MIN_RATING,
  maximum: MAX_RATING,
  description: '5 is best',
  examples: [5],
});

export const ReviewBody = Type.Object(
  {
    rating: Rating,
    text: Type.Optional(
      Type.String({
        ...Prose(2_000, 'What the guests say'),
        examples: ['Knew every corner.'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type ReviewBody = Static<typeof ReviewBody>;

export const ReviewData = Type.Object({
  orderId: OrderId,
  guideId: GuideId,
  rating: Rating,
  text: Type.String({ description: 'What the guests say' }),
  createdAt: Instant,
});
export type ReviewData = Static<typeof ReviewData>;
