/** What a trip of hours costs at another time, or for another party (docs/guides.md, "Rates of a trip kind"). Pure. */
import { weekdayOf } from './availability.ts';
import { addDays } from './trip.ts';
import type { TripKind, TripRate } from './trip-details.ts';

/** At most so many of one trip kind. */
export const MAX_TRIP_RATES = 24;

/** What the conditions of a rate are about. */
export interface RatedTrip {
  /** The day on which it begins, where the guide is. */
  readonly tripDate: string;
  /** `HH:MM` where the guide is. */
  readonly startTime: string;
  readonly guestCount: number;
  /** Days from that of the booking until the trip's, where the guide is. */
  readonly daysBefore: number;
}

/** The first rate whose conditions all hold; undefined: the trip kind's own price does. */
export function rateOf({ rates = [] }: Pick<TripKind, 'rates'>, trip: RatedTrip): TripRate | undefined {
  return rates.find((rate) => holds(rate, trip));
}

function holds(rate: TripRate, { tripDate, startTime, guestCount, daysBefore }: RatedTrip): boolean {
  const { startDate = '', endDate = '9999-12-31', weekdays, startTimes } = rate;
  const { minGuests = 0, maxGuests = guestCount, minDaysBefore = 0, maxDaysBefore = daysBefore } = rate;
  return (
    startDate <= tripDate &&
    tripDate <= endDate &&
    (weekdays?.includes(weekdayOf(tripDate)) ?? true) &&
    (startTimes?.includes(startTime) ?? true) &&
    minGuests <= guestCount &&
    guestCount <= maxGuests &&
    minDaysBefore <= daysBefore &&
    daysBefore <= maxDaysBefore
  );
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

/** The same rates for one guest alone, where they can still be had by a booking from `today` on. */
export function ratesForOne({ rates = [] }: Pick<TripKind, 'rates'>, today: string): TripRate[] {
  return rates.filter(
    ({ endDate, minGuests = 1, minDaysBefore = 0 }) =>
      (endDate === undefined || addDays(today, minDaysBefore) <= endDate) && minGuests <= 1,
  );
}

/** Whether the price depends on how large the party is, beside what each guest adds. */
export function countsParty({ rates = [] }: Pick<TripKind, 'rates'>): boolean {
  return rates.some(({ minGuests, maxGuests }) => minGuests !== undefined || maxGuests !== undefined);
}
