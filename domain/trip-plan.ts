/** From what a merchant asks for to the trip itself: its time, its guests, its price. Pure; the same for a quote, a hold, a booking and a change. */

import { keptPlaces } from './allotment.ts';
import { type ClosedDays, closedDaysIn, type DayRange, daysOf, describeClosedDays } from './availability.ts';
import { atStart, type Departure, departureOf } from './departure.ts';
import type { ErrorDetail } from './errors.ts';
import type { GuideStatus } from './guide.ts';
import { type Price, type PriceTerms, priceOf, priceOfHours } from './price.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import { bestOffer, codeAsWritten, type OfferedTrip, offerFrom } from './special-offer.ts';
import { type DatedTrip, type StoppableOffer, stoppedDays } from './stop-sale.ts';
import {
  addDays,
  daysUntil,
  firstBookableDate,
  isCalendarDate,
  lastBookableDate,
  todayIn,
  tripSpan,
} from './trip.ts';
import {
  type Allotment,
  adults,
  type GuestCount,
  leastGuestsOf,
  type MeetingPoint,
  mostGuestsOf,
  type TripDetails,
  type TripKind,
} from './trip-details.ts';
import { instantOf } from './wall-time.ts';

const HOUR_MS = 3_600_000;

/** What a guide offers, as far as a trip depends on it. Amounts are minor units. */
export interface TripOffer extends PriceTerms, ClosedDays, StoppableOffer {
  readonly status: GuideStatus;
  readonly timeZone: string;
  readonly languages: readonly string[];
  readonly maxGuests: number;
  readonly offersWholeDays: boolean;
  /** How many whole days a trip has at least, and at most; null: as few, or as many, as any trip may have. */
  readonly minDays: number | null;
  readonly maxDays: number | null;
  /** The smallest party for whole days; null: one guest is enough. */
  readonly minGuests: number | null;
  readonly tripKinds: readonly TripKind[];
  /** Others', that are not released; see `offerFor`. */
  readonly allotments: readonly Allotment[];
  readonly meetingPoint: MeetingPoint | null;
  readonly minimumNoticeHours: number;
  readonly instantConfirmation: boolean;
}

/** The request. Either `guestCount` or `guests` is there, and `tripDays` unless a trip of hours is named. */
export interface TripRequest {
  readonly guideId: string;
  readonly tripDate: string;
  readonly tripDays?: number | undefined;
  readonly tripKindId?: string | undefined;
  readonly startTime?: string | undefined;
  readonly guestCount?: number | undefined;
  readonly guests?: readonly GuestCount[] | undefined;
  readonly language?: string | undefined;
  /** Of an offer, which has to hold for the trip. */
  readonly offerCode?: string | undefined;
  /** What was named when the trip was booked or held: it counts where its offer still holds. */
  readonly keptOfferCode?: string | undefined;
}

/** The trip that a request means, under an offer. */
export interface TripPlan {
  readonly tripDate: string;
  /** The days that it takes; 1 for a trip of hours. */
  readonly tripDays: number;
  readonly guestCount: number;
  readonly startAt: Date;
  readonly endAt: Date;
  /** Null where the party has the guide to itself. */
  readonly departure: Departure | null;
  /** Null for whole days without anything else. */
  readonly details: TripDetails | null;
  readonly price: Price;
}

export type Planned =
  | { readonly plan: TripPlan }
  /** Such a request is refused with 40001, whatever else is booked. */
  | { readonly problems: readonly ErrorDetail[] };

/**
 * The trip, or everything that is wrong with the request.
 * @param bookedAt when what the trip belongs to was booked, if that was before now: rates may go by it.
 */
export function planTrip(request: TripRequest, offer: TripOffer, now: Date, bookedAt = now): Planned {
  const kind = kindOf(request, offer);
  const problems = [
    ...dateProblems(request, offer, now),
    ...kindProblems(request, kind, offer),
    ...daysProblems(request, offer),
    ...clockProblems(request, kind, offer),
    ...guestProblems(request, kind, offer),
    ...languageProblems(request, offer),
  ];
  // Whether an offer holds, only a trip can say that there is.
  if (problems.length === 0) problems.push(...codeProblems(request, offer, bookedAt));
  return problems.length > 0 ? { problems } : { plan: planned(request, kind, offer, now, bookedAt) };
}

/**
 * Why the guide cannot take the trip, from its own record alone (40902). Whether orders and holds leave the time free is
 * for the database to say.
 * @param own the trip of the order or hold in whose place the plan comes, if any: what it has is not newly sold.
 */
