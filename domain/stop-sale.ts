/**
 * Trips of a guide that are not newly sold (docs/guides.md, "Stop-sales"): which days of a trip are stopped, for the agency that asks. The
 * stops of a guide come to nobody but through `offerFor` (contract-rates.ts). db/queries/guides/stop-sales.ts says the same as SQL, for
 * searches. Pure.
 */
import { daysOf } from './availability.ts';
import { isOfKind } from './special-offer.ts';
import { addDays } from './trip.ts';
import type { StopSale, TripDetails, TripKind } from './trip-details.ts';
import { isOnDay } from './trip-rate.ts';

/** At most so many of one guide. */
export const MAX_STOP_SALES = 50;

/** What a guide sells, and what of it is stopped. */
export interface StoppableOffer {
  readonly stopSales: readonly StopSale[];
  readonly offersWholeDays: boolean;
  readonly tripKinds: readonly Pick<TripKind, 'tripKindId'>[];
}

/** A trip of an order or of a hold, or one that is asked for. */
export interface DatedTrip {
  readonly tripDate: string;
  /** 1 for a trip of hours. */
  readonly tripDays: number;
  readonly trip?: Pick<TripDetails, 'tripKindId' | 'startTime'> | null | undefined;
}

/** Whether trips of that kind are stopped on that day. @param tripKindId undefined: whole days. */
export function isStopped(
  stopSales: readonly StopSale[],
  day: string,
  tripKindId: string | undefined,
): boolean {
  return stopSales.some(
    (stop) => stop.agencies === undefined && isOfKind(stop, tripKindId) && isOnDay(stop, day),
  );
}

/**
 * The days of a trip that are stopped.
 * @param own the trip in whose place it comes: its days at the same time of the day were sold before.
 */
export function stoppedDays(stopSales: readonly StopSale[], trip: DatedTrip, own?: DatedTrip): string[] {
  if (stopSales.length === 0) return [];
  const sold = own && isSameKind(trip, own) ? daysOfTrip(own) : [];
  const isOff = (day: string) => isStopped(stopSales, day, trip.trip?.tripKindId);
  return daysOfTrip(trip).filter((day) => isOff(day) && !sold.includes(day));
}

/** Whether nothing that begins on that day is sold, neither whole days nor trips of hours. */
export function isAllStopped(
  { stopSales, offersWholeDays, tripKinds }: StoppableOffer,
  day: string,
): boolean {
  if (stopSales.length === 0) return false;
  const areDays = !offersWholeDays || isStopped(stopSales, day, undefined);
  return areDays && tripKinds.every(({ tripKindId }) => isStopped(stopSales, day, tripKindId));
}

/** Whether a search by days does not find that one: whole days decide where they are sold, as they do of days that are taken. */
export function isStoppedForSearch(offer: StoppableOffer, day: string): boolean {
  return offer.offersWholeDays ? isStopped(offer.stopSales, day, undefined) : isAllStopped(offer, day);
}

function isSameKind({ trip }: DatedTrip, { trip: own }: DatedTrip): boolean {
  return trip?.tripKindId === own?.tripKindId && trip?.startTime === own?.startTime;
}

function daysOfTrip({ tripDate, tripDays }: DatedTrip): string[] {
  return daysOf({ startDate: tripDate, endDate: addDays(tripDate, tripDays - 1) });
}
