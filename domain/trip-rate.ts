/**
 * What a trip of hours, or a whole day, costs at another time or for another party (docs/guides.md, "Rates of a trip kind" and
 * "Rates of whole days"). Pure.
 */
import { weekdayOf } from './availability.ts';
import { addDays } from './trip.ts';
import type { DayRate, RateConditions, TripKind, TripRate } from './trip-details.ts';

/** At most so many of one trip kind, and of a guide's whole days; so many offers, too. */
export const MAX_RATES = 24;

/** Of a season, or of the days of booking, that has no end. */
export const LAST_DAY = '9999-12-31';

/** What the conditions of a rate are about. */
interface Rated {
  /** The day that is asked about, where the guide is. */
  readonly day: string;
  /** `HH:MM` where the guide is; undefined: it is a whole day. */
  readonly startTime?: string;
  /** Of the trip that the day belongs to. */
  readonly tripDays: number;
  readonly guestCount: number;
  /** The first day of that trip. */
  readonly tripDate: string;
  /** Days from that of the booking until the trip's first, where the guide is. */
  readonly daysBefore: number;
}

/** A trip of hours, as far as its rates go by it. */
export interface RatedTrip extends Pick<Rated, 'tripDate' | 'guestCount' | 'daysBefore'> {
  /** `HH:MM` where the guide is. */
  readonly startTime: string;
}

/** A trip of whole days, as far as the rates of its days go by it. */
export type RatedDays = Pick<Rated, 'tripDate' | 'tripDays' | 'guestCount' | 'daysBefore'>;

/** The first rate whose conditions all hold; undefined: the trip kind's own price does. */
export function rateOf({ rates = [] }: Pick<TripKind, 'rates'>, trip: RatedTrip): TripRate | undefined {
  return rates.find((rate) => holds(rate, { ...trip, day: trip.tripDate, tripDays: 1 }));
}

/** The first rate whose conditions all hold for that day of the trip; undefined: season, weekend or day rate do. */
export function dayRateOf(rates: readonly DayRate[], day: string, trip: RatedDays): DayRate | undefined {
  return rates.find((rate) => holds(rate, { ...trip, day }));
}

/** Whether all conditions hold: of a rate, or of an offer. */
export function holds(rate: RateConditions, rated: Rated): boolean {
  const { day, startTime = '', tripDays, guestCount, daysBefore } = rated;
  const { startTimes, agencies } = rate;
  return (
    // Who it is for was not asked: see offerFor.
    agencies === undefined &&
    isOnDay(rate, day) &&
    (startTimes?.includes(startTime) ?? true) &&
    isWithin(guestCount, rate.minGuests, rate.maxGuests) &&
    isWithin(daysBefore, rate.minDaysBefore, rate.maxDaysBefore) &&
    isWithin(tripDays, rate.minDays, rate.maxDays) &&
    isBookedThen(rate, rated)
  );
}

/** Whether its season and weekdays have that day. */
export function isOnDay(
  { startDate, endDate, weekdays }: Pick<RateConditions, 'startDate' | 'endDate' | 'weekdays'>,
  day: string,
): boolean {
  return isWithin(day, startDate, endDate) && (weekdays?.includes(weekdayOf(day)) ?? true);
}

function isBookedThen({ bookedFrom, bookedUntil }: RateConditions, { tripDate, daysBefore }: Rated): boolean {
  if (bookedFrom === undefined && bookedUntil === undefined) return true;
  return isWithin(addDays(tripDate, -daysBefore), bookedFrom, bookedUntil);
}

function isWithin<Value extends number | string>(value: Value, least = value, most = value): boolean {
  return least <= value && value <= most;
}

/** One of these start times for each price that there is among them, in their order. */
export function oneOfEachPrice(
  kind: Pick<TripKind, 'rates'>,
  startTimes: readonly string[],
  party: Omit<RatedTrip, 'startTime'>,
): string[] {
  const rates = startTimes.map((startTime) => rateOf(kind, { ...party, startTime }));
  return startTimes.filter((_, index) => rates.indexOf(rates[index]) === index);
}

/** Those for so many guests, on one day alone, where they can still be had by a booking from `today` on. */
export function ratesForParty<Rate extends RateConditions>(
  rates: readonly Rate[],
  today: string,
  guestCount: number,
): Rate[] {
  return rates.filter(
    ({ endDate, bookedUntil = today, minGuests, maxGuests, minDaysBefore = 0, minDays = 1 }) =>
      (endDate === undefined || addDays(today, minDaysBefore) <= endDate) &&
      today <= bookedUntil &&
      isWithin(guestCount, minGuests, maxGuests) &&
      minDays <= 1,
  );
}

/** Whether some booking of some day can meet the conditions of both, as far as days and weekdays say. */
export function canMeet(one: RateConditions, other: RateConditions): boolean {
  const both = [one, other];
  const isShared = one.weekdays?.some((day) => other.weekdays?.includes(day) ?? true) ?? true;
  return (
    isShared &&
    overlap(both.map(({ startDate, endDate }) => [startDate ?? '', endDate ?? LAST_DAY])) &&
    overlap(both.map(({ bookedFrom, bookedUntil }) => [bookedFrom ?? '', bookedUntil ?? LAST_DAY])) &&
    overlap(both.map(({ minDaysBefore, maxDaysBefore }) => [minDaysBefore ?? 0, maxDaysBefore ?? Infinity]))
  );
}

function overlap<Value extends number | string>(spans: readonly (readonly [Value, Value])[]): boolean {
  return spans.every(([first]) => spans.every(([, last]) => first <= last));
}

/** Whether the price depends on how large the party is, beside what each guest adds. */
export function countsParty({ rates = [] }: Pick<TripKind, 'rates'>): boolean {
  return rates.some(({ minGuests, maxGuests }) => minGuests !== undefined || maxGuests !== undefined);
}
