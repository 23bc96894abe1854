import { defineEntity, p } from '@mikro-orm/core';
import { Guide } from './guide.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';

/** What the ordering merchant said of a completed order, once; the guide's statistics are kept with it. */
const ReviewSchema = defineEntity({
  name: 'Review',
  tableName: 'review',
  indexes: [{ properties: ['guideId', 'createdAt', 'orderId'] }],
  properties: {
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').primary(),
    guideId: () => p.manyToOne(Guide).mapToPk().fieldName('guide_id'),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    rating: p.integer().check('rating >= 1 and rating <= 5'),
    text: p.string().length(2_000),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Review extends ReviewSchema.class {}
ReviewSchema.setClass(Review);
