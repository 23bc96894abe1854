import type { EntityManager } from '@mikro-orm/postgresql';
import { NAME_ORDER } from '../../db/entities/guide.ts';
import { HOLIDAYS_OF_GUIDE } from '../../db/queries/guides/holidays.ts';
import { RESERVED_DAYS_OF_GUIDE } from '../../db/queries/orders/reservations.ts';
import type { DayRange, Holiday } from '../../domain/availability.ts';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { GuidePhoto, GuideStatus, GuideVisibility } from '../../domain/guide.ts';
import type { Offer } from '../../domain/guide-offer.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { ChangeRule } from '../../domain/order-change.ts';
import type { GuestSurcharge, SeasonalRate } from '../../domain/price.ts';
import { all } from './condition.ts';
import { amongFew, type GuideCount, isIndexed } from './counting.ts';
import { BY_DISTANCE, DISTANCE_KM, placeValue } from './distance.ts';
import { conditionsOf, type GuideFilter, IN_WORLD, visibleTo } from './filter.ts';

export interface GuideSummaryRow {
  readonly id: string;
  readonly name: string;
  readonly area: string;
  /** Hundredths; null before the first review. */
  readonly ratingHundredths: number | null;
  readonly reviewCount: number;
  readonly status: GuideStatus;
  /** Minor units. */
  readonly dayRate: number;
  readonly currency: string;
  readonly instantConfirmation: boolean;
  readonly languages: string[];
  readonly timeZone: string;
  readonly maxGuests: number;
  /** Both null, or none. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly updatedAt: string;
}

export interface GuideListRow extends GuideSummaryRow {
  readonly coverPhoto: GuidePhoto | null;
  /** Only with the filter `near`. */
  readonly distanceKm?: number;
}

export interface GuideRow extends GuideSummaryRow, Offer {
  readonly studioKey: string;
  readonly visibility: GuideVisibility;
  /** True where the studio linked the caller. */
  readonly isPartner: boolean;
  readonly profile: string;
  readonly photos: GuidePhoto[];
  readonly serviceAreas: string[];
  readonly serviceTypes: string[];
  readonly ratingCounts: number[];
  readonly seasonalRates: SeasonalRate[];
  readonly guestSurcharge: GuestSurcharge | null;
  readonly minGuests: number | null;
  readonly minDays: number | null;
  readonly maxDays: number | null;
  readonly minimumNoticeHours: number;
  readonly maxUnconfirmedDays: number;
  readonly maxHeldHours: number;
  readonly waitlistWindowMinutes: number;
  readonly changeRule: ChangeRule;
  readonly restDays: number;
  /** A datemultirange as text: what the studio blocked by hand. */
  readonly blocked: string;
  /** The same of the guide's own calendar. */
  readonly imported: string;
  readonly holidayCalendar: string | null;
  readonly holidays: Holiday[];
  readonly confirmationHours: number;
  readonly cancellationPolicy: CancellationPolicy;
  readonly createdAt: string;
  readonly version: number;
}

export interface ReservedGuideRow extends GuideRow {
  readonly reserved: DayRange[];
}

/** RFC 3339 in UTC, to the millisecond, as `Date.toISOString` writes it. */
const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SUMMARY = `
guide.id, guide.name, guide.area, guide.rating_hundredths as "ratingHundredths", guide.review_count as "reviewCount",
guide.status, guide.day_rate::float8 as "dayRate", guide.currency, guide.instant_confirmation as "instantConfirmation",
to_json(guide.languages) as languages, guide.time_zone as "timeZone", guide.max_guests as "maxGuests",
guide.latitude, guide.longitude, ${instant('guide.updated_at')} as "updatedAt"`;

/** What a GuideListRow is read from. */
export const LIST_ITEM = `${SUMMARY}, guide.photos -> 0 as "coverPhoto"`;

/** Takes the caller's key. */
const DETAIL = `${SUMMARY},
guide.studio_key as "studioKey", guide.visibility, guide.profile,
exists (select from partnership link
        where link.studio_key = guide.studio_key and link.partner_key = ?) as "isPartner",
guide.photos, to_json(guide.service_areas) as "serviceAreas",
to_json(guide.service_types) as "serviceTypes", to_json(guide.rating_counts) as "ratingCounts",
guide.seasonal_rates as "seasonalRates", guide.guest_surcharge as "guestSurcharge",
guide.weekend_rate as "weekendRate", guide.day_rates as "dayRates", guide.offers, guide.stop_sales as "stopSales", guide.allotments, guide.least_price::float8 as "leastPrice", guide.min_guests as "minGuests", guide.min_days as "minDays", guide.max_days as "maxDays",
guide.trip_kinds as "tripKinds", guide.offers_whole_days as "offersWholeDays",
guide.guest_kinds as "guestKinds", guide.questions, guide.meeting_point as "meetingPoint",
guide.minimum_notice_hours as "minimumNoticeHours", guide.max_unconfirmed_days as "maxUnconfirmedDays",
guide.max_held_hours as "maxHeldHours", guide.waitlist_window_minutes as "waitlistWindowMinutes", guide.change_rule as "changeRule",
guide.rest_days as "restDays", guide.blocked::text as blocked, guide.imported::text as imported,
guide.holiday_calendar as "holidayCalendar", ${HOLIDAYS_OF_GUIDE} as holidays,
guide.confirmation_hours as "confirmationHours", guide.cancellation_policy as "cancellationPolicy",
${instant('guide.created_at')} as "createdAt", guide.version`;

