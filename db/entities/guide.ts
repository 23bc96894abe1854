import { defineEntity, p } from '@mikro-orm/core';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import { GUIDE_STATUSES, GUIDE_VISIBILITIES } from '../../domain/guide.ts';
import { Merchant } from './merchant.ts';

const GuideSchema = defineEntity({
  name: 'Guide',
  tableName: 'guide',
  indexes: [{ properties: ['sandbox', 'area', 'status'] }, { properties: ['studioKey'] }],
  properties: {
    id: p.string().length(19).primary(),
    studioKey: () => p.manyToOne(Merchant).mapToPk().fieldName('studio_key'),
    sandbox: p.boolean().default(false),
    name: p.string().length(100),
    area: p.string().length(100),
    profile: p.string().length(4_000).default(''),
    languages: p.array(),
    serviceAreas: p.array(),
    serviceTypes: p.array(),
    status: p.enum(GUIDE_STATUSES).default('active'),
    visibility: p.enum(GUIDE_VISIBILITIES).default('public'),
    /** Mean of all reviews in hundredths; null before the first. */
    ratingHundredths: p.integer().nullable().check('rating_hundredths >= 100 and rating_hundredths <= 500'),
    reviewCount: p.integer().default(0).check('review_count >= 0'),
    /** Minor units per day. */
    dayRate: p.bigint('number').check('day_rate >= 0'),
    currency: p.character().length(3),
    /** IANA name; the calendar in which the guide's days begin. */
    timeZone: p.string().length(64),
    maxGuests: p.integer().check('max_guests >= 1 and max_guests <= 500'),
    instantConfirmation: p.boolean().default(false),
    /** Hours that the studio has to confirm a new order. */
    confirmationHours: p.integer().default(24).check('confirmation_hours >= 1 and confirmation_hours <= 720'),
    cancellationPolicy: p.json().$type<CancellationPolicy>(),
    /** Counts every change of what a booking depends on; an intake that read an older one starts again. */
    version: p.integer().default(1),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** Deleted guides stay for the sake of their orders, and are seen by nobody. */
    deletedAt: p.datetime().nullable(),
  },
});

export class Guide extends GuideSchema.class {}
GuideSchema.setClass(Guide);
