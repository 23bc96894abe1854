/**
 * What a trip costs: a rate for each day (the season's, else the guide's day rate), and a surcharge for each guest
 * from the N-th on. Minor units throughout, whole numbers only, so the lines always sum to the total.
 */
import { type DayRange, daysOf, type Weekday } from './availability.ts';
import { toDecimal } from './money.ts';
import { addDays, type TripDays } from './trip.ts';

/** Keeps every total a safe integer: 60 days of it with 500 guests are below 2^53. */
export const MAX_DAILY_AMOUNT = 100_000_000_000;

/** The season's own day rate, both days included. Seasons of one guide do not overlap. */
export interface SeasonalRate extends DayRange {
  readonly dayRate: number;
}

/** Another day rate on these weekdays. */
export interface WeekendRate {
  readonly weekdays: readonly Weekday[];
  readonly dayRate: number;
}

/** Every guest from the `fromGuest`-th on costs `amountPerDay` more on each day. */
export interface GuestSurcharge {
  readonly fromGuest: number;
  readonly amountPerDay: number;
}

export interface PriceTerms {
  readonly dayRate: number;
  readonly seasonalRates: readonly SeasonalRate[];
  readonly guestSurcharge?: GuestSurcharge | null | undefined;
}

export const PRICE_LINE_KINDS = ['day_rate', 'seasonal_rate', 'guest_surcharge'] as const;

/** `amount` is days × guests × unitAmount; a line of a day rate counts no guests. */
export interface PriceLine extends DayRange {
  readonly kind: (typeof PRICE_LINE_KINDS)[number];
  readonly days: number;
  readonly guests?: number | undefined;
  readonly unitAmount: number;
  readonly amount: number;
}

export interface Price {
  readonly totalAmount: number;
  readonly lines: readonly PriceLine[];
}

/** The price of a trip under these terms, in minor units; `lines` are in the order of the days. */
export function priceOf(
  terms: PriceTerms,
  trip: Pick<TripDays, 'tripDate' | 'tripDays'>,
  guestCount: number,
): Price {
  const endDate = addDays(trip.tripDate, trip.tripDays - 1);
  const lines = dayLines(terms, { startDate: trip.tripDate, endDate });
  const surcharge = surchargeLine(terms, { startDate: trip.tripDate, endDate }, trip.tripDays, guestCount);
  if (surcharge) lines.push(surcharge);
  return { totalAmount: lines.reduce((sum, { amount }) => sum + amount, 0), lines };
}

/** A line as merchants see it: decimals of the order's currency. */
export function viewPriceLine({ guests, unitAmount, amount, ...line }: PriceLine, currency: string) {
  return {
    ...line,
    guests: guests ?? null,
    unitAmount: toDecimal(unitAmount, currency),
    amount: toDecimal(amount, currency),
  };
}

/** Neighbouring days of one season, or outside any, make one line. */
function dayLines(terms: PriceTerms, trip: DayRange): PriceLine[] {
  const days = daysOf(trip).map((day) => ({ day, season: seasonOf(terms, day) }));
  const runs: (typeof days)[] = [];
  for (const entry of days) {
    const run = runs.at(-1);
    if (run && run[0]?.season === entry.season) run.push(entry);
    else runs.push([entry]);
  }
  return runs.map((run) => {
    const season = run[0]?.season;
    const unitAmount = season?.dayRate ?? terms.dayRate;
    return {
      kind: season ? 'seasonal_rate' : 'day_rate',
      startDate: run[0]!.day,
      endDate: run.at(-1)!.day,
      days: run.length,
      unitAmount,
      amount: run.length * unitAmount,
    };
  });
}

function seasonOf({ seasonalRates }: PriceTerms, day: string): SeasonalRate | undefined {
  return seasonalRates.find(({ startDate, endDate }) => startDate <= day && day <= endDate);
}

function surchargeLine(
  { guestSurcharge }: PriceTerms,
  trip: DayRange,
  days: number,
  guestCount: number,
): PriceLine | undefined {
  if (!guestSurcharge || guestCount < guestSurcharge.fromGuest) return undefined;
  const guests = guestCount - guestSurcharge.fromGuest + 1;
  const unitAmount = guestSurcharge.amountPerDay;
  return { kind: 'guest_surcharge', ...trip, days, guests, unitAmount, amount: days * guests * unitAmount };
}
