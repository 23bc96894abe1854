import type { GuideOffer } from '../../contract/schemas/guide-offer.ts';
import type { AvailabilityData } from '../../contract/schemas/guide-terms.ts';
import type { GuideDetail, GuideListItem } from '../../contract/schemas/guides.ts';
import { parseMultirange } from '../../db/types/day-ranges.ts';
import { type DayRange, weekdaysOf } from '../../domain/availability.ts';
import { viewPolicy } from '../../domain/cancellation.ts';
import { offerShownTo } from '../../domain/contract-rates.ts';
import { calendarOf } from '../../domain/guide.ts';
import { decimalOffer } from '../../domain/guide-offer.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { viewDistribution } from '../../domain/review.ts';
import type { GuideListRow, GuideRow, GuideSummaryRow } from './queries.ts';

/** A guide as `data.list` shows it. */
export function toListItem(row: GuideListRow): GuideListItem {
  const { coverPhoto, distanceKm } = row;
  return { ...toSummary(row), coverPhoto, ...(distanceKm === undefined ? {} : { distanceKm }) };
}

/** What list and detail show alike. The rating is 0 before the first review: the specification makes it a number. */
function toSummary(row: GuideSummaryRow) {
  const { latitude, longitude } = row;
  return {
    guideId: row.id,
    name: row.name,
    area: row.area,
    rating: (row.ratingHundredths ?? 0) / 100,
    status: row.status,
    reviewCount: row.reviewCount,
    dayRate: toDecimal(row.dayRate, row.currency),
    currency: row.currency,
    instantConfirmation: row.instantConfirmation,
    languages: row.languages,
    maxGuests: row.maxGuests,
    timeZone: row.timeZone,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    updatedAt: row.updatedAt,
  };
}

/** A guide's full information, as that merchant sees it. */
export function toDetail(
  row: GuideRow,
  viewer: Pick<CallingMerchant, 'key'>,
  slots: DayRange[],
): GuideDetail {
  const summary = toSummary(row);
  const offer = row.studioKey === viewer.key ? row : offerShownTo(row, viewer.key);
  return {
    ...summary,
    profile: row.profile,
    photos: row.photos,
    serviceAreas: row.serviceAreas,
    serviceTypes: row.serviceTypes,
    reviewStatistics: {
      count: row.reviewCount,
      averageRating: summary.rating,
      distribution: viewDistribution(row.ratingCounts),
    },
    ...toAvailability(row, slots),
    ...showPrices(row),
    ...showOffer(offer),
    confirmationHours: row.confirmationHours,
    cancellationPolicy: viewPolicy(row.cancellationPolicy),
    visibility: row.visibility,
    createdAt: row.createdAt,
  };
}

/** What cannot be booked, and what can. */
export function toAvailability(row: GuideRow, slots: DayRange[]): AvailabilityData {
  const { restDays, blocked, holidayCalendar, version } = row;
  const holidays = holidayCalendar === null ? null : calendarOf(holidayCalendar);
  return {
    version,
    restDays: weekdaysOf(restDays),
    blocked: parseMultirange(blocked),
    holidays,
    timeSlots: slots,
  };
}

/** Amounts are decimals. */
function showOffer(row: GuideRow): GuideOffer {
  const { minGuests, minDays, maxDays, minimumNoticeHours, maxUnconfirmedDays, maxHeldHours, changeRule } =
    row;
  const { waitlistWindowMinutes } = row;
  const { dayRates, offers, stopSales, allotments, leastPrice, ...offer } = decimalOffer(row, row.currency);
  // A schema's type knows no lists that only can be read.
  return {
    ...offer,
    ...(dayRates.length > 0 && { dayRates }),
    ...(offers.length > 0 && { offers }),
    ...(stopSales.length > 0 && { stopSales }),
    ...(allotments.length > 0 && { allotments }),
    ...(leastPrice !== null && { leastPrice }),
    ...(minGuests !== null && { minGuests }),
    ...(minDays !== null && { minDays }),
    ...(maxDays !== null && { maxDays }),
    minimumNoticeHours,
    maxUnconfirmedDays,
    maxHeldHours,
    ...(waitlistWindowMinutes > 0 && { waitlistWindowMinutes }),
    changeRule,
  } as GuideOffer;
}

function showPrices({ currency, seasonalRates, guestSurcharge }: GuideRow) {
  const decimal = (minor: number) => toDecimal(minor, currency);
  return {
    seasonalRates: seasonalRates.map((season) => ({ ...season, dayRate: decimal(season.dayRate) })),
    guestSurcharge: guestSurcharge && {
      ...guestSurcharge,
      amountPerDay: decimal(guestSurcharge.amountPerDay),
    },
  };
}
