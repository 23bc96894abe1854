import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/**
 * Where a merchant's event feed begins: behind the last event that was removed for its age. A reader that has not read so far
 * would miss events, and is refused (db/queries/notifications/event-feed.ts).
 */
const FeedStartSchema = defineEntity({
  name: 'FeedStart',
  tableName: 'feed_start',
  properties: {
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key').primary(),
    /** The event's place, as Notification has it. */
    transactionId: p.string().columnType('xid8'),
    subjectId: p.string().length(64),
    position: p.integer(),
  },
});

export class FeedStart extends FeedStartSchema.class {}
FeedStartSchema.setClass(FeedStart);
