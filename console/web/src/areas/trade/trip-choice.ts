/** The trip that somebody is about to book, as the page's address has it, and as the API takes it. */
import { leastGuestsOf, MAX_TRIP_DAYS } from '../../../../../domain/trip-details.ts';
import type { Body, Data } from '../../api/types.ts';
import { dayIn } from '../../parts/days.ts';
import type { Filters } from '../../shell/address.ts';

export type GuideDetail = Data<'getGuide'>;
type KindName = GuideDetail['guestKinds'][number]['kind'];

export interface TripChoice {
  /** `YYYY-MM-DD`, or empty. */
  readonly tripDate: string;
  readonly tripDays: number;
  /** Empty: whole days. */
  readonly tripKindId: string;
  /** `HH:MM`, or empty. */
  readonly startTime: string;
  /** Where the guide has no kinds of guests. */
  readonly guestCount: number;
  readonly counts: Readonly<Partial<Record<KindName, number>>>;
  /** Empty: any. */
  readonly language: string;
  /** Of an offer; empty: none. */
  readonly offerCode: string;
}

type DayLimits = Pick<GuideDetail, 'minDays' | 'maxDays'>;
type Terms = Pick<GuideDetail, 'guestKinds' | 'tripKinds' | 'offersWholeDays' | 'minGuests' | 'maxGuests'> &
  DayLimits;

/** The nearest number of whole days that can be booked. */
export function bookableDays({ minDays = 1, maxDays = MAX_TRIP_DAYS }: DayLimits, days: number): number {
  return Math.min(maxDays, Math.max(minDays, days));
}

/** What one whole day may cost, by day rate, seasons, weekends and rates: no less than the least price, where a trip may have one day. */
export function dayPricesOf(
  guide: Pick<
    GuideDetail,
    'dayRate' | 'weekendRate' | 'seasonalRates' | 'dayRates' | 'leastPrice' | 'minDays'
  >,
): number[] {
  const { dayRate, weekendRate, seasonalRates, dayRates = [], leastPrice, minDays = 1 } = guide;
  const least = minDays === 1 ? (leastPrice ?? 0) : 0;
  const prices = [
    dayRate,
    ...(weekendRate ? [weekendRate.dayRate] : []),
    ...seasonalRates.map((season) => season.dayRate),
    ...dayRates.map(({ price }) => price),
  ];
  return prices.map((price) => Math.max(price, least));
}

/** Two guests for one day, or as few as the guide goes for and with, unless the address says otherwise. What makes no sense there is left out. */
export function choiceOf(filters: Filters, guide: Terms): TripChoice {
  const kind = guide.tripKinds.find(({ tripKindId }) => tripKindId === filters.kind);
  const fallback = guide.offersWholeDays ? undefined : guide.tripKinds[0];
  const tripKind = kind ?? fallback;
  const times = tripKind?.startTimes ?? [];
  const given = guide.guestKinds.filter(({ kind: name }) => filters[name] !== undefined);
  const counts = given.map(({ kind: name }) => [name, whole(filters[name], 0, 0)] as const);
  const [first] = guide.guestKinds;
  const least = leastGuestsOf(guide, tripKind);
  const someone = first ? [[first.kind, Math.max(least, whole(filters.guests, 2, 1))] as const] : [];
  return {
    tripDate: dayIn(filters.date),
    tripDays: bookableDays(guide, whole(filters.days, 1, 1)),
    tripKindId: tripKind?.tripKindId ?? '',
    startTime: times.find((time) => time === filters.time) ?? times[0] ?? '',
    guestCount: Math.max(least, whole(filters.guests, Math.min(2, guide.maxGuests), 1)),
    counts: Object.fromEntries(counts.length > 0 ? counts : someone),
    language: filters.language ?? '',
    offerCode: filters.offer ?? '',
  };
}

function whole(text: string | undefined, fallback: number, least: number): number {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number >= least ? number : fallback;
}

/** What of the address a choice is. */
export function filtersOf(choice: TripChoice, guide: Terms): Filters {
  const isWholeDays = choice.tripKindId === '';
  const counts = guide.guestKinds.map(({ kind }) => [kind, textOf(choice.counts[kind])]);
  return {
    date: choice.tripDate || undefined,
    days: isWholeDays && choice.tripDays > 1 ? String(choice.tripDays) : undefined,
    kind: choice.tripKindId || undefined,
    time: isWholeDays ? undefined : choice.startTime || undefined,
    language: choice.language || undefined,
    offer: choice.offerCode || undefined,
    guests: guide.guestKinds.length > 0 ? undefined : String(choice.guestCount),
    ...Object.fromEntries(counts),
  };
}

const textOf = (count: number | undefined) => (count ? String(count) : undefined);

/** The trip as quote, hold and booking ask for it; undefined while there is no day. */
export function tripOf(guideId: string, choice: TripChoice, guide: Terms): Body<'quoteOrder'> | undefined {
  const { tripDate, tripDays, tripKindId, startTime, language, offerCode } = choice;
  if (tripDate === '') return undefined;
  const guests = guide.guestKinds.flatMap(({ kind }) => {
    const count = choice.counts[kind] ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });
  return {
    guideId,
    tripDate,
    ...(tripKindId === '' ? { tripDays } : { tripKindId, startTime }),
    ...(guests.length > 0 ? { guests } : { guestCount: choice.guestCount }),
    ...(language !== '' && { language }),
    ...(offerCode !== '' && { offerCode }),
  };
}
