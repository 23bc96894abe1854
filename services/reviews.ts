import { type MikroORM, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { ReviewBody, ReviewData } from '../contract/schemas/reviews.ts';
import { insertReview, publishReview } from '../db/queries/orders/reviews.ts';
import { MerchantKindForbidden, OrderStateForbids } from '../domain/errors.ts';
import type { CallingMerchant } from '../domain/merchant.ts';
import { reviewCreatedBody } from '../domain/order-notification.ts';
import { timeFor } from '../domain/sandbox.ts';
import { recordAudit } from './audit.ts';
import { findDone, noteDone } from './commands.ts';
import { findVisibleOrder } from './orders/reading.ts';

const REVIEWED = 'guide.reviewed';

export interface ReviewService {
  /**
   * Rates a completed order, once.
   * @throws OrderNotFound, MerchantKindForbidden for the studio, OrderStateForbids before completion and the second
   *   time.
   */
  review(caller: CallingMerchant, orderId: string, body: ReviewBody): Promise<ReviewData>;
}

/** What ordering merchants say of a trip, and with it of the guide. */
export function createReviewService({ orm, now }: { orm: MikroORM; now: () => Date }): ReviewService {
  return {
    async review(caller, orderId, { rating, text = '' }) {
      const em = orm.em.fork();
      const { order, viewer } = await findVisibleOrder(em, caller, orderId);
      if (viewer !== 'merchant')
        throw new MerchantKindForbidden('only the ordering merchant reviews an order');
      const earlier = await findDone<{ createdAt: string }>(em, caller, REVIEWED);
      if (earlier !== undefined) return { orderId, guideId: order.guideId, rating, text, ...earlier };
      if (order.status !== 'completed') {
        throw new OrderStateForbids(`only a completed order can be reviewed; it is ${order.status}`);
      }
      const createdAt = timeFor(order, now());
      const review = { orderId, guideId: order.guideId, merchantKey: caller.key, rating, text, createdAt };
      try {
        await em.transactional(async (tx) => {
          await insertReview(tx, review);
          await publishReview(tx, order, reviewCreatedBody(order, review));
          // It changes the rating of a guide, which is another merchant's.
          await recordAudit(tx, caller, {
            action: REVIEWED,
            subject: `guide:${order.guideId}`,
            merchantKey: order.studioKey,
            details: { orderId, rating },
          });
          await noteDone(tx, caller, REVIEWED, { createdAt: createdAt.toISOString() });
        });
      } catch (error) {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        throw new OrderStateForbids('the order has already been reviewed', { cause: error });
      }
      return { orderId, guideId: order.guideId, rating, text, createdAt: createdAt.toISOString() };
    },
  };
}
