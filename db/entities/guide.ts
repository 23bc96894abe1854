import { defineEntity, p } from '@mikro-orm/core';
import type { DayRange } from '../../domain/availability.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import {
  areaKeys,
  GUIDE_STATUSES,
  GUIDE_VISIBILITIES,
  type GuidePhoto,
  languageKeys,
  searchable,
  serviceTypeKeys,
} from '../../domain/guide.ts';
import { HELD_HOURS, UNCONFIRMED_DAYS } from '../../domain/keeping.ts';
import { CHANGE_RULES } from '../../domain/order-change.ts';
import type { GuestSurcharge, SeasonalRate, WeekendRate } from '../../domain/price.ts';
import { NO_RATINGS } from '../../domain/review.ts';
import { SANDBOX_BEHAVIOURS } from '../../domain/sandbox.ts';
import type {
  Allotment,
  DayRate,
  GuestKind,
  MeetingPoint,
  Question,
  SpecialOffer,
  StopSale,
  TripKind,
} from '../../domain/trip-details.ts';
import { MAX_TRIP_DAYS } from '../../domain/trip-details.ts';
import { DayRangesType } from '../types/day-ranges.ts';
import { Merchant } from './merchant.ts';

/** Guide ids are `G` and a number: the shorter is the smaller. */
const BY_ID = 'length(id), id';
const index = (name: string, columns: string) => ({
  name,
  expression: `create index ${name} on guide ${columns} where deleted_at is null`,
});
/** Names as people sort them, whatever the language: Á with A, å with a, lower case with upper case. */
export const NAME_ORDER = '"und-x-icu"';
/** Changes are found at once, not after the next vacuum. */
const GIN_OPTIONS = 'with (fastupdate = off)';

/**
 * The guide's location, as a point on the sphere of radius 1: distances between such points are in the order of those on
 * the ground, at the poles and across the 180th meridian too. Null without a location. The extension `cube` has a GiST
 * index for it; as an expression, so that no column repeats another.
 */
export const PLACE = `(case when latitude is null or longitude is null then null else cube(array[
  cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))
]) end)`;

