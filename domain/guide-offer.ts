/** What a studio may write of what its guide offers: every rule that a JSON schema cannot say. Amounts are decimals until `minorOffer`. */
import { allotmentProblems } from './allotment-terms.ts';
import type { ErrorDetail } from './errors.ts';
import { amountProblem, problem } from './guide-terms.ts';
import { toDecimal, toMinor } from './money.ts';
import { specialOfferProblems } from './offer-terms.ts';
import type { WeekendRate } from './price.ts';
import { conditionProblems } from './rate-terms.ts';
import { stopSaleProblems } from './stop-terms.ts';
import {
  type Allotment,
  type DayRate,
  type GuestKind,
  type GuestKindName,
  type MeetingPoint,
  mostGuestsOf,
  type Question,
  type SpecialOffer,
  type StopSale,
  type TripKind,
} from './trip-details.ts';

/** Amounts are decimals. */
export interface OfferDraft {
  readonly maxGuests: number;
  /** The smallest party for whole days. */
  readonly minGuests?: number | null | undefined;
  readonly offersWholeDays: boolean;
  readonly tripKinds: readonly TripKind[];
  readonly guestKinds: readonly GuestKind[];
  readonly questions: readonly Question[];
  readonly meetingPoint: MeetingPoint | null;
  readonly weekendRate: WeekendRate | null;
  readonly dayRates: readonly DayRate[];
  readonly offers: readonly SpecialOffer[];
  readonly stopSales: readonly StopSale[];
  readonly allotments: readonly Allotment[];
  /** Of a trip of whole days. */
  readonly leastPrice?: number | null | undefined;
}

/** What a guide offers, in either form. */
export type Offer = Omit<OfferDraft, 'maxGuests' | 'minGuests' | 'leastPrice'> & {
  readonly leastPrice: number | null;
};

/** As a row of the database has it. */
type StoredOffer = Omit<Offer, 'meetingPoint' | 'weekendRate' | 'leastPrice'> & {
  readonly meetingPoint?: MeetingPoint | null | undefined;
  readonly weekendRate?: WeekendRate | null | undefined;
  readonly leastPrice?: number | null | undefined;
};

/** Everything that is wrong with the draft, each with its place in the request's body. */
export function offerProblems(draft: OfferDraft, currency: string): ErrorDetail[] {
  const { tripKinds, guestKinds, questions, offersWholeDays, dayRates, offers, stopSales } = draft;
  const tripKindIds = tripKinds.map(({ tripKindId }) => tripKindId);
  return [
    ...(offersWholeDays || tripKinds.length > 0
      ? []
      : [problem('offersWholeDays', 'inconsistent', 'must be true where there are no tripKinds')]),
    ...repeated('tripKinds', 'tripKindId', tripKindIds),
    ...repeated(
      'guestKinds',
      'kind',
      guestKinds.map(({ kind }) => kind),
    ),
    ...repeated(
      'questions',
      'questionId',
      questions.map(({ questionId }) => questionId),
    ),
    ...repeated(
      'dayRates',
      'name',
      dayRates.map(({ name }) => name),
    ),
    ...dayRates.flatMap((rate, index) => conditionProblems(rate, `dayRates.${index}`)),
    ...repeated(
      'offers',
      'name',
      offers.map(({ name }) => name),
    ),
    ...repeated(
      'offers',
      'code',
      offers.map(({ code }) => code?.toLowerCase()),
    ),
    ...specialOfferProblems(offers, tripKindIds),
    ...stopSaleProblems(stopSales, tripKindIds),
    ...allotmentProblems(draft),
    ...tripKinds.flatMap((kind, index) => kindProblems(kind, `tripKinds.${index}`, draft)),
    ...guestKinds.flatMap(({ minAge = 0, maxAge = 120 }, index) =>
      minAge <= maxAge
        ? []
        : [problem(`guestKinds.${index}.maxAge`, 'inconsistent', 'must not be below minAge')],
    ),
    ...smallestProblems(draft),
    ...pointProblems('meetingPoint', draft.meetingPoint),
    ...amountsOf(draft).flatMap(([path, amount]) => amountProblem(path, amount, currency)),
  ];
}

/**
 * The draft's amounts in minor units; start times in order, without guaranteed ones of days that are over. The draft must be free of problems.
 * @param today where the guide is.
 */
export function minorOffer(draft: OfferDraft, currency: string, today: string): Offer {
  const minor = (amount: number) => toMinor(amount, currency)!;
  const offer = withAmounts(draft, minor);
  return { ...offer, tripKinds: offer.tripKinds.map((kind) => withoutPast(sorted(kind), today)) };
}