export function obstaclesTo(plan: TripPlan, offer: TripOffer, now: Date, own?: DatedTrip): ErrorDetail[] {
  const isOfHours = plan.details?.durationMinutes !== undefined;
  const obstacle = (reason: RefusalReason, msg: string): ErrorDetail[] => [
    { path: isOfHours ? 'body.startTime' : 'body.tripDate', reason, msg },
  ];
  if (offer.status !== 'active') {
    return [
      { path: 'body.tripDate', reason: 'guide_inactive', msg: 'the guide does not take bookings at present' },
    ];
  }
  if (isOfHours && plan.startAt <= now) return obstacle('already_begun', 'the trip would have begun already');
  if (!isOfHours && plan.tripDate < firstBookableDate(offer, now)) {
    return obstacle(
      'needs_instant_confirmation',
      'a trip that starts today cannot wait for the studio: it needs instant confirmation',
    );
  }
  const hours = offer.minimumNoticeHours;
  if (hours > 0 && plan.startAt.getTime() - now.getTime() < hours * HOUR_MS) {
    return obstacle('too_little_notice', `the guide has to be booked ${hours} hours ahead`);
  }
  // A night that ends on a day off belongs to the evening on which it began.
  const days = { startDate: plan.tripDate, endDate: addDays(plan.tripDate, plan.tripDays - 1) };
  const closed = closedDaysIn(days, offer);
  if (closed.length === 0) return stopObstacles(plan, offer, own);
  const msg = `the guide does not work on ${describeClosedDays(days, offer).join(', ')}`;
  return [{ path: 'body.tripDate', reason: 'day_off', msg, days: closed }];
}

function stopObstacles(
  { tripDate, tripDays, details: trip }: TripPlan,
  { stopSales }: TripOffer,
  own: DatedTrip | undefined,
): ErrorDetail[] {
  const days = stoppedDays(stopSales, { tripDate, tripDays, trip }, own);
  if (days.length === 0) return [];
  const msg = `the guide is not sold on ${days.join(', ')}`;
  return [{ path: 'body.tripDate', reason: 'not_on_sale', msg, days }];
}

/** The days of a calendar that lie in some time, both included. */
export function daysOverlapped(
  { startAt, endAt }: Pick<TripPlan, 'startAt' | 'endAt'>,
  timeZone: string,
): DayRange {
  return { startDate: todayIn(timeZone, startAt), endDate: todayIn(timeZone, new Date(endAt.getTime() - 1)) };
}

function planned(
  request: TripRequest,
  kind: TripKind | undefined,
  offer: TripOffer,
  now: Date,
  bookedAt: Date,
): TripPlan {
  const { tripDate, startTime, language } = request;
  const code = codeOf(request);
  const tripDays = kind ? 1 : (request.tripDays ?? 1);
  const guestCount = countOf(request);
  const guests = guestsOf(request, offer);
  const hours = kind && { startTime: startTime as string, durationMinutes: kind.durationMinutes };
  const span = tripSpan({ tripDate, tripDays, timeZone: offer.timeZone, ...hours });
  const meetingPoint = kind?.meetingPoint ?? offer.meetingPoint ?? undefined;
  const details: TripDetails = {
    ...(kind && { tripKindId: kind.tripKindId, tripKindName: kind.name, ...hours }),
    ...(kind && atStart(sharedOf(kind), kind, { tripDate, startTime: startTime as string })),
    ...(language !== undefined && { language: offeredAs(language, offer) as string }),
    ...(code !== undefined && { offerCode: codeAsWritten(offer.offers, code) }),
    ...(meetingPoint && { meetingPoint }),
    ...(guests.length > 0 && { guests }),
  };
  return {
    tripDate,
    tripDays,
    guestCount,
    startAt: span.start,
    endAt: span.end,
    departure: departureOf(
      details,
      span.start,
      now,
      keptPlaces(offer.allotments, kind?.tripKindId, tripDate),
    ),
    details: Object.keys(details).length > 0 ? details : null,
    price: priceFor(request, kind, offer, bookedAt),
  };
}

/** What parties that share a start have agreed to. */
function sharedOf({ capacity, leastGuestsToGo, decideHoursBefore }: TripKind): TripDetails {
  return {
    ...(capacity !== undefined && { capacity }),
    ...(leastGuestsToGo !== undefined && { leastGuestsToGo }),
    ...(decideHoursBefore !== undefined && { decideHoursBefore }),
  };
}

