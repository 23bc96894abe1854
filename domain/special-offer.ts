/**
 * What a trip costs less (docs/guides.md, "Offers"): which of a guide's offers holds for it, and what that takes off its price. Pure.
 */
import { shareOf } from './money.ts';
import type { SpecialOffer } from './trip-details.ts';
import { holds, type RatedDays } from './trip-rate.ts';

/** Basis points of one percent. */
const PERCENT = 100;

/** A trip, as far as offers go by it: one of hours is of one day. */
export interface OfferedTrip extends RatedDays {
  /** Undefined: a trip of whole days. */
  readonly tripKindId?: string | undefined;
}

/**
 * The first offer with that code, or of those without a code, that holds for the trip.
 * @param code in whatever case; undefined: none was named.
 */
export function offerFrom(
  offers: readonly SpecialOffer[],
  trip: OfferedTrip,
  code?: string,
): SpecialOffer | undefined {
  return offers.find(
    (offer) =>
      isSameCode(offer.code, code) &&
      isOfKind(offer, trip.tripKindId) &&
      holds(offer, { ...trip, day: trip.tripDate }),
  );
}

/** A trip has one offer at most: that of its code where it holds, else the first without a code. */
export function bestOffer(
  offers: readonly SpecialOffer[],
  trip: OfferedTrip,
  code: string | undefined,
): SpecialOffer | undefined {
  const named = code === undefined ? undefined : offerFrom(offers, trip, code);
  return named ?? offerFrom(offers, trip);
}

/** As the guide writes it; one that it does not have any more stays as it was. */
export function codeAsWritten(offers: readonly SpecialOffer[], code: string): string {
  return offers.find((offer) => isSameCode(offer.code, code))?.code ?? code;
}

/** Upper and lower case do not matter. */
export function isSameCode(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** Whether the offer is for trips of that kind. @param tripKindId undefined: whole days. */
export function isOfKind(
  { tripKindIds, wholeDays }: Pick<SpecialOffer, 'tripKindIds' | 'wholeDays'>,
  tripKindId: string | undefined,
): boolean {
  if (tripKindId === undefined) return wholeDays ?? tripKindIds === undefined;
  return tripKindIds?.includes(tripKindId) ?? wholeDays !== true;
}

/**
 * What the offer takes off a price, never below the least price nor below nothing.
 * @param total in minor units, as the result.
 */
export function reductionBy(
  offer: SpecialOffer,
  total: number,
  leastPrice: number | null | undefined,
): number {
  const { percent = 0, amount = shareOf(total, percent * PERCENT) } = offer;
  return Math.max(0, Math.min(amount, total - (leastPrice ?? 0)));
}
