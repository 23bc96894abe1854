import { defineEntity, p } from '@mikro-orm/core';
import { Guide } from './guide.ts';
import { Merchant } from './merchant.ts';

/** A merchant wants to be notified when a guide is free on days that are taken (docs/orders.md, "Waitlist"). */
const WaitlistEntrySchema = defineEntity({
  name: 'WaitlistEntry',
  tableName: 'waitlist_entry',
  uniques: [{ properties: ['merchantKey', 'guideId', 'tripStartAt', 'tripEndAt'] }],
  indexes: [
    { properties: ['merchantKey', 'id'] },
    { properties: ['guideId', 'tripStartAt'] },
    { properties: ['tripStartAt'] },
  ],
  properties: {
    /** Shown as `WTL` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    guideId: () => p.manyToOne(Guide).mapToPk().fieldName('guide_id'),
    tripDate: p.date(),
    tripDays: p.integer().check('trip_days >= 1 and trip_days <= 60'),
    /** For a trip of hours; null for whole days. */
    tripKindId: p.string().length(40).nullable(),
    startTime: p.string().length(5).nullable(),
    guestCount: p.integer().default(1).check('guest_count >= 1'),
    tripStartAt: p.datetime(),
    tripEndAt: p.datetime().check('trip_end_at > trip_start_at'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When its merchant was notified that the time is free; null while it waits for that. */
    notifiedAt: p.datetime().nullable(),
    /** Its time was held for it, and it comes behind those without a turn until somebody else has had the time. */
    hadTurn: p.boolean().default(false),
  },
});

export class WaitlistEntry extends WaitlistEntrySchema.class {}
WaitlistEntrySchema.setClass(WaitlistEntry);