/** The amounts as decimals, as studios write them. */
export function decimalOffer(offer: StoredOffer, currency: string): Offer {
  return withAmounts(offer, (amount) => toDecimal(amount, currency));
}

function withAmounts(offer: StoredOffer, to: (amount: number) => number): Offer {
  const {
    offersWholeDays,
    tripKinds,
    guestKinds,
    questions,
    dayRates,
    offers,
    stopSales,
    allotments,
    meetingPoint = null,
    weekendRate = null,
    leastPrice = null,
  } = offer;
  return {
    offersWholeDays,
    questions,
    stopSales,
    allotments,
    meetingPoint,
    weekendRate: weekendRate && { ...weekendRate, dayRate: to(weekendRate.dayRate) },
    dayRates: dayRates.map((rate) => pricedBy(to, rate)),
    offers: offers.map((one) => (one.amount === undefined ? one : { ...one, amount: to(one.amount) })),
    leastPrice: leastPrice === null ? null : to(leastPrice),
    guestKinds: guestKinds.map((kind) => ({ ...kind, amount: to(kind.amount) })),
    tripKinds: tripKinds.map(({ rates, ...kind }) => ({
      ...pricedBy(to, kind),
      ...(kind.leastPrice !== undefined && { leastPrice: to(kind.leastPrice) }),
      ...(rates && { rates: rates.map((rate) => pricedBy(to, rate)) }),
    })),
  };
}

type Priced = Pick<TripKind, 'price' | 'guestPrices'>;

function pricedBy<One extends Priced>(to: (amount: number) => number, one: One): One {
  const { price, guestPrices } = one;
  return {
    ...one,
    price: to(price),
    ...(guestPrices && {
      guestPrices: guestPrices.map(({ kind, amount }) => ({ kind, amount: to(amount) })),
    }),
  };
}

/** Nobody need take promises back that were kept. */
function withoutPast({ guaranteedStarts = [], ...kind }: TripKind, today: string): TripKind {
  const toCome = guaranteedStarts.filter(({ tripDate }) => tripDate >= today);
  return toCome.length > 0 ? { ...kind, guaranteedStarts: toCome } : kind;
}

function sorted(kind: TripKind): TripKind {
  return { ...kind, startTimes: kind.startTimes.toSorted() };
}

/** At each of the two: a change may name one alone. */
function smallestProblems({ minGuests, maxGuests, tripKinds }: OfferDraft): ErrorDetail[] {
  const isTooMany = (least: number | null | undefined) => (least ?? 1) > maxGuests;
  const least = Math.max(minGuests ?? 1, ...tripKinds.map((kind) => kind.minGuests ?? 1));
  return [
    ...(isTooMany(minGuests)
      ? [problem('minGuests', 'inconsistent', `must be at most ${maxGuests}, as maxGuests is`)]
      : []),
    ...(isTooMany(least)
      ? [problem('maxGuests', 'inconsistent', `must be at least ${least}, as minGuests is`)]
      : []),
    ...tripKinds.flatMap((kind, index) => {
      const most = mostGuestsOf({ maxGuests }, kind);
      return (kind.minGuests ?? 1) > most
        ? [
            problem(
              `tripKinds.${index}.minGuests`,
              'inconsistent',
              `must be at most ${most}, the largest party`,
            ),
          ]
        : [];
    }),
  ];
}

function kindProblems(kind: TripKind, path: string, { guestKinds, maxGuests }: OfferDraft): ErrorDetail[] {
  const { meetingPoint = null, rates = [] } = kind;
  const known = guestKinds.map((one) => one.kind);
  return [
    ...(kind.maxGuests !== undefined && kind.maxGuests > maxGuests
      ? [problem(`${path}.maxGuests`, 'inconsistent', `must be at most ${maxGuests}, as the guide takes`)]
      : []),
    ...capacityProblems(kind, path, maxGuests),
    ...leastToGoProblems(kind, path),
    ...guaranteedProblems(kind, path),
    ...guestPriceProblems(kind, path, known),
    ...repeated(
      `${path}.rates`,
      'name',
      rates.map(({ name }) => name),
    ),
    ...rates.flatMap((rate, index) => [
      ...conditionProblems(rate, `${path}.rates.${index}`, kind.startTimes),
      ...guestPriceProblems(rate, `${path}.rates.${index}`, known),
    ]),
    ...pointProblems(`${path}.meetingPoint`, meetingPoint),
  ];
}

function guestPriceProblems(
  { guestPrices = [] }: Priced,
  path: string,
  known: readonly GuestKindName[],
): ErrorDetail[] {
  return [
    ...guestPrices.flatMap((price, index) =>
      known.includes(price.kind)
        ? []
        : [problem(`${path}.guestPrices.${index}.kind`, 'inconsistent', 'must be one of guestKinds')],
    ),
    ...repeated(
      `${path}.guestPrices`,
      'kind',
      guestPrices.map((price) => price.kind),
    ),
  ];
}

