import { defineEntity, p } from '@mikro-orm/core';

/**
 * When a guide last changed, for whom: all of its world (`live`, `sandbox`), or a merchant whose link with the studio
 * began or ended. Triggers write it in the transaction of the change itself; guide/changes reads it in the order of
 * transactions (docs/decisions/0011). Bookings are no change.
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

/**
 * SQL for a trigger: notes a change of guides, in the order of their ids, so that two that note many do not wait for each
 * other in a circle.
 * @param audience SQL of its audience.
 * @param guides a query of `id` and `visibility`.
 */
export const noteGuideChange = (audience: string, guides: string) =>
  `insert into guide_change (guide_id, audience, was_public) ` +
  `select id, ${audience}, visibility = 'public' from (${guides}) changed order by id ` +
  `on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), ` +
  `was_public = guide_change.was_public or excluded.was_public`;