function priceFor(request: TripRequest, kind: TripKind | undefined, offer: TripOffer, bookedAt: Date): Price {
  const trip = offeredTrip(request, offer, bookedAt);
  const guests = guestsOf(request, offer);
  const special = bestOffer(offer.offers, trip, codeOf(request));
  if (kind)
    return priceOfHours(offer, kind, { ...trip, startTime: request.startTime as string }, guests, special);
  return priceOf(offer, trip, guests, special);
}

function offeredTrip(request: TripRequest, { timeZone }: TripOffer, bookedAt: Date): OfferedTrip {
  const { tripDate, tripDays = 1, tripKindId } = request;
  const daysBefore = daysUntil(tripDate, todayIn(timeZone, bookedAt));
  return { tripDate, tripDays, tripKindId, guestCount: countOf(request), daysBefore };
}

function codeOf({ offerCode, keptOfferCode }: TripRequest): string | undefined {
  return offerCode ?? keptOfferCode;
}

/** What the trip of a request, which has no problems, costs from each of these days on, booked at one moment. */
export function pricesFrom(
  days: readonly string[],
  request: TripRequest,
  offer: TripOffer,
  bookedAt: Date,
): Price[] {
  const kind = kindOf(request, offer);
  return days.map((tripDate) => priceFor({ ...request, tripDate }, kind, offer, bookedAt));
}

/** Without guest kinds in the request all are adults, where the guide has kinds of guests. */
function guestsOf(request: TripRequest, { guestKinds = [] }: TripOffer): readonly GuestCount[] {
  if (request.guests) return request.guests;
  return guestKinds.length > 0 ? adults(countOf(request)) : [];
}

function countOf({ guestCount, guests = [] }: TripRequest): number {
  return guestCount ?? sumOf(guests);
}

function sumOf(guests: readonly GuestCount[]): number {
  return guests.reduce((sum, { count }) => sum + count, 0);
}

function kindOf({ tripKindId }: TripRequest, { tripKinds }: TripOffer): TripKind | undefined {
  return tripKinds.find((kind) => kind.tripKindId === tripKindId);
}

function problem(path: string, reason: RefusalReason, msg: string): ErrorDetail[] {
  return [{ path: `body.${path}`, reason, msg }];
}

function dateProblems({ tripDate }: TripRequest, { timeZone }: TripOffer, now: Date): ErrorDetail[] {
  if (!isCalendarDate(tripDate))
    return problem('tripDate', 'not_a_calendar_date', 'must be a calendar date, YYYY-MM-DD');
  const today = todayIn(timeZone, now);
  if (tripDate < today)
    return problem('tripDate', 'past_date', `must not be in the past: it is ${today} where the guide is`);
  const last = lastBookableDate(timeZone, now);
  return tripDate > last
    ? problem('tripDate', 'too_far_ahead', `must be at most 18 months ahead: ${last}`)
    : [];
}

function kindProblems(request: TripRequest, kind: TripKind | undefined, offer: TripOffer): ErrorDetail[] {
  const { tripKindId, startTime, tripDays } = request;
  if (tripKindId === undefined) {
    if (startTime !== undefined)
      return problem('startTime', 'needs_another_parameter', 'is only for a trip kind: send tripKindId');
    return offer.offersWholeDays ? [] : problem('tripKindId', 'missing', `is missing: ${kindsOf(offer)}`);
  }
  if (!kind) return problem('tripKindId', 'not_offered', `must be one of the guide's: ${kindsOf(offer)}`);
  if (tripDays !== undefined && tripDays !== 1) {
    return problem('tripDays', 'conflicting_parameters', 'must be 1 or left out for a trip of hours');
  }
  if (startTime === undefined)
    return problem('startTime', 'missing', `is missing: ${kind.startTimes.join(', ')}`);
  if (kind.startTimes.includes(startTime)) return [];
  return problem('startTime', 'not_offered', `must be one of ${kind.startTimes.join(', ')}`);
}

/** Whole days alone have a least and a most. */
function daysProblems({ tripKindId, tripDays = 1 }: TripRequest, offer: TripOffer): ErrorDetail[] {
  if (tripKindId !== undefined || !offer.offersWholeDays) return [];
  const { minDays, maxDays } = offer;
  if (minDays !== null && tripDays < minDays)
    return problem('tripDays', 'too_few_days', `must be at least ${minDays} for this guide`);
  if (maxDays !== null && tripDays > maxDays)
    return problem('tripDays', 'too_many_days', `must be at most ${maxDays} for this guide`);
  return [];
}

