/** Whether a trip with a guide can be booked; the same for a quote and for the booking itself. Pure. */
import type { BookableGuide } from '../../../db/queries/bookable-guide.ts';
import { closedDaysIn, type DayRange } from '../../../domain/availability.ts';
import { type ErrorDetail, GuideForbidden } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import {
  addDays,
  firstBookableDate,
  isCalendarDate,
  lastBookableDate,
  todayIn,
} from '../../../domain/trip.ts';

/** What a quote and a booking ask for alike. */
export interface TripRequest {
  readonly guideId: string;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
}

/** @throws GuideForbidden for a partners' guide, unless its studio linked the caller. */
export function refuseStrangers(caller: CallingMerchant, guide: BookableGuide): void {
  const isOpen = guide.visibility === 'public' || guide.isPartner || guide.studioKey === caller.key;
  if (!isOpen) throw new GuideForbidden();
}

/** What is wrong with the request whatever else is booked; such a request is refused with 40001. */
export function tripProblems(request: TripRequest, guide: BookableGuide, now: Date): ErrorDetail[] {
  return [...dateProblems(request, guide, now), ...guestProblems(request, guide)];
}

/**
 * Why the guide cannot take the trip, as far as its own record tells (40902). That other orders leave the days free is
 * for the database to say.
 */
export function obstacles(request: TripRequest, guide: BookableGuide, now: Date): ErrorDetail[] {
  const { tripDate } = request;
  const obstacle = (reason: string): ErrorDetail[] => [{ path: 'body.tripDate', reason }];
  if (guide.status !== 'active') return obstacle('the guide does not take bookings at present');
  if (tripDate < firstBookableDate(guide, now)) {
    return obstacle('a trip that starts today can only be booked with instant confirmation');
  }
  const closed = closedDaysIn(daysAskedFor(request), guide);
  return closed.length === 0 ? [] : obstacle(`the guide does not work on ${closed.join(', ')}`);
}

/** The days of the trip, both included. */
export function daysAskedFor({ tripDate, tripDays }: TripRequest): DayRange {
  return { startDate: tripDate, endDate: addDays(tripDate, tripDays - 1) };
}

function dateProblems({ tripDate }: TripRequest, { timeZone }: BookableGuide, now: Date): ErrorDetail[] {
  const problem = (reason: string): ErrorDetail[] => [{ path: 'body.tripDate', reason }];
  if (!isCalendarDate(tripDate)) return problem('must be a calendar date, YYYY-MM-DD');
  const today = todayIn(timeZone, now);
  if (tripDate < today) return problem(`must not be in the past: it is ${today} where the guide is`);
  const last = lastBookableDate(timeZone, now);
  return tripDate > last ? problem(`must be at most 18 months ahead: ${last}`) : [];
}

function guestProblems({ guestCount }: TripRequest, { maxGuests }: BookableGuide): ErrorDetail[] {
  if (guestCount <= maxGuests) return [];
  return [{ path: 'body.guestCount', reason: `must be at most ${maxGuests} for this guide` }];
}
