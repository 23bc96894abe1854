/**
 * What a trip costs: a rate for each day (the first of `dayRates` that holds, else the season's, the weekend's, the guide's
 * day rate), a surcharge for each guest from the N-th on, and what guests of each kind cost; a trip of hours has a price for
 * itself, or the rate that holds then. A least price brings up what comes to less, and an offer takes something off. Minor units
 * throughout, whole numbers only, so the lines always sum to the total.
 */
import { type DayRange, daysOf, weekdayOf } from './availability.ts';
import { toDecimal } from './money.ts';
import { offerFrom, reductionBy } from './special-offer.ts';
import { addDays, daysUntil, todayIn } from './trip.ts';
import type {
  DayRate,
  GuestCount,
  GuestKind,
  GuestKindName,
  SpecialOffer,
  TripKind,
  TripRate,
} from './trip-details.ts';
import { dayRateOf, type RatedDays, type RatedTrip, rateOf } from './trip-rate.ts';
import type { Weekday } from './weekday.ts';

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
  /** Before season and weekend, the first that holds. */
  readonly dayRates: readonly DayRate[];
  readonly seasonalRates: readonly SeasonalRate[];
  readonly weekendRate?: WeekendRate | null | undefined;
  readonly guestKinds?: readonly GuestKind[] | undefined;
  readonly guestSurcharge?: GuestSurcharge | null | undefined;
  /** A trip of whole days never costs less. */
  readonly leastPrice?: number | null | undefined;
  /** What trips may cost less by; see domain/special-offer.ts. */
  readonly offers: readonly SpecialOffer[];
}

export const PRICE_LINE_KINDS = [
  'day_rate',
  'seasonal_rate',
  'weekend_rate',
  'trip_rate',
  'guest_surcharge',
  'guest_rate',
  // What the policy did not give back when a change made the trip cheaper (domain/order-change.ts).
  'change_fee',
] as const;

/** `amount` is days × guests × unitAmount; a line of a day or a trip counts no guests. */
export interface PriceLine extends DayRange {
  readonly kind: (typeof PRICE_LINE_KINDS)[number];
  readonly days: number;
  readonly guests?: number | undefined;
  /** The kind of guest of a `guest_rate`. */
  readonly guestKind?: GuestKindName | undefined;
  /** The rate of the trip kind, or of whole days, that the price is; absent: no such rate. */
  readonly rateName?: string;
  /** True: a `trip_rate` that brings the lines up to the least price. No kind of its own: clients of 0.3.0 know none. */
  readonly toLeastPrice?: boolean;
  /** The offer by which this `trip_rate` takes something off; its amounts are below zero. */
  readonly offerName?: string;
  readonly unitAmount: number;
  readonly amount: number;
}

export interface Price {
  readonly totalAmount: number;
  readonly lines: readonly PriceLine[];
}

/** What of a guide's terms the price of whole days goes by, once it is known which offer holds. */
export type DaysTerms = Omit<PriceTerms, 'offers'>;

/**
 * The price of whole days under these terms, in minor units; `lines` are in the order of the days.
 * @param offer that holds for the trip.
 */
export function priceOf(
  terms: DaysTerms,
  trip: RatedDays,
  guests: readonly GuestCount[] = [],
  offer?: SpecialOffer,
): Price {
  const { tripDate, tripDays, guestCount } = trip;
  const range = { startDate: tripDate, endDate: addDays(tripDate, tripDays - 1) };
  const lines = dayLines(terms, range, trip);
  const surcharge = surchargeLine(terms, range, tripDays, guestCount);
  if (surcharge) lines.push(surcharge);
  lines.push(...guestLines(guests, amountFrom(terms.guestKinds), range, tripDays));
  return lessOffer(summed(lines, terms.leastPrice, tripDate), offer, terms.leastPrice, tripDate);
}

