import { defineEntity, p } from '@mikro-orm/core';
import { Guide } from './guide.ts';

/**
 * How a guide's calendar is joined to others (docs/guides.md, "Calendars"): the feed that we publish, and the one that we
 * read. The days that came from the latter are the guide's own (`imported`), since bookings ask for them.
 */
const GuideCalendarSchema = defineEntity({
  name: 'GuideCalendar',
  tableName: 'guide_calendar',
  properties: {
    guideId: () => p.manyToOne(Guide).mapToPk().primary().fieldName('guide_id'),
    /** SHA-256 of the token in the feed's address; null: there is no feed. */
    feedTokenHash: p.string().length(64).nullable().unique(),
    feedMadeAt: p.datetime().nullable(),
    /** What the feed was when it was last read, and since when; for `Last-Modified`. */
    feedTag: p.string().length(64).nullable(),
    feedChangedAt: p.datetime().nullable(),
    /** The address to import from: who knows it reads that calendar. Null: nothing is imported. */
    importUrlEncrypted: p.text().nullable(),
    lastImportAt: p.datetime().nullable(),
    /** An error code of domain/calendar-import.ts; null: the last import succeeded. */
    importError: p.string().length(40).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class GuideCalendar extends GuideCalendarSchema.class {}
GuideCalendarSchema.setClass(GuideCalendar);