const BY_NAME = `guide.name collate ${NAME_ORDER}`;

/** Each is an index of the guide table, forwards or backwards from end to end. `distance` takes a `placeValue`. */
const SORT_ORDERS = {
  guideId: 'length(guide.id), guide.id',
  rating: 'guide.rating_hundredths nulls first, length(guide.id) desc, guide.id desc',
  '-rating': 'guide.rating_hundredths desc nulls last, length(guide.id), guide.id',
  dayRate: 'guide.currency, guide.day_rate, length(guide.id), guide.id',
  '-dayRate': 'guide.currency desc, guide.day_rate desc, length(guide.id) desc, guide.id desc',
  name: `${BY_NAME}, length(guide.id), guide.id`,
  '-name': `${BY_NAME} desc, length(guide.id) desc, guide.id desc`,
  distance: `${BY_DISTANCE}, length(guide.id), guide.id`,
} as const;

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly sort: keyof typeof SORT_ORDERS;
}

/**
 * One page of the guides that the caller may see.
 * @param count how many there are; decides how they are searched.
 */
export async function selectGuides(
  em: EntityManager,
  caller: CallingMerchant,
  filter: GuideFilter,
  { limit, offset, sort, count }: Page & { readonly count: GuideCount },
): Promise<GuideListRow[]> {
  if (count.total <= offset) return [];
  const { sql, values } = isScarce(filter, count, offset + limit)
    ? amongFew(caller, filter)
    : all([visibleTo(caller), ...conditionsOf(filter)]);
  const { near } = filter;
  const place = near === undefined ? [] : [placeValue(near)];
  const item = near === undefined ? LIST_ITEM : `${LIST_ITEM}, ${DISTANCE_KM} as "distanceKm"`;
  const order = SORT_ORDERS[sort];
  const orderPlace = sort === 'distance' ? place : [];
  // The page first: what it shows is not made for the guides of the pages before.
  return await em.execute<GuideListRow[]>(
    `select ${item} from (
       select * from guide where ${sql} order by ${order} limit ? offset ?
     ) guide order by ${order}`,
    [...place, ...values, ...orderPlace, limit, offset, ...orderPlace],
  );
}

/** So many guides are checked one by one in the time that the index of bits takes, of 100,000 guides. */
const GUIDES_PER_BITS = 10_000;

/**
 * A walk through a sort's index passes `wanted / total` of all guides before the page is full, and has to check the days
 * of many of them; worth it while these are fewer than the free ones, which the index of bits can name instead. Where no days are
 * asked for, a check costs so little that reading the bits again has to be worth it as well.
 */
function isScarce(filter: GuideFilter, { total, world }: GuideCount, wanted: number): boolean {
  if (!isIndexed(filter)) return false;
  if (filter.availableFrom !== undefined) return total * total < wanted * world;
  const met = Math.min(world, (wanted * world) / total);
  return isUnindexed(filter) && met > GUIDES_PER_BITS + total;
}

/** Whether the filter has a condition without an index of the guide table, which has to be checked guide by guide. */
function isUnindexed({ guests, instantConfirmation }: GuideFilter): boolean {
  return guests !== undefined || instantConfirmation !== undefined;
}

/**
 * The guide, seen from the caller's world, and what live orders and holds have of these days (a little more may come): one
 * statement, so they belong together. Whether the caller may see it is for the service to say.
 */
export async function selectGuide(
  em: EntityManager,
  id: string,
  caller: CallingMerchant,
  { startDate, endDate }: DayRange,
): Promise<ReservedGuideRow | undefined> {
  const [row] = await em.execute<ReservedGuideRow[]>(
    `select ${DETAIL}, ${RESERVED_DAYS_OF_GUIDE} as reserved from guide where guide.id = ? and ${IN_WORLD}`,
    [caller.key, startDate, endDate, id, caller.sandbox],
  );
  return row;
}
