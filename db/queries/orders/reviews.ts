import type { EntityManager } from '@mikro-orm/postgresql';
import { BETWEEN, positionOf } from '../../../domain/ids.ts';
import { noteGuideWritten } from '../guides/guide-writes.ts';
import { publishToParties } from '../notifications/notify.ts';

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
  updated_at = greatest(updated_at, now()),
  rating_hundredths = (
    select round(100.0 * (sum(count * stars) + new_review.rating) / (sum(count) + 1))
    from unnest(guide.rating_counts) with ordinality as given (count, stars))
from new_review where guide.id = new_review.guide_id`;

/** Call it in a transaction. The order's primary key decides: a second review of an order is a unique violation. */
export async function insertReview(em: EntityManager, review: NewReview): Promise<void> {
  const { orderId, guideId, merchantKey, rating, text, createdAt } = review;
  await em.execute(INSERT_REVIEW, [orderId, guideId, merchantKey, rating, text, createdAt]);
  await noteGuideWritten(em, guideId, { mayBeFree: false });
}

/** The order's workflow is over, or may be: its deliveries bring it to everyone. */
const PUBLISH_REVIEW = `
with published as (
  select id, merchant_key, studio_key, ?::int as sequence, ?::int as position, '${BETWEEN.review}' as tag,
    ?::text as merchant_body, ?::text as studio_body, now() as happened_at, now() as wake_at
  from orders where id = ?
)${publishToParties('published', 'review.created')}`;

/** Publishes an order's review to both sides, in the caller's transaction. */
export async function publishReview(
  em: EntityManager,
  order: { readonly id: string; readonly sequence: number },
  body: string,
): Promise<void> {
  const { id, sequence } = order;
  await em.execute(PUBLISH_REVIEW, [sequence, positionOf(sequence, 'review'), body, body, id]);
}

/** What one page shows of a review; no names. */
export interface ReviewRow {
  readonly rating: number;
  readonly text: string;
  readonly createdAt: string;
  /** Its position in the list; for the cursor only. */
  readonly position: string;
}

/** A guide's reviews, the newest first, behind `after`: instant and order id, as `position` has them. */
export async function selectReviews(
  em: EntityManager,
  guideId: string,
  after: string | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  const [at = 'infinity', orderId = ''] = after?.split(' ') ?? [];
  return await em.execute<ReviewRow[]>(
    `select rating, text, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || order_id as position
     from review where guide_id = ? and (created_at, order_id) < (?::timestamptz, ?::text)
     order by created_at desc, order_id desc limit ?`,
    [guideId, at, orderId, limit],
  );
}
