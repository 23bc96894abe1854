/** Which of a trip's time live orders and holds have: when, and never whose. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { type ReservedTime, selectReserved } from '../../db/queries/orders/reservations.ts';
import { type Departure, hasRoom, type TimeLeft, timeLeft } from '../../domain/departure.ts';
import { type ErrorDetail, GuideUnavailable } from '../../domain/errors.ts';
import { daysOverlapped, type TripPlan, takenDays } from '../../domain/trip-plan.ts';

type GuideCalendar = Pick<BookableGuide, 'id' | 'timeZone'>;
type TripTime = Pick<TripPlan, 'startAt' | 'endAt' | 'details' | 'guestCount' | 'departure'>;

export interface Taken {
  /** The days that are taken, or the times for a trip of hours, or that too few places are left, or that the start does not go with so few; 40902 and quotes say the same. */
  readonly obstacles: ErrorDetail[];
  /** Of the trip's departure; null where the party would go alone. */
  readonly placesLeft: number | null;
}

/** @param exceptId an order or a hold that does not count. */
export async function takenBy(
  em: EntityManager,
  guide: GuideCalendar,
  trip: TripTime,
  exceptId?: string,
): Promise<Taken> {
  const { departure } = trip;
  const left = timeLeft(trip, await selectReserved(em, guide.id, trip, exceptId));
  const { others, placesLeft } = left;
  if (hasRoom(left, trip.guestCount)) return { obstacles: [], placesLeft };
  if (others.length > 0) {
    return { obstacles: inTheWay(guide, trip, others), placesLeft: departure === null ? null : 0 };
  }
  return { obstacles: departure ? [wrongSize(left, departure, trip.guestCount)] : [], placesLeft };
}

function wrongSize(
  { placesLeft, fewest }: TimeLeft,
  { capacity, goesIf }: Departure,
  guestCount: number,
): ErrorDetail {
  const path = 'body.guestCount';
  if (guestCount > (placesLeft ?? 0))
    return { path, reason: 'too_few_places', msg: `${placesLeft} of ${capacity} places are left` };
  const msg = `the start needs ${goesIf?.leastGuests} guests since ${goesIf?.decidedAt.toISOString()}: it goes with ${fewest} more`;
  return { path, reason: 'too_few_guests', msg };
}

function inTheWay(guide: GuideCalendar, trip: TripTime, taken: readonly ReservedTime[]): ErrorDetail[] {
  const path = pathOf(trip);
  if (isOfHours(trip)) {
    const times = taken.map(({ startAt, endAt }) => ({
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
    }));
    const text = times.map(({ startAt, endAt }) => `${startAt} to ${endAt}`).join(', ');
    return [{ path, reason: 'already_booked', msg: `the guide is booked from ${text}`, times }];
  }
  const ranges = taken.map((time) => daysOverlapped(time, guide.timeZone));
  const days = takenDays(daysOverlapped(trip, guide.timeZone), ranges);
  return [{ path, reason: 'already_booked', msg: `the guide is booked on ${days.join(', ')}`, days }];
}

/** What to throw where the database's constraint refused the time: read after that, so what was in the way may be gone again. */
export async function timeTaken(
  em: EntityManager,
  guide: GuideCalendar,
  trip: TripTime,
  exceptId?: string,
): Promise<GuideUnavailable> {
  const { obstacles: details } = await takenBy(em, guide, trip, exceptId);
  const gone: ErrorDetail = {
    path: pathOf(trip),
    reason: 'already_booked',
    msg: 'the guide was booked in this moment, and is free again: try again',
  };
  return new GuideUnavailable({ details: details.length > 0 ? details : [gone] });
}

function isOfHours({ details }: TripTime): boolean {
  return details?.durationMinutes !== undefined;
}

function pathOf(trip: TripTime): string {
  return isOfHours(trip) ? 'body.startTime' : 'body.tripDate';
}