/** The price of a trip of hours; neither the seasons of whole days nor the surcharge count. */
export function priceOfHours(
  terms: Pick<PriceTerms, 'guestKinds'>,
  kind: TripKind,
  trip: RatedTrip,
  guests: readonly GuestCount[],
  offer?: SpecialOffer,
): Price {
  return priceByRate(terms, kind, rateOf(kind, trip), trip.tripDate, guests, offer);
}

/** The price of a trip of hours by that rate; undefined: the trip kind's own price. */
export function priceByRate(
  terms: Pick<PriceTerms, 'guestKinds'>,
  kind: TripKind,
  rate: TripRate | undefined,
  tripDate: string,
  guests: readonly GuestCount[],
  offer?: SpecialOffer,
): Price {
  const day = { startDate: tripDate, endDate: tripDate };
  const { price } = rate ?? kind;
  const amountOf = amountFrom(rate?.guestPrices, kind.guestPrices, terms.guestKinds);
  const named = rate && { rateName: rate.name };
  const lines: PriceLine[] = [
    { kind: 'trip_rate', ...named, ...day, days: 1, unitAmount: price, amount: price },
    ...guestLines(guests, amountOf, day, 1),
  ];
  return lessOffer(summed(lines, kind.leastPrice, tripDate), offer, kind.leastPrice, tripDate);
}

type DayTerms = Pick<PriceTerms, 'dayRate' | 'dayRates' | 'seasonalRates' | 'weekendRate'>;

/** What the prices of a calendar's days go by. */
export type CalendarTerms = DayTerms &
  Pick<PriceTerms, 'leastPrice' | 'offers'> & {
    readonly minDays: number | null;
    readonly minGuests: number | null;
  };

interface DayPrice extends Pick<PriceLine, 'kind' | 'rateName' | 'unitAmount'> {
  /** The rate or the season that says so. */
  readonly source?: DayRate | SeasonalRate;
}

/** What one day of a trip costs, without what guests add. */
function dayPriceOf(terms: DayTerms, day: string, trip: RatedDays): DayPrice {
  const rate = dayRateOf(terms.dayRates, day, trip);
  if (rate) return { kind: 'day_rate', rateName: rate.name, unitAmount: rate.price, source: rate };
  const season = seasonOf(terms, day);
  if (season) return { kind: 'seasonal_rate', unitAmount: season.dayRate, source: season };
  const { weekendRate } = terms;
  if (weekendRate?.weekdays.includes(weekdayOf(day))) {
    return { kind: 'weekend_rate', unitAmount: weekendRate.dayRate };
  }
  return { kind: 'day_rate', unitAmount: terms.dayRate };
}

/**
 * What each day costs the smallest party that books now the shortest trip that there is of it, without what guests add. Where that is
 * the day alone, it costs no less than such a trip, and less by an offer that everybody has.
 */
export function calendarPrices(terms: CalendarTerms, timeZone: string, now: Date): (day: string) => number {
  const today = todayIn(timeZone, now);
  const { dayRates, offers, leastPrice } = terms;
  const isRated = dayRates.length + offers.length > 0;
  const [tripDays, guestCount] = [terms.minDays ?? 1, terms.minGuests ?? 1];
  return (day) => {
    const daysBefore = isRated ? daysUntil(day, today) : 0;
    const trip = { tripDate: day, tripDays, guestCount, daysBefore };
    const { unitAmount } = dayPriceOf(terms, day, trip);
    if (tripDays > 1) return unitAmount;
    const price = Math.max(leastPrice ?? 0, unitAmount);
    const offer = offerFrom(offers, trip);
    return offer ? price - reductionBy(offer, price, leastPrice) : price;
  };
}

