import { defineEntity, p } from '@mikro-orm/core';

/**
 * Somebody gave back time of a guide that others wait for, or the guide was changed; triggers write it with the change itself.
 * Appended, never updated: writers do not wait for each other here.
 */
const WaitlistTouchSchema = defineEntity({
  name: 'WaitlistTouch',
  tableName: 'waitlist_touch',
  indexes: [{ properties: ['guideId'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    guideId: p.string().length(19),
    /** The time that was given back; null where the guide was changed. */
    startAt: p.datetime().nullable(),
    endAt: p.datetime().nullable(),
  },
});

export class WaitlistTouch extends WaitlistTouchSchema.class {}
WaitlistTouchSchema.setClass(WaitlistTouch);
