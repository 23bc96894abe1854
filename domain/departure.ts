/** A departure: one start of a trip kind that several parties share (docs/guides.md, "Shared trips"). Pure. */
import type { TripDetails, TripKind } from './trip-details.ts';

export interface Departure {
  /** The same for all parties that start together. */
  readonly id: string;
  /** Places for guests of all parties together. */
  readonly capacity: number;
}

/** Time that somebody has of a guide: alone (`departure` is null), or so many places of a departure. */
export interface TakenTime {
  readonly startAt: Date;
  readonly endAt: Date;
  /** The departure's id. */
  readonly departure: string | null;
  readonly places: number | null;
}

/** What is left of the time that a trip takes. */
export interface TimeLeft<Time extends TakenTime = TakenTime> {
  /** What others have of it, to the exclusion of the trip. */
  readonly others: readonly Time[];
  /** Of the trip's departure, though others may have the guide then; null where a party goes alone. */
  readonly placesLeft: number | null;
}

/** Null for a trip of one party. */
export function departureOf(
  trip:
    | Pick<TripKind, 'tripKindId' | 'capacity'>
    | Pick<TripDetails, 'tripKindId' | 'capacity'>
    | null
    | undefined,
  startAt: Date,
): Departure | null {
  if (trip?.tripKindId === undefined || trip.capacity === undefined) return null;
  return { id: `${trip.tripKindId}@${startAt.toISOString()}`, capacity: trip.capacity };
}

/** @param taken what others have of the guide, then or at another time. */
export function timeLeft<Time extends TakenTime>(
  {
    startAt,
    endAt,
    departure,
  }: Pick<TakenTime, 'startAt' | 'endAt'> & { readonly departure: Departure | null },
  taken: readonly Time[],
): TimeLeft<Time> {
  const isShared = (one: Time) => departure !== null && one.departure === departure.id;
  const others = taken.filter((one) => one.startAt < endAt && startAt < one.endAt && !isShared(one));
  if (departure === null) return { others, placesLeft: null };
  const places = taken.filter(isShared).reduce((sum, one) => sum + (one.places ?? 0), 0);
  return { others, placesLeft: Math.max(0, departure.capacity - places) };
}

/** Whether a party of so many guests can have the time. */
export function hasRoom({ others, placesLeft }: TimeLeft, guestCount: number): boolean {
  return others.length === 0 && (placesLeft === null || guestCount <= placesLeft);
}
