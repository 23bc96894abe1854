import { defineEntity, p } from '@mikro-orm/core';

/**
 * Public holidays of the calendars that guides name, from last year to three years ahead (docs/decisions/0011). What is
 * here decides, for bookings, lists and calendars alike; the library only fills it.
 */
const PublicHolidaySchema = defineEntity({
  name: 'PublicHoliday',
  tableName: 'public_holiday',
  indexes: [{ properties: ['day'] }],
  properties: {
    /** `PT`, `PT-20`: ISO 3166-1, and the subdivision of ISO 3166-2 behind the hyphen. */
    calendar: p.string().length(10).primary(),
    day: p.date().primary(),
    name: p.string().length(200),
  },
});

export class PublicHoliday extends PublicHolidaySchema.class {}
PublicHolidaySchema.setClass(PublicHoliday);
