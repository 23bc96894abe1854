/** Time of a guide that is kept for a merchant until it books (docs/orders.md, "Holds"). */
import type { CancellationPolicy } from './cancellation.ts';
import { departureOf } from './departure.ts';
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

/** What a hold has of a departure. */
export function partyOf(
  { terms, tripStartAt }: { readonly terms: HoldTerms; readonly tripStartAt: Date },
  now: Date,
) {
  return { departure: departureOf(terms.trip, tripStartAt, now), guestCount: terms.guestCount };
}

/** Time that a hold kept, and when; instants RFC 3339. */
export interface KeptTime {
  readonly startAt: string;
  readonly endAt: string;
  readonly from: string;
  readonly until: string;
}

/** The most times that one hold is moved to another time. */
export const MAX_HOLD_MOVES = 20;

/** What a hold has kept once it is moved to that time; undefined where it stays where it is. */
export function keptBefore(
  hold: HoldTimes & {
    readonly earlier?: readonly KeptTime[] | null | undefined;
    readonly movedAt?: Date | null | undefined;
  },
  { startAt, endAt }: { readonly startAt: Date; readonly endAt: Date },
  now: Date,
): readonly KeptTime[] | undefined {
  const { tripStartAt, tripEndAt, createdAt, movedAt, earlier } = hold;
  if (+tripStartAt === +startAt && +tripEndAt === +endAt) return undefined;
  const kept = {
    startAt: tripStartAt.toISOString(),
    endAt: tripEndAt.toISOString(),
    from: (movedAt ?? createdAt).toISOString(),
    until: now.toISOString(),
  };
  return [...(earlier ?? []), kept];
}

/** A merchant's most open holds at once, so that nobody keeps a guide's calendar without booking. */
export const MAX_OPEN_HOLDS = 100;

/** What a hold's end follows from. */
export interface HoldTimes {
  readonly createdAt: Date;
  readonly tripStartAt: Date;
  readonly tripEndAt: Date;
}

/**
 * When a hold ends that is made, or extended, for so many seconds from now: at most 48 h after it was made, and not after
 * the trip has begun (or ended, where it had begun already).
 */
export function holdExpiry(
  { createdAt, tripStartAt, tripEndAt }: HoldTimes,
  seconds: number,
  now: Date,
): Date {
  const last = tripStartAt > createdAt ? tripStartAt : tripEndAt;
  const latest = Math.min(createdAt.getTime() + MAX_HOLD_SECONDS * 1_000, last.getTime());
  return new Date(Math.min(now.getTime() + seconds * 1_000, latest));
}

/** A hold whose time is over is `expired`, also while nobody has written that down. */
export function holdStateAt(
  { status, expiresAt }: { readonly status: HoldState; readonly expiresAt: Date },
  now: Date,
): HoldState {
  return status === 'held' && expiresAt <= now ? 'expired' : status;
}
