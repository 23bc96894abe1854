import type { EntityManager } from '@mikro-orm/postgresql';

export interface NewReview {
  readonly orderId: string;
  readonly guideId: string;
  readonly merchantKey: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly text: string;
  readonly createdAt: Date;
}

/**
 * The review and the guide's statistics in one statement, so in one transaction. The counts are the truth; the mean
 * follows from them, in hundredths, rounded half up as domain/review.ts does. A booking does not depend on it:
 * `version` stays.
 */
const INSERT_REVIEW = `
with new_review as (
  insert into review (order_id, guide_id, merchant_key, rating, text, created_at) values (?, ?, ?, ?, ?, ?)
  returning guide_id, rating
)
update guide set
  rating_counts[new_review.rating] = rating_counts[new_review.rating] + 1,
  review_count = review_count + 1,
  rating_hundredths = (
    select round(100.0 * (sum(count * stars) + new_review.rating) / (sum(count) + 1))
    from unnest(guide.rating_counts) with ordinality as given (count, stars))
from new_review where guide.id = new_review.guide_id`;

/** The order's primary key decides: a second review of an order is a unique violation. */
export async function insertReview(em: EntityManager, review: NewReview): Promise<void> {
  const { orderId, guideId, merchantKey, rating, text, createdAt } = review;
  await em.execute(INSERT_REVIEW, [orderId, guideId, merchantKey, rating, text, createdAt]);
}
