import { defineEntity, p } from '@mikro-orm/core';

/**
 * When a guide last changed, for whom: all of its world (`live`, `sandbox`), or a merchant whose link with the studio
 * began or ended. It is written in the transaction of the change itself (db/queries/guides/guide-writes.ts); guide/changes
 * reads it in the order of transactions (docs/decisions/0011). Bookings are no change.
 */
const GuideChangeSchema = defineEntity({
  name: 'GuideChange',
  tableName: 'guide_change',
  indexes: [{ properties: ['audience', 'transactionId', 'guideId'] }, { properties: ['changedAt'] }],
  properties: {
    guideId: p.string().length(19).primary(),
    /** `live`, `sandbox` or a merchant key. */
    audience: p.string().length(64).primary(),
    transactionId: p.string().columnType('xid8').defaultRaw('feed_transaction()'),
    changedAt: p.datetime().defaultRaw('clock_timestamp()'),
    /** It was public once: everybody gets its removal. */
    wasPublic: p.boolean().default(false),
  },
});

export class GuideChange extends GuideChangeSchema.class {}
GuideChangeSchema.setClass(GuideChange);