function capacityProblems(
  { capacity, maxGuests: party }: TripKind,
  path: string,
  maxGuests: number,
): ErrorDetail[] {
  if (capacity === undefined) return [];
  return [
    ...(capacity > maxGuests
      ? [problem(`${path}.capacity`, 'inconsistent', `must be at most ${maxGuests}, as the guide takes`)]
      : []),
    ...(party !== undefined && party > capacity
      ? [problem(`${path}.maxGuests`, 'inconsistent', `must be at most ${capacity}, as there are places`)]
      : []),
  ];
}

/** Of those that can be called off, each once. */
function guaranteedProblems(
  { guaranteedStarts = [], startTimes, leastGuestsToGo }: TripKind,
  path: string,
): ErrorDetail[] {
  if (guaranteedStarts.length > 0 && leastGuestsToGo === undefined)
    return [problem(`${path}.guaranteedStarts`, 'needs_another_parameter', 'is only with leastGuestsToGo')];
  const named = guaranteedStarts.map(({ tripDate, startTime }) => `${tripDate} ${startTime}`);
  return [
    ...guaranteedStarts.flatMap(({ startTime }, index) =>
      startTimes.includes(startTime)
        ? []
        : [
            problem(
              `${path}.guaranteedStarts.${index}.startTime`,
              'inconsistent',
              'must be one of startTimes',
            ),
          ],
    ),
    ...repeated(`${path}.guaranteedStarts`, 'startTime', named),
  ];
}

/** Both or neither, and of a shared trip alone. */
function leastToGoProblems(
  { capacity, leastGuestsToGo, decideHoursBefore }: TripKind,
  path: string,
): ErrorDetail[] {
  if (leastGuestsToGo === undefined && decideHoursBefore === undefined) return [];
  const absent = (member: string, of: string) =>
    problem(`${path}.${member}`, 'needs_another_parameter', `is only with ${of}`);
  if (leastGuestsToGo === undefined) return [absent('decideHoursBefore', 'leastGuestsToGo')];
  if (decideHoursBefore === undefined) return [absent('leastGuestsToGo', 'decideHoursBefore')];
  if (capacity === undefined) return [absent('leastGuestsToGo', 'capacity')];
  if (leastGuestsToGo <= capacity) return [];
  const msg = `must be at most ${capacity}, as there are places`;
  return [problem(`${path}.leastGuestsToGo`, 'inconsistent', msg)];
}

function pointProblems(path: string, point: MeetingPoint | null): ErrorDetail[] {
  if (!point || (point.latitude === undefined) === (point.longitude === undefined)) return [];
  return [problem(path, 'inconsistent', 'must have both latitude and longitude, or neither')];
}

/** What is not there is not repeated. */
function repeated(path: string, member: string, names: readonly (string | undefined)[]): ErrorDetail[] {
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [problem(`${path}.${index}.${member}`, 'duplicate', 'is there twice')]
      : [],
  );
}

function amountsOf({
  tripKinds,
  guestKinds,
  weekendRate,
  dayRates,
  offers,
  leastPrice,
}: OfferDraft): (readonly [string, number])[] {
  return [
    ...leastOf(leastPrice, 'leastPrice'),
    ...(weekendRate ? [['weekendRate.dayRate', weekendRate.dayRate] as const] : []),
    ...dayRates.map(({ price }, index) => [`dayRates.${index}.price`, price] as const),
    ...offers.flatMap(({ amount }, index) =>
      amount === undefined ? [] : [[`offers.${index}.amount`, amount] as const],
    ),
    ...guestKinds.map(({ amount }, index) => [`guestKinds.${index}.amount`, amount] as const),
    ...tripKinds.flatMap((kind, index) => [
      ...pricesOf(kind, `tripKinds.${index}`),
      ...leastOf(kind.leastPrice, `tripKinds.${index}.leastPrice`),
      ...(kind.rates ?? []).flatMap((rate, at) => pricesOf(rate, `tripKinds.${index}.rates.${at}`)),
    ]),
  ];
}

function pricesOf({ price, guestPrices = [] }: Priced, path: string): (readonly [string, number])[] {
  return [
    [`${path}.price`, price],
    ...guestPrices.map(({ amount }, at) => [`${path}.guestPrices.${at}.amount`, amount] as const),
  ];
}

function leastOf(leastPrice: number | null | undefined, path: string): (readonly [string, number])[] {
  return typeof leastPrice === 'number' ? [[path, leastPrice]] : [];
}
