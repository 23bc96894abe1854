/** What a booking must satisfy before the database is asked, and what follows from it. Pure. */

import type { BookableGuide } from '../../../db/queries/bookable-guide.ts';
import type { NewOrder } from '../../../db/queries/insert-order.ts';
import { GuideUnavailable, InvalidParameter } from '../../../domain/errors.ts';
import { newOrderId } from '../../../domain/ids.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { normalizePhone } from '../../../domain/phone.ts';
import { priceOf } from '../../../domain/price.ts';
import { confirmationDeadline, tripSpan } from '../../../domain/trip.ts';
import type { OrderCreate } from '../../schemas/orders.ts';
import { obstacles, refuseStrangers, tripProblems } from './bookability.ts';

/** How long the creating process has to start the workflow before a sweeper may take the order. */
const START_GRACE_MS = 5_000;

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
  refuseStrangers(merchant, guide);
  const contactPhone = normalizePhone(request.contactPhone, merchant.country);
  const problems = tripProblems(request, guide, now);
  if (!contactPhone) {
    problems.push({ path: 'body.contactPhone', reason: 'must be a phone number in E.164 or national form' });
  }
  if (problems.length > 0 || !contactPhone) throw new InvalidParameter(problems);
  const details = obstacles(request, guide, now);
  if (details.length > 0) throw new GuideUnavailable({ details });

  return {
    ...frozenTerms(guide, request, now),
    id: newOrderId(now),
    merchantKey: merchant.key,
    sandbox: merchant.sandbox,
    contactName: request.contactName,
    contactPhone,
    remark: request.remark ?? null,
    clientReference: request.clientReference ?? null,
    createdAt: now,
    launchAfter: new Date(now.getTime() + START_GRACE_MS),
  };
}

/** What the guide's record says at this moment, and no later change of the guide changes for the order. */
function frozenTerms(guide: BookableGuide, request: OrderCreate, now: Date) {
  const { tripDate, tripDays, guestCount } = request;
  const trip = tripSpan({ tripDate, tripDays, timeZone: guide.timeZone });
  const price = priceOf(guide, { tripDate, tripDays }, guestCount);
  return {
    guideId: guide.id,
    studioKey: guide.studioKey,
    tripDate,
    tripDays,
    guestCount,
    totalAmount: price.totalAmount,
    priceBreakdown: price.lines,
    currency: guide.currency,
    commissionRate: guide.commissionRate,
    cancellationPolicy: guide.cancellationPolicy,
    timeZone: guide.timeZone,
    confirmBy: confirmationDeadline(now, guide.confirmationHours, trip.start),
    tripStartAt: trip.start,
    tripEndAt: trip.end,
    instantConfirmation: guide.instantConfirmation,
  };
}