/** A time that the guide offers, and that there is not on that day. */
function clockProblems(
  { tripDate, startTime }: TripRequest,
  kind: TripKind | undefined,
  { timeZone }: TripOffer,
): ErrorDetail[] {
  const isTime = startTime !== undefined && kind?.startTimes.includes(startTime) && isCalendarDate(tripDate);
  if (!isTime || !instantOf(tripDate, startTime, timeZone).isSkipped) return [];
  const msg = `there is no ${startTime} on ${tripDate} in ${timeZone}: clocks are put forward past it`;
  return problem('startTime', 'skipped_by_clocks', msg);
}

function kindsOf({ tripKinds }: TripOffer): string {
  return tripKinds.length > 0 ? tripKinds.map((kind) => kind.tripKindId).join(', ') : 'it has none';
}

function guestProblems(request: TripRequest, kind: TripKind | undefined, offer: TripOffer): ErrorDetail[] {
  const { guestCount, guests } = request;
  const kinds = (offer.guestKinds ?? []).map((one) => one.kind);
  const problems: ErrorDetail[] = [];
  if (guests) {
    const sum = sumOf(guests);
    if (guestCount !== undefined && guestCount !== sum) {
      problems.push(
        ...problem('guestCount', 'inconsistent', `must be ${sum}, the sum of guests, or left out`),
      );
    }
    if (sum < 1) problems.push(...problem('guests', 'too_few', 'must be at least one guest'));
    guests.forEach((guest, index) => {
      if (!kinds.includes(guest.kind)) {
        const known =
          kinds.length > 0
            ? `must be one of the guide's: ${kinds.join(', ')}`
            : 'the guide has no guest kinds: send guestCount';
        problems.push(...problem(`guests.${index}.kind`, 'not_offered', known));
      } else if (guests.findIndex(({ kind }) => kind === guest.kind) < index) {
        problems.push(...problem(`guests.${index}.kind`, 'duplicate', 'is there twice'));
      }
    });
  } else if (kinds.length > 0 && !kinds.includes('adult')) {
    problems.push(
      ...problem('guests', 'missing', `is missing: the guide has prices for ${kinds.join(', ')}`),
    );
  }
  return [...problems, ...sizeProblems(request, kind, offer)];
}

function sizeProblems(request: TripRequest, kind: TripKind | undefined, offer: TripOffer): ErrorDetail[] {
  const path = request.guests ? 'guests' : 'guestCount';
  const count = countOf(request);
  const most = mostGuestsOf(offer, kind);
  if (count > most) {
    const whose = most < offer.maxGuests ? 'trip' : 'guide';
    return problem(path, 'too_many_guests', `must be at most ${most} for this ${whose}`);
  }
  // Without a trip that is offered there is no such limit; that nobody comes at all is another problem.
  const isOfDays = request.tripKindId === undefined && offer.offersWholeDays;
  const least = kind || isOfDays ? leastGuestsOf(offer, kind) : 1;
  if (count < 1 || count >= least) return [];
  return problem(path, 'too_few_guests', `must be at least ${least} for this ${kind ? 'trip' : 'guide'}`);
}

function languageProblems({ language }: TripRequest, offer: TripOffer): ErrorDetail[] {
  if (language === undefined || offeredAs(language, offer) !== undefined) return [];
  return problem('language', 'not_offered', `must be one of the guide's: ${offer.languages.join(', ')}`);
}

/** One refusal for a code that there is not, that holds for another trip, and that is another agency's: nobody learns which. */
function codeProblems(request: TripRequest, offer: TripOffer, bookedAt: Date): ErrorDetail[] {
  const { offerCode } = request;
  if (offerCode === undefined) return [];
  const special = offerFrom(offer.offers, offeredTrip(request, offer, bookedAt), offerCode);
  return special ? [] : problem('offerCode', 'not_offered', 'is not the code of an offer for this trip');
}

/** The guide's spelling; upper and lower case do not matter. */
function offeredAs(language: string, { languages }: TripOffer): string | undefined {
  return languages.find((one) => one.toLowerCase() === language.toLowerCase());
}

/** The days of a trip that others have taken. */
export function takenDays(asked: DayRange, taken: readonly DayRange[]): string[] {
  return daysOf(asked).filter((day) => taken.some((trip) => trip.startDate <= day && day <= trip.endDate));
}
