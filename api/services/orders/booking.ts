/** What a booking must satisfy before the database is asked, and what follows from it. Pure. */

import type { BookableGuide } from '../../../db/queries/bookable-guide.ts';
import type { NewOrder } from '../../../db/queries/insert-order.ts';
import {
  type ErrorDetail,
  GuideForbidden,
  GuideUnavailable,
  InvalidParameter,
} from '../../../domain/errors.ts';
import { newOrderId } from '../../../domain/ids.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { normalizePhone } from '../../../domain/phone.ts';
import {
  confirmationDeadline,
  isCalendarDate,
  lastBookableDate,
  todayIn,
  tripSpan,
} from '../../../domain/trip.ts';
import type { OrderCreate } from '../../schemas/orders.ts';

/** How long the creating process has to launch the workflow before a sweeper may take the order. */
const LAUNCH_GRACE_MS = 5_000;

/**
 * The order that a request asks for, with everything that is frozen at creation.
 * @throws InvalidParameter, GuideForbidden, GuideUnavailable
 */
export function bookingOf(
  merchant: CallingMerchant,
  guide: BookableGuide,
  request: OrderCreate,
  now: Date,
): NewOrder {
  if (guide.visibility === 'partners' && guide.studioKey !== merchant.key) throw new GuideForbidden();
  const contactPhone = normalizePhone(request.contactPhone, merchant.country);
  const problems = [...dateProblems(request, guide, now), ...guestProblems(request, guide)];
  if (!contactPhone) {
    problems.push({ path: 'body.contactPhone', reason: 'must be a phone number in E.164 or national form' });
  }
  if (problems.length > 0 || !contactPhone) throw new InvalidParameter(problems);
  refuseUnbookable(request, guide, now);

  const { tripDate, tripDays } = request;
  const trip = tripSpan({ tripDate, tripDays, timeZone: guide.timeZone });
  return {
    id: newOrderId(now),
    merchantKey: merchant.key,
    studioKey: guide.studioKey,
    guideId: guide.id,
    sandbox: merchant.sandbox,
    tripDate,
    tripDays,
    guestCount: request.guestCount,
    contactName: request.contactName,
    contactPhone,
    remark: request.remark ?? null,
    clientReference: request.clientReference ?? null,
    totalAmount: guide.dayRate * tripDays,
    currency: guide.currency,
    commissionRate: guide.commissionRate,
    cancellationPolicy: guide.cancellationPolicy,
    timeZone: guide.timeZone,
    confirmBy: confirmationDeadline(now, guide.confirmationHours, trip.start),
    tripStartAt: trip.start,
    tripEndAt: trip.end,
    instantConfirmation: guide.instantConfirmation,
    createdAt: now,
    launchAfter: new Date(now.getTime() + LAUNCH_GRACE_MS),
  };
}

function dateProblems({ tripDate }: OrderCreate, { timeZone }: BookableGuide, now: Date): ErrorDetail[] {
  const problem = (reason: string): ErrorDetail[] => [{ path: 'body.tripDate', reason }];
  if (!isCalendarDate(tripDate)) return problem('must be a day of the calendar, YYYY-MM-DD');
  const today = todayIn(timeZone, now);
  if (tripDate < today) return problem(`must not be in the past: it is ${today} where the guide is`);
  const last = lastBookableDate(timeZone, now);
  return tripDate > last ? problem(`must be at most 18 months ahead: ${last}`) : [];
}

function guestProblems({ guestCount }: OrderCreate, { maxGuests }: BookableGuide): ErrorDetail[] {
  if (guestCount <= maxGuests) return [];
  return [{ path: 'body.guestCount', reason: `must be at most ${maxGuests} for this guide` }];
}

/** A trip of today has begun already: there is no time left to confirm it in, so only instant guides take it. */
function refuseUnbookable({ tripDate }: OrderCreate, guide: BookableGuide, now: Date): void {
  if (guide.status !== 'active') throw unavailable('the guide takes no bookings now');
  const isToday = tripDate === todayIn(guide.timeZone, now);
  if (isToday && !guide.instantConfirmation) {
    throw unavailable('a trip of today can be booked only with instant confirmation');
  }
}

function unavailable(reason: string): GuideUnavailable {
  return new GuideUnavailable({ details: [{ path: 'body.tripDate', reason }] });
}
