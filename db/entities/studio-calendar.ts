import { defineEntity, p } from '@mikro-orm/core';
import { Merchant } from './merchant.ts';

/** The feed that we publish of all guides of a studio (docs/guides.md, "Calendars"); a guide's own is in GuideCalendar. */
const StudioCalendarSchema = defineEntity({
  name: 'StudioCalendar',
  tableName: 'studio_calendar',
  properties: {
    studioKey: () => p.manyToOne(Merchant).mapToPk().primary().fieldName('studio_key'),
    /** SHA-256 of the token in the feed's address; null: there is no feed. */
    feedTokenHash: p.string().length(64).nullable().unique(),
    feedMadeAt: p.datetime().nullable(),
    /** What the feed was when it was last read, and since when; for `Last-Modified`. */
    feedTag: p.string().length(64).nullable(),
    feedChangedAt: p.datetime().nullable(),
  },
});

export class StudioCalendar extends StudioCalendarSchema.class {}
StudioCalendarSchema.setClass(StudioCalendar);
