/** What a trip of hours costs at another time, or for another party (docs/guides.md, "Rates of a trip kind"). Pure. */
import { weekdayOf } from './availability.ts';
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
}

/** The first rate whose conditions all hold; undefined: the trip kind's own price does. */
export function rateOf({ rates = [] }: Pick<TripKind, 'rates'>, trip: RatedTrip): TripRate | undefined {
  return rates.find((rate) => holds(rate, trip));
}

function holds(rate: TripRate, { tripDate, startTime, guestCount }: RatedTrip): boolean {
  const { startDate = '', endDate = '9999-12-31', weekdays, startTimes, minGuests = 0, maxGuests } = rate;
  return (
    startDate <= tripDate &&
    tripDate <= endDate &&
    (weekdays?.includes(weekdayOf(tripDate)) ?? true) &&
    (startTimes?.includes(startTime) ?? true) &&
    minGuests <= guestCount &&
    guestCount <= (maxGuests ?? guestCount)
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

/** The same rates for one guest alone, on some day from `today` on. */
export function ratesForOne({ rates = [] }: Pick<TripKind, 'rates'>, today: string): TripRate[] {
  return rates.filter(({ endDate = today, minGuests = 1 }) => today <= endDate && minGuests <= 1);
}

/** Whether the price depends on how large the party is, beside what each guest adds. */
export function countsParty({ rates = [] }: Pick<TripKind, 'rates'>): boolean {
  return rates.some(({ minGuests, maxGuests }) => minGuests !== undefined || maxGuests !== undefined);
}
