import { defineEntity, p } from '@mikro-orm/core';

/**
 * A guide that changed since the index was brought up to date; triggers write it with the change itself. Appended, never
 * updated: writers do not wait for each other here.
 */
const GuideTouchSchema = defineEntity({
  name: 'GuideTouch',
  tableName: 'guide_touch',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    guideId: p.string().length(19),
  },
});

export class GuideTouch extends GuideTouchSchema.class {}
GuideTouchSchema.setClass(GuideTouch);
