import type { DayRange } from '../../../domain/availability.ts';
import type { CancellationPolicy } from '../../../domain/cancellation.ts';
import { toDecimal } from '../../../domain/money.ts';
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
export function toDetail(row: GuideRow, timeSlots: DayRange[]): GuideDetail {
  const summary = toListItem(row);
  return {
    ...summary,
    profile: row.profile,
    languages: row.languages,
    serviceAreas: row.serviceAreas,
    serviceTypes: row.serviceTypes,
    reviewStatistics: { count: row.reviewCount, averageRating: summary.rating },
    timeSlots,
    timeZone: row.timeZone,
    maxGuests: row.maxGuests,
    confirmationHours: row.confirmationHours,
    cancellationPolicy: showPolicy(row.cancellationPolicy),
    visibility: row.visibility,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Basis points inside, percent outside. */
export function showPolicy({ preset, tiers }: CancellationPolicy): GuideDetail['cancellationPolicy'] {
  return {
    preset,
    tiers: tiers.map(({ daysBefore, refundShare }) => ({ daysBefore, refundPercent: refundShare / 100 })),
  };
}
