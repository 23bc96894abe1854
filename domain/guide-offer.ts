/** What a studio may write of what its guide offers: every rule that a JSON schema cannot say. Amounts are decimals until `minorOffer`. */
import type { ErrorDetail } from './errors.ts';
import { amountProblem, problem } from './guide-terms.ts';
import { toDecimal, toMinor } from './money.ts';
import type { WeekendRate } from './price.ts';
import type { GuestKind, MeetingPoint, Question, TripKind } from './trip-details.ts';

/** Amounts are decimals. */
export interface OfferDraft {
  readonly maxGuests: number;
  readonly offersWholeDays: boolean;
  readonly tripKinds: readonly TripKind[];
  readonly guestKinds: readonly GuestKind[];
  readonly questions: readonly Question[];
  readonly meetingPoint: MeetingPoint | null;
  readonly weekendRate: WeekendRate | null;
}

/** What a guide offers, in either form. */
export type Offer = Omit<OfferDraft, 'maxGuests'>;

/** As a row of the database has it. */
type StoredOffer = Omit<Offer, 'meetingPoint' | 'weekendRate'> & {
  readonly meetingPoint?: MeetingPoint | null | undefined;
  readonly weekendRate?: WeekendRate | null | undefined;
};

/** Everything that is wrong with the draft, each with its place in the request's body. */
export function offerProblems(draft: OfferDraft, currency: string): ErrorDetail[] {
  const { tripKinds, guestKinds, questions, offersWholeDays } = draft;
  return [
    ...(offersWholeDays || tripKinds.length > 0
      ? []
      : [problem('offersWholeDays', 'inconsistent', 'must be true where there are no tripKinds')]),
    ...repeated(
      'tripKinds',
      'tripKindId',
      tripKinds.map((kind) => kind.tripKindId),
    ),
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
    ...tripKinds.flatMap((kind, index) => kindProblems(kind, `tripKinds.${index}`, draft)),
    ...guestKinds.flatMap(({ minAge = 0, maxAge = 120 }, index) =>
      minAge <= maxAge
        ? []
        : [problem(`guestKinds.${index}.maxAge`, 'inconsistent', 'must not be below minAge')],
    ),
    ...pointProblems('meetingPoint', draft.meetingPoint),
    ...amountsOf(draft).flatMap(([path, amount]) => amountProblem(path, amount, currency)),
  ];
}

/** The draft's amounts in minor units; start times in order. The draft must be free of problems. */
export function minorOffer(draft: OfferDraft, currency: string): Offer {
  const minor = (amount: number) => toMinor(amount, currency)!;
  const offer = withAmounts(draft, minor);
  return { ...offer, tripKinds: offer.tripKinds.map(sorted) };
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
    meetingPoint = null,
    weekendRate = null,
  } = offer;
  return {
    offersWholeDays,
    questions,
    meetingPoint,
    weekendRate: weekendRate && { ...weekendRate, dayRate: to(weekendRate.dayRate) },
    guestKinds: guestKinds.map((kind) => ({ ...kind, amount: to(kind.amount) })),
    tripKinds: tripKinds.map(({ guestPrices, ...kind }) => ({
      ...kind,
      price: to(kind.price),
      ...(guestPrices && { guestPrices: guestPrices.map((one) => ({ ...one, amount: to(one.amount) })) }),
    })),
  };
}

function sorted(kind: TripKind): TripKind {
  return { ...kind, startTimes: kind.startTimes.toSorted() };
}

function kindProblems(kind: TripKind, path: string, { guestKinds, maxGuests }: OfferDraft): ErrorDetail[] {
  const { guestPrices = [], meetingPoint = null } = kind;
  const known = guestKinds.map((one) => one.kind);
  return [
    ...(kind.maxGuests !== undefined && kind.maxGuests > maxGuests
      ? [problem(`${path}.maxGuests`, 'inconsistent', `must be at most ${maxGuests}, as the guide takes`)]
      : []),
    ...capacityProblems(kind, path, maxGuests),
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
    ...pointProblems(`${path}.meetingPoint`, meetingPoint),
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

function pointProblems(path: string, point: MeetingPoint | null): ErrorDetail[] {
  if (!point || (point.latitude === undefined) === (point.longitude === undefined)) return [];
  return [problem(path, 'inconsistent', 'must have both latitude and longitude, or neither')];
}

function repeated(path: string, member: string, names: readonly string[]): ErrorDetail[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [problem(`${path}.${index}.${member}`, 'duplicate', 'is there twice')] : [],
  );
}

function amountsOf({ tripKinds, guestKinds, weekendRate }: OfferDraft): (readonly [string, number])[] {
  return [
    ...(weekendRate ? [['weekendRate.dayRate', weekendRate.dayRate] as const] : []),
    ...guestKinds.map(({ amount }, index) => [`guestKinds.${index}.amount`, amount] as const),
    ...tripKinds.flatMap(({ price, guestPrices = [] }, index) => [
      [`tripKinds.${index}.price`, price] as const,
      ...guestPrices.map(
        ({ amount }, at) => [`tripKinds.${index}.guestPrices.${at}.amount`, amount] as const,
      ),
    ]),
  ];
}
