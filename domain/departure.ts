/** A departure: one start of a trip kind that several parties share (docs/guides.md, "Shared trips"). Pure. */
import type { KeptPlaces } from './allotment.ts';
import type { GuaranteedStart, TripDetails, TripKind } from './trip-details.ts';

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
  /** Of its places, what is kept for others than the party that wants some. */
  readonly kept: readonly KeptPlaces[];
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
  /** The key of the agency that has places; null where somebody has the guide alone. */
  readonly agency: string | null;
  /** Guests that count towards the least number of a departure: those of an order that was not called off. */
  readonly coming: number;
  /** Its departure goes: that was decided, or it was booked without a least number. */
  readonly goes: boolean;
}

/** What is left of the time that a trip takes. */
export interface TimeLeft<Time extends TakenTime = TakenTime> {
  /** What others have of it, to the exclusion of the trip. */
  readonly others: readonly Time[];
  /** For the party, of the trip's departure, though others may have the guide then; null where a party goes alone. */
  readonly placesLeft: number | null;
  /** Guests of the smallest party with whom the departure goes; 1 where it does anyway, or where that is not decided. */
  readonly fewest: number;
}

/**
 * Null for a trip of one party.
 * @param kept for others (allotment.ts); none where what is sold already is looked at.
 */
export function departureOf(
  trip: (SharedTrip & Pick<TripDetails, 'tripKindId'>) | null | undefined,
  startAt: Date,
  now: Date,
  kept: readonly KeptPlaces[] = [],
): Departure | null {
  if (trip?.tripKindId === undefined || trip.capacity === undefined) return null;
  const goesIf = goesIfOf(trip, startAt);
  return {
    id: `${trip.tripKindId}@${startAt.toISOString()}`,
    capacity: trip.capacity,
    goesIf,
    mustReach: goesIf !== null && goesIf.decidedAt <= now ? goesIf.leastGuests : 1,
    kept,
  };
}

/** Null for a trip that goes anyway. */
export function goesIfOf(trip: SharedTrip | null | undefined, startAt: Date): GoesIf | null {
  if (trip?.leastGuestsToGo === undefined || trip.decideHoursBefore === undefined) return null;
  const decidedAt = new Date(startAt.getTime() - trip.decideHoursBefore * HOUR_MS);
  return { leastGuests: trip.leastGuestsToGo, decidedAt };
}

/** The trip as it is sold for one of its starts: one that is guaranteed goes anyway. */
export function atStart<Trip extends SharedTrip>(
  trip: Trip,
  { guaranteedStarts = [] }: Pick<TripKind, 'guaranteedStarts'>,
  { tripDate, startTime }: GuaranteedStart,
): Trip {
  const isGuaranteed = guaranteedStarts.some(
    (start) => start.tripDate === tripDate && start.startTime === startTime,
  );
  if (!isGuaranteed) return trip;
  const { leastGuestsToGo: _, decideHoursBefore: __, ...kept } = trip;
  return kept as Trip;
}

/**
 * A trip that was agreed on before, under what its guide has guaranteed since.
 * @returns the same object where that changes nothing.
 */
export function guaranteedSince<Details extends TripDetails | null>(
  trip: Details,
  tripDate: string,
  tripKinds: readonly Pick<TripKind, 'tripKindId' | 'guaranteedStarts'>[],
): Details {
  const { tripKindId, startTime, leastGuestsToGo } = trip ?? {};
  const kind = tripKinds.find((one) => one.tripKindId === tripKindId);
  if (trip === null || kind === undefined || startTime === undefined || leastGuestsToGo === undefined)
    return trip;
  return atStart(trip, kind, { tripDate, startTime });
}

/** What an order has agreed to, and what has been decided of it. */
interface Coming {
  readonly guests: number;
  readonly goes: boolean | null;
  readonly trip: SharedTrip | null;
}

/**
 * Whether a departure goes with these orders, none of which was called off: the smallest number that any of them was booked under counts,
 * and one without a number is enough.
 */
export function goesWith(orders: readonly Coming[]): boolean {
  const guests = orders.reduce((sum, order) => sum + order.guests, 0);
  return orders.some(({ goes, trip }) => goes === true || guests >= (trip?.leastGuestsToGo ?? 1));
}

/** When it is decided whether it goes; undefined where that is over, or where it goes anyway. */
export function decisionOf(departure: Departure | null): Date | undefined {
  return departure?.mustReach === 1 ? departure.goesIf?.decidedAt : undefined;
}

/** For an order of the departure: it stays one of its parties, whatever was decided. */
export function asMember(departure: Departure | null, own: Departure | null): Departure | null {
  return departure !== null && departure.id === own?.id ? { ...departure, mustReach: 1 } : departure;
}

/** What somebody has of a departure. */
interface Party {
  readonly departure: Departure | null;
  readonly guestCount: number;
}

/** For who has places of the departure, and wants no more: these are theirs, whatever is kept for others. */
export function withOwnPlaces({ departure, guestCount }: Party, own: Party): Departure | null {
  const isMore = departure?.id !== own.departure?.id || guestCount > own.guestCount;
  return departure === null || isMore ? departure : { ...departure, kept: [] };
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
  return {
    others,
    placesLeft: Math.max(0, departure.capacity - placesOf(parties) - keptOf(departure, parties)),
    fewest: fewestOf(departure, parties),
  };
}

function placesOf(parties: readonly TakenTime[]): number {
  return parties.reduce((sum, { places }) => sum + (places ?? 0), 0);
}

/** What the others' allotments still have. */
function keptOf({ kept }: Departure, parties: readonly TakenTime[]): number {
  return kept.reduce((sum, { agencies, places }) => {
    const own = parties.filter(({ agency }) => agency !== null && agencies.includes(agency));
    return sum + Math.max(0, places - placesOf(own));
  }, 0);
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
