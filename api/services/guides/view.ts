import { parseMultirange } from '../../../db/types/day-ranges.ts';
import { type DayRange, weekdaysOf } from '../../../domain/availability.ts';
import { viewPolicy } from '../../../domain/cancellation.ts';
import { decimalOffer } from '../../../domain/guide-offer.ts';
import { toDecimal } from '../../../domain/money.ts';
import { viewDistribution } from '../../../domain/review.ts';
import type { GuideOffer } from '../../schemas/guide-offer.ts';
import type { AvailabilityData } from '../../schemas/guide-terms.ts';
import type { GuideDetail, GuideListItem } from '../../schemas/guides.ts';
import type { GuideRow, GuideSummaryRow } from './queries.ts';

/** A guide as `data.list` shows it. The rating is 0 before the first review: the specification makes it a number. */
export function toListItem(row: GuideSummaryRow): GuideListItem {
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
  };
}

/** A guide's full information. */
export function toDetail(row: GuideRow, slots: DayRange[]): GuideDetail {
  const summary = toListItem(row);
  return {
    ...summary,
    profile: row.profile,
    languages: row.languages,
    serviceAreas: row.serviceAreas,
    serviceTypes: row.serviceTypes,
    reviewStatistics: {
      count: row.reviewCount,
      averageRating: summary.rating,
      distribution: viewDistribution(row.ratingCounts),
    },
    ...toAvailability(row, slots),
    ...showPrices(row),
    ...showOffer(row),
    timeZone: row.timeZone,
    maxGuests: row.maxGuests,
    confirmationHours: row.confirmationHours,
    cancellationPolicy: viewPolicy(row.cancellationPolicy),
    visibility: row.visibility,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** What cannot be booked, and what can. */
export function toAvailability(row: GuideRow, slots: DayRange[]): AvailabilityData {
  return { restDays: weekdaysOf(row.restDays), blocked: parseMultirange(row.blocked), timeSlots: slots };
}

/** Amounts are decimals. */
function showOffer(row: GuideRow): GuideOffer {
  const { minimumNoticeHours, changeRule } = row;
  const offer = decimalOffer(row, row.currency);
  // A schema's type knows no lists that only can be read.
  return { ...offer, minimumNoticeHours, changeRule } as GuideOffer;
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