/** Where the lines come to less than the least price, one more brings them up to it; it is dated by the first day. */
function summed(lines: readonly PriceLine[], leastPrice: number | null | undefined, tripDate: string): Price {
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const missing = (leastPrice ?? 0) - sum;
  if (missing <= 0) return { totalAmount: sum, lines };
  const day = { startDate: tripDate, endDate: tripDate };
  const amount = { unitAmount: missing, amount: missing };
  const rest: PriceLine = { kind: 'trip_rate', toLeastPrice: true, ...day, days: 1, ...amount };
  return { totalAmount: sum + missing, lines: [...lines, rest] };
}

/** One more line takes off what the offer does; dated by the first day. */
function lessOffer(
  price: Price,
  offer: SpecialOffer | undefined,
  leastPrice: number | null | undefined,
  tripDate: string,
): Price {
  const { totalAmount, lines } = price;
  const reduction = offer ? reductionBy(offer, totalAmount, leastPrice) : 0;
  if (!offer || reduction === 0) return price;
  const day = { startDate: tripDate, endDate: tripDate };
  const amount = { unitAmount: -reduction, amount: -reduction };
  const line: PriceLine = { kind: 'trip_rate', offerName: offer.name, ...day, days: 1, ...amount };
  return { totalAmount: totalAmount - reduction, lines: [...lines, line] };
}

/** What a guest of a kind adds: by the first of these lists that names the kind. */
function amountFrom(...lists: readonly TripKind['guestPrices'][]) {
  const prices = lists.flatMap((list) => list ?? []);
  return (name: GuestKindName) => prices.find(({ kind }) => kind === name)?.amount ?? 0;
}

function guestLines(
  guests: readonly GuestCount[],
  amountOf: (kind: GuestKindName) => number,
  range: DayRange,
  days: number,
): PriceLine[] {
  return guests
    .filter(({ count }) => count > 0)
    .map(({ kind: guestKind, count }) => {
      const unitAmount = amountOf(guestKind);
      return {
        kind: 'guest_rate',
        guestKind,
        ...range,
        days,
        guests: count,
        unitAmount,
        amount: days * count * unitAmount,
      };
    });
}

/** A line as merchants see it: decimals of the order's currency. */
export function viewPriceLine(
  { guests, guestKind, unitAmount, amount, ...line }: PriceLine,
  currency: string,
) {
  return {
    ...line,
    guests: guests ?? null,
    guestKind: guestKind ?? null,
    unitAmount: toDecimal(unitAmount, currency),
    amount: toDecimal(amount, currency),
  };
}

/** Neighbouring days of one rate make one line. */
function dayLines(terms: DaysTerms, range: DayRange, trip: RatedDays): PriceLine[] {
  const days = daysOf(range).map((day) => ({ day, ...dayPriceOf(terms, day, trip) }));
  const runs: (typeof days)[] = [];
  for (const entry of days) {
    const run = runs.at(-1);
    if (run && run[0]?.source === entry.source && run[0]?.kind === entry.kind) run.push(entry);
    else runs.push([entry]);
  }
  return runs.map((run) => {
    const { kind, rateName, unitAmount, day: startDate } = run[0]!;
    return {
      kind,
      ...(rateName !== undefined && { rateName }),
      startDate,
      endDate: run.at(-1)!.day,
      days: run.length,
      unitAmount,
      amount: run.length * unitAmount,
    };
  });
}

function seasonOf(
  { seasonalRates }: Pick<PriceTerms, 'seasonalRates'>,
  day: string,
): SeasonalRate | undefined {
  return seasonalRates.find(({ startDate, endDate }) => startDate <= day && day <= endDate);
}

function surchargeLine(
  { guestSurcharge }: DaysTerms,
  trip: DayRange,
  days: number,
  guestCount: number,
): PriceLine | undefined {
  if (!guestSurcharge || guestCount < guestSurcharge.fromGuest) return undefined;
  const guests = guestCount - guestSurcharge.fromGuest + 1;
  const unitAmount = guestSurcharge.amountPerDay;
  return { kind: 'guest_surcharge', ...trip, days, guests, unitAmount, amount: days * guests * unitAmount };
}
