/** A departure: one start of a trip kind that several parties share (docs/guides.md, "Shared trips"). Pure. */
import type { TripDetails, TripKind } from './trip-details.ts';

const HOUR_MS = 3_600_000;

export interface Departure {
  /** The same for all parties that start together. */
  readonly id: string;
  /** Places for guests of all parties together. */
  readonly capacity: number;
  /** Null: it goes with whoever has booked. */
  readonly goesIf: GoesIf | null;
  /** Guests without whom nobody can book it any more, the party itself among them; 1 until it is decided. */
  readonly mustReach: number;
}

/** When a departure goes: decided once, by each order's own clock. */
export interface GoesIf {
  /** Guests of all its orders together; holds do not count. */
  readonly leastGuests: number;
  readonly decidedAt: Date;
}

type SharedTrip = Pick<TripKind, 'capacity' | 'leastGuestsToGo' | 'decideHoursBefore'>;

/** Time that somebody has of a guide: alone (`departure` is null), or so many places of a departure. */
export interface TakenTime {
  readonly startAt: Date;
  readonly endAt: Date;
  /** The departure's id. */
  readonly departure: string | null;
  readonly places: number | null;
  /** Guests that count towards the least number of a departure: those of an order that was not called off. */
  readonly coming: number;
  /** It was decided that the departure goes. */
  readonly goes: boolean;
}

/** What is left of the time that a trip takes. */
export interface TimeLeft<Time extends TakenTime = TakenTime> {
  /** What others have of it, to the exclusion of the trip. */
  readonly others: readonly Time[];
  /** Of the trip's departure, though others may have the guide then; null where a party goes alone. */
  readonly placesLeft: number | null;
  /** Guests of the smallest party with whom the departure goes; 1 where it does anyway, or where that is not decided. */
  readonly fewest: number;
}

/** Null for a trip of one party. */
export function departureOf(
  trip: (SharedTrip & Pick<TripDetails, 'tripKindId'>) | null | undefined,
  startAt: Date,
  now: Date,
): Departure | null {
  if (trip?.tripKindId === undefined || trip.capacity === undefined) return null;
  const goesIf = goesIfOf(trip, startAt);
  return {
    id: `${trip.tripKindId}@${startAt.toISOString()}`,
    capacity: trip.capacity,
    goesIf,
    mustReach: goesIf !== null && goesIf.decidedAt <= now ? goesIf.leastGuests : 1,
  };
}

/** Null for a trip that goes anyway. */
export function goesIfOf(trip: SharedTrip | null | undefined, startAt: Date): GoesIf | null {
  if (trip?.leastGuestsToGo === undefined || trip.decideHoursBefore === undefined) return null;
  const decidedAt = new Date(startAt.getTime() - trip.decideHoursBefore * HOUR_MS);
  return { leastGuests: trip.leastGuestsToGo, decidedAt };
}

/** When it is decided whether it goes; undefined where that is over, or where it goes anyway. */
export function decisionOf(departure: Departure | null): Date | undefined {
  return departure?.mustReach === 1 ? departure.goesIf?.decidedAt : undefined;
}

/** For an order of the departure: it stays one of its parties, whatever was decided. */
export function asMember(departure: Departure | null, own: Departure | null): Departure | null {
  return departure !== null && departure.id === own?.id ? { ...departure, mustReach: 1 } : departure;
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
  if (departure === null) return { others, placesLeft: null, fewest: 1 };
  const parties = taken.filter(isShared);
  const places = parties.reduce((sum, one) => sum + (one.places ?? 0), 0);
  return {
    others,
    placesLeft: Math.max(0, departure.capacity - places),
    fewest: fewestOf(departure, parties),
  };
}

function fewestOf({ mustReach }: Departure, parties: readonly TakenTime[]): number {
  if (parties.some(({ goes }) => goes)) return 1;
  return Math.max(1, mustReach - parties.reduce((sum, { coming }) => sum + coming, 0));
}

/** Whether a party of so many guests can have the time. */
export function hasRoom({ others, placesLeft, fewest }: TimeLeft, guestCount: number): boolean {
  return others.length === 0 && guestCount >= fewest && (placesLeft === null || guestCount <= placesLeft);
}

/** Whether some party of these sizes can have it. */
export function hasRoomForSome(left: TimeLeft, leastGuests: number, mostGuests: number): boolean {
  const smallest = Math.max(leastGuests, left.fewest);
  return smallest <= mostGuests && hasRoom(left, smallest);
}