const GuideSchema = defineEntity({
  name: 'Guide',
  tableName: 'guide',
  indexes: [
    { properties: ['studioKey'] },
    // One for every sort of guide/list …
    index('guide_by_number', `(sandbox, ${BY_ID})`),
    index('guide_by_rating', `(sandbox, rating_hundredths desc nulls last, ${BY_ID})`),
    index('guide_by_price', `(sandbox, currency, day_rate, ${BY_ID})`),
    index('guide_by_name', `(sandbox, name collate ${NAME_ORDER}, ${BY_ID})`),
    // … and for every filter.
    index('guide_by_status', `(sandbox, status, ${BY_ID})`),
    index('guide_by_area', `using gin (area_keys) ${GIN_OPTIONS}`),
    index('guide_by_service_type', `using gin (service_type_keys) ${GIN_OPTIONS}`),
    index('guide_by_language', `using gin (language_keys) ${GIN_OPTIONS}`),
    index('guide_by_place', `using gist (${PLACE})`),
    {
      // Few: a search by days asks each of them.
      name: 'guide_with_stops',
      expression: `create index guide_with_stops on guide (sandbox) where deleted_at is null and (stop_sales <> '[]' or allotments <> '[]')`,
    },
    {
      // No index of bits has them: those of the studios whose partner asks are counted one by one.
      name: 'guide_of_partners',
      expression: "create index guide_of_partners on guide (studio_key) where visibility = 'partners'",
    },
    index('guide_by_text', `using gin (search_text gin_trgm_ops) ${GIN_OPTIONS}`),
    {
      // Orders are found by their guide's name, also when it was deleted.
      name: 'guide_by_part_of_name',
      expression: 'create index guide_by_part_of_name on guide using gin (name gin_trgm_ops)',
    },
  ],
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
    /** How many reviews gave 1, 2, 3, 4, 5. */
    ratingCounts: p
      .array(Number)
      .columnType('int[]')
      .default([...NO_RATINGS]),
    /** Minor units per day. */
    dayRate: p.bigint('number').check('day_rate >= 0'),
    /** Minor units, like every amount; ranges do not overlap (domain/price.ts). */
    seasonalRates: p.json().$type<readonly SeasonalRate[]>().defaultRaw("'[]'"),
    /** Instead of the day rate on these weekdays, where no season is. */
    weekendRate: p.json().$type<WeekendRate>().nullable(),
    /** Of whole days, before season and weekend: the first that holds (domain/trip-rate.ts). */
    dayRates: p.json().$type<readonly DayRate[]>().defaultRaw("'[]'"),
    /** What a trip may cost less by (domain/special-offer.ts). */
    offers: p.json().$type<readonly SpecialOffer[]>().defaultRaw("'[]'"),
    /** Trips that are not newly sold (domain/stop-sale.ts). */
    stopSales: p.json().$type<readonly StopSale[]>().defaultRaw("'[]'"),
    /** What is kept for some agencies (domain/allotment.ts). */
    allotments: p.json().$type<readonly Allotment[]>().defaultRaw("'[]'"),
    guestSurcharge: p.json().$type<GuestSurcharge>().nullable(),
    /** Minor units: a trip of whole days never costs less. */
    leastPrice: p.bigint('number').nullable().check('least_price >= 0'),
    /** Trips of hours; whole days can be booked of every guide whose `offersWholeDays` is true. */
    tripKinds: p.json().$type<readonly TripKind[]>().defaultRaw("'[]'"),
    offersWholeDays: p.boolean().default(true),
    /** The smallest party for whole days; null: one guest is enough. */
    minGuests: p.integer().nullable().check('min_guests >= 1 and min_guests <= 500'),
    /** How many whole days a trip has at least, and at most. */
    minDays: p.integer().nullable().check(`min_days >= 1 and min_days <= ${MAX_TRIP_DAYS}`),
    maxDays: p
      .integer()
      .nullable()
      .check(`max_days >= coalesce(min_days, 1) and max_days <= ${MAX_TRIP_DAYS}`),
    /** Empty: guests are counted without kinds. */
    guestKinds: p.json().$type<readonly GuestKind[]>().defaultRaw("'[]'"),
    questions: p.json().$type<readonly Question[]>().defaultRaw("'[]'"),
    meetingPoint: p.json().$type<MeetingPoint>().nullable(),
    /** The cover first. */
    photos: p.json().$type<readonly GuidePhoto[]>().defaultRaw("'[]'"),
    /** The guide's location on a map; WGS 84. */
    latitude: p.double().nullable().check('latitude >= -90 and latitude <= 90'),
    longitude: p.double().nullable().check('longitude >= -180 and longitude <= 180'),
    /** `PT`, `PT-20`: whose public holidays (PublicHoliday) the guide does not work on; null: works on all of them. */
    holidayCalendar: p.string().length(10).nullable(),
    /** Hours between booking and trip at least. */
    minimumNoticeHours: p
      .integer()
      .default(0)
      .check('minimum_notice_hours >= 0 and minimum_notice_hours <= 2160'),
    /** Guide-days that one agency may keep without a confirmed order: held and pending (docs/decisions/0074). */
    maxUnconfirmedDays: p
      .integer()
      .default(UNCONFIRMED_DAYS.default)
      .check('max_unconfirmed_days >= 1 and max_unconfirmed_days <= 3650'),
    /** Hours for which holds of one agency that came to nothing may keep the same time within 30 days. */
    maxHeldHours: p
      .integer()
      .default(HELD_HOURS.default)
      .check('max_held_hours >= 1 and max_held_hours <= 720'),
    /** Minutes for which freed time is held for the first who waits; 0: all who wait are notified at once. */
    waitlistWindowMinutes: p
      .integer()
      .default(0)
      .check('waitlist_window_minutes >= 0 and waitlist_window_minutes <= 1440'),
    /** How a confirmed order is changed. */
    changeRule: p.enum(CHANGE_RULES).default('consent'),
    /** What a sandbox guide does by itself; null: nothing. */
    sandboxBehaviour: p.enum(SANDBOX_BEHAVIOURS).nullable(),
    currency: p.character().length(3),
    /** IANA name; the calendar in which the guide's days begin. */
    timeZone: p.string().length(64),
    maxGuests: p.integer().check('max_guests >= 1 and max_guests <= 500'),
    instantConfirmation: p.boolean().default(false),
    /** Hours that the studio has to confirm a new order. */
    confirmationHours: p.integer().default(24).check('confirmation_hours >= 1 and confirmation_hours <= 720'),
    /** Sum of `1 << weekday`, Monday is 0 (domain/availability.ts). */
    restDays: p.integer().default(0).check('rest_days >= 0 and rest_days < 127'),
    /** Days that the studio blocked by hand. */
    blocked: p.type(DayRangesType).$type<readonly DayRange[]>().defaultRaw("'{}'"),
    /** Days that the guide's own calendar has (GuideCalendar); closed as the blocked ones are. */
    imported: p.type(DayRangesType).$type<readonly DayRange[]>().defaultRaw("'{}'"),
    cancellationPolicy: p.json().$type<CancellationPolicy>(),
    /** Counts every change of what a booking depends on; an intake that read an older one starts again. */
    version: p.integer().default(1),
    /** Name and profile as the `text` filter compares them. */
    searchText: p
      .text()
      .hidden()
      .default('')
      .onCreate((guide) => searchable(guide.name, guide.profile ?? ''))
      .onUpdate((guide) => searchable(guide.name, guide.profile ?? '')),
    /** Every area as the `area` filter compares it. */
    areaKeys: p
      .array()
      .hidden()
      .defaultRaw("'{}'")
      .onCreate((guide) => areaKeys(guide.area, guide.serviceAreas))
      .onUpdate((guide) => areaKeys(guide.area, guide.serviceAreas)),
    /** Service types and languages as their filters compare them. */
    serviceTypeKeys: p
      .array()
      .hidden()
      .defaultRaw("'{}'")
      .onCreate((guide) => serviceTypeKeys(guide.serviceTypes))
      .onUpdate((guide) => serviceTypeKeys(guide.serviceTypes)),
    languageKeys: p
      .array()
      .hidden()
      .defaultRaw("'{}'")
      .onCreate((guide) => languageKeys(guide.languages))
      .onUpdate((guide) => languageKeys(guide.languages)),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** Deleted guides stay for the sake of their orders, and are seen by nobody. */
    deletedAt: p.datetime().nullable(),
  },
});

export class Guide extends GuideSchema.class {}
GuideSchema.setClass(Guide);
