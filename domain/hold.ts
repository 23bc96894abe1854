/** Time of a guide that is kept for a merchant until it books (docs/orders.md, "Holds"). */
import type { CancellationPolicy } from './cancellation.ts';
import type { PriceLine } from './price.ts';
import type { TripDetails } from './trip-details.ts';

/** `booked`: an order was made from it; `released`: its merchant gave it back; `expired`: its time was over. */
export const HOLD_STATES = ['held', 'booked', 'released', 'expired'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

const MINUTE = 60;
/** Seconds. */
export const DEFAULT_HOLD_SECONDS = 15 * MINUTE;
export const MAX_HOLD_SECONDS = 48 * 60 * MINUTE;

/** What an order that is made from a hold takes over as it is. Amounts are minor units. */
export interface HoldTerms {
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
  readonly trip: TripDetails | null;
  readonly totalAmount: number;
  readonly currency: string;
  readonly priceBreakdown: readonly PriceLine[];
  readonly commissionRate: number;
  readonly cancellationPolicy: CancellationPolicy;
  readonly timeZone: string;
  readonly confirmationHours: number;
  readonly instantConfirmation: boolean;
}
