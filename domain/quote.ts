/** A price that is kept for whoever books by it in time, without keeping the guide (docs/orders.md, "A quote's price"). */
import type { CancellationPolicy } from './cancellation.ts';
import type { PriceLine } from './price.ts';
import type { TripDetails } from './trip-details.ts';

/** So long a quote holds. */
export const QUOTE_MINUTES = 15;

/** What a booking by the quote costs, whatever the guide's prices and policy are by then. Minor units. */
export interface QuotedPrice {
  readonly totalAmount: number;
  readonly currency: string;
  readonly priceBreakdown: readonly PriceLine[];
  readonly cancellationPolicy: CancellationPolicy;
}

/** The trip that was asked for, as a hold has it. */
export interface QuotedTrip {
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
  readonly trip: Pick<TripDetails, 'tripKindId' | 'startTime' | 'guests' | 'language' | 'offerCode'> | null;
}

export interface Quote {
  readonly guideId: string;
  readonly trip: QuotedTrip;
  readonly price: QuotedPrice;
  /** RFC 3339, by its merchant's clock. */
  readonly expiresAt: string;
}

/** When a quote of that moment ends. */
export function quoteExpiry(quotedAt: Date): Date {
  return new Date(quotedAt.getTime() + QUOTE_MINUTES * 60_000);
}
