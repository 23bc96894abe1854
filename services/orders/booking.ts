/** What a booking must satisfy before the database is asked, and what follows from it. Pure. */

import type { OrderCreate, OrderFromHold } from '../../contract/schemas/orders.ts';
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { type ErrorDetail, GuideUnavailable, InvalidParameter } from '../../domain/errors.ts';
import type { HoldTerms } from '../../domain/hold.ts';
import { newOrderId } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { normalizePhone } from '../../domain/phone.ts';
import type { QuotedPrice } from '../../domain/quote.ts';
import { confirmationHoursOf, priceAsBooked, timeFor } from '../../domain/sandbox.ts';
import { confirmationDeadline } from '../../domain/trip.ts';
import { obstaclesTo, planTrip, type TripPlan, type TripRequest } from '../../domain/trip-plan.ts';
import { refuseStrangers, travellerProblems, travellersOf } from './bookability.ts';
import { refuseOtherTotal } from './expected-total.ts';

/** How long the creating process has to start the workflow before a sweeper may take the order. */
const START_GRACE_MS = 5_000;

/** A request that says its whole trip; with the price that was quoted for it, if it has named a quote. */
export type Quoted<Request> = Omit<Request, keyof TripRequest | 'quoteId'> &
  TripRequest & { readonly quoted?: QuotedPrice | undefined };
export type BookingRequest = Quoted<OrderCreate>;

/**
 * The order that a request asks for, with everything that is frozen at creation, by its merchant's clock.
 * @param realNow when the workflow may be started goes by it.
 * @throws InvalidParameter, GuideForbidden, GuideUnavailable, PriceChanged
 */
export function bookingOf(
  merchant: CallingMerchant,
  guide: BookableGuide,
  request: BookingRequest,
  realNow: Date,
): NewOrder {
  const now = timeFor(merchant, realNow);
  refuseStrangers(merchant, guide);
  const planned = planTrip(request, guide, now);
  const contactPhone = phoneOf(merchant, request.contactPhone);
  const problems = [
    ...('problems' in planned ? planned.problems : []),
    ...ownProblems(request, guide, contactPhone, 'plan' in planned ? planned.plan.guestCount : undefined),
  ];
  if (!('plan' in planned) || contactPhone === undefined || problems.length > 0)
    throw new InvalidParameter(problems);
  const details = obstaclesTo(planned.plan, guide, now);
  if (details.length > 0) throw new GuideUnavailable({ details });

  const terms = termsOf(guide, planned.plan, request.quoted);
  refuseOtherTotal(request.expectedTotal, terms);
  return {
    ...agreedOn(terms, guide, planned.plan, now),
    ...whatItSays(merchant, guide, request, contactPhone, realNow),
    kept: planned.plan.departure?.kept ?? [],
  };
}

/** The parts of a booking that do not depend on its terms. @param contactPhone normalized. */
export function whatItSays(
  merchant: CallingMerchant,
  guide: BookableGuide,
  request: BookingRequest | OrderFromHold,
  contactPhone: string,
  realNow: Date,
) {
  return {
    id: newOrderId(realNow),
    merchantKey: merchant.key,
    ...(merchant.via === undefined ? {} : { requestId: merchant.via.requestId }),
    sandbox: merchant.sandbox,
    contactName: request.contactName,
    contactPhone,
    travellers: travellersOf(request, guide.questions),
    remark: request.remark ?? null,
    clientReference: request.clientReference ?? null,
    isReferenceUnique: request.uniqueReference ?? false,
    createdAt: timeFor(merchant, realNow),
    clockAheadMs: merchant.clockAheadMs ?? 0,
    launchAfter: new Date(realNow.getTime() + START_GRACE_MS),
  };
}

/** What is wrong with it, whatever the trip. @param guestCount undefined where that is not known. */
export function ownProblems(
  request: BookingRequest | OrderFromHold,
  guide: BookableGuide,
  contactPhone: string | undefined,
  guestCount: number | undefined,
): ErrorDetail[] {
  return [
    ...(contactPhone === undefined ? [NO_PHONE] : []),
    ...(request.uniqueReference && request.clientReference === undefined ? [NO_REFERENCE] : []),
    ...travellerProblems(request, guide.questions, guestCount),
  ];
}

/** As it is kept, or undefined where it is invalid. Only bookings through OCTO may have none: an empty text. */
export function phoneOf({ country }: CallingMerchant, given: string): string | undefined {
  return given === '' ? given : normalizePhone(given, country);
}

export const NO_PHONE: ErrorDetail = {
  path: 'body.contactPhone',
  reason: 'not_a_phone_number',
  msg: 'must be a phone number in E.164 or national form',
};
const NO_REFERENCE: ErrorDetail = {
  path: 'body.clientReference',
  reason: 'missing',
  msg: 'is needed with uniqueReference',
};

/**
 * What the guide's record says at this moment, and no later change of the guide changes for an order or a hold.
 * @param quoted what it costs instead, by a quote.
 */
export function termsOf(guide: BookableGuide, plan: TripPlan, quoted?: QuotedPrice): HoldTerms {
  const price = priceAsBooked(plan.price, guide.sandboxBehaviour);
  return {
    tripDate: plan.tripDate,
    tripDays: plan.tripDays,
    guestCount: plan.guestCount,
    trip: plan.details,
    totalAmount: price.totalAmount,
    priceBreakdown: price.lines,
    currency: guide.currency,
    commissionRate: guide.commissionRate,
    cancellationPolicy: guide.cancellationPolicy,
    timeZone: guide.timeZone,
    confirmationHours: confirmationHoursOf(guide),
    instantConfirmation: guide.instantConfirmation,
    ...quoted,
  };
}

/** The order under these terms. @param now by its merchant's clock. */
export function agreedOn(
  { confirmationHours, ...terms }: HoldTerms,
  guide: BookableGuide,
  { startAt, endAt }: Pick<TripPlan, 'startAt' | 'endAt'>,
  now: Date,
) {
  return {
    ...terms,
    guideId: guide.id,
    studioKey: guide.studioKey,
    confirmBy: confirmationDeadline(now, confirmationHours, startAt),
    tripStartAt: startAt,
    tripEndAt: endAt,
    sandboxBehaviour: guide.sandboxBehaviour,
  };
}
