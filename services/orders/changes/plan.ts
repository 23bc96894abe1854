import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeRequest } from '../../../contract/schemas/order-changes.ts';
import type { Order } from '../../../db/entities/index.ts';
import { type BookableGuide, findBookableGuide } from '../../../db/queries/orders/bookable-guide.ts';
import { asMember, departureOf, withOwnPlaces } from '../../../domain/departure.ts';
import { type ErrorDetail, InvalidParameter } from '../../../domain/errors.ts';
import { isUnconfirmed } from '../../../domain/keeping.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import {
  type ChangedOrder,
  type ChangedPrice,
  isOfTrip,
  policyDateAfter,
  priceAfter,
} from '../../../domain/order-change.ts';
import type { RefusalReason } from '../../../domain/refusal-reasons.ts';
import { confirmationDeadline, deadlineAfterChange } from '../../../domain/trip.ts';
import { obstaclesTo, planTrip, type TripPlan } from '../../../domain/trip-plan.ts';
import { travellerProblems } from '../bookability.ts';
import { daysInTheWay } from '../keeping.ts';
import { takenBy } from '../taken.ts';
import { contactAfter, differsFrom, NOTHING_CHANGES, tripAfter } from './merge.ts';

/** What a change would make of an order, and what speaks against it. */
export interface ChangePlan {
  /** What differs from the order; the trip only as a whole, with its price. */
  readonly patch: Partial<ChangedOrder>;
  /** Why the guide cannot take it (40902). */
  readonly obstacles: readonly ErrorDetail[];
  readonly price: ChangedPrice | undefined;
  readonly needsConsent: boolean;
  /** By when the studio would have to answer, where it has to agree. */
  readonly answerBy: Date | null;
  /** By when the studio would have to confirm, where it has not. */
  readonly confirmBy: Date | null;
  readonly policyDate: string;
  /** The version of the guide that the price is from. */
  readonly guideVersion: number | null;
}

/**
 * Works a change out, as order/create would a booking: under the guide's terms of now, and the order's own policy.
 * @param at the time for the order.
 * @throws InvalidParameter also where nothing would change.
 */
export async function planChange(
  em: EntityManager,
  merchant: CallingMerchant,
  order: Order,
  request: ChangeRequest,
  at: Date,
): Promise<ChangePlan> {
  const guide = await findBookableGuide(em, order.guideId, merchant, at);
  const asked = tripAfter(order, request);
  const isTrip = differsFrom(order, asked);
  // The zone is the order's: with another one its other days would be others.
  const offer = guide && { ...guide, timeZone: order.timeZone };
  const planned = isTrip && offer ? planTrip(asked, offer, at, order.createdAt) : undefined;
  const plan = planned && 'plan' in planned ? planned.plan : undefined;
  const contact = contactAfter(order, request, merchant.country, guide?.questions ?? []);
  const problems = [
    ...(planned && 'problems' in planned ? planned.problems : []),
    ...contact.problems,
    ...travellersProblems(order, request, guide, plan?.guestCount),
  ];
  if (problems.length > 0) throw new InvalidParameter(problems);
  const price = plan && priceAfter(order, plan.price, at);
  const patch = { ...contact.patch, ...(plan && price && tripPatch(plan, price)) };
  if (Object.keys(patch).length === 0 && !isTrip) throw new InvalidParameter([NOTHING_CHANGES]);
  return {
    patch,
    obstacles: isTrip ? await obstaclesOf(em, order, offer, plan, at) : [],
    price,
    ...consentOf(order, patch, guide, plan, at),
    policyDate: plan
      ? (policyDateAfter(order, plan.tripDate) ?? plan.tripDate)
      : (order.policyDate ?? order.tripDate),
    guideVersion: plan ? (guide?.version ?? null) : null,
  };
}

function tripPatch(plan: TripPlan, price: ChangedPrice): Partial<ChangedOrder> {
  return {
    tripDate: plan.tripDate,
    tripDays: plan.tripDays,
    tripStartAt: plan.startAt.toISOString(),
    tripEndAt: plan.endAt.toISOString(),
    guestCount: plan.guestCount,
    trip: plan.details,
    totalAmount: price.totalAmount,
    priceBreakdown: price.lines,
  };
}

/** Who must agree, and by when. */
function consentOf(
  order: Order,
  patch: Partial<ChangedOrder>,
  guide: BookableGuide | undefined,
  plan: TripPlan | undefined,
  at: Date,
): Pick<ChangePlan, 'needsConsent' | 'answerBy' | 'confirmBy'> {
  const isPending = order.status === 'pending';
  if (!guide || !plan || !isOfTrip(patch)) {
    return { needsConsent: false, answerBy: null, confirmBy: isPending ? order.confirmBy : null };
  }
  const hours = guide.confirmationHours;
  if (isPending) {
    const confirmBy = deadlineAfterChange(order.confirmBy, at, hours, plan.startAt);
    return { needsConsent: false, answerBy: null, confirmBy };
  }
  const needsConsent = !isChangedAtOnce(guide);
  const earlier = plan.startAt < order.tripStartAt ? plan.startAt : order.tripStartAt;
  const answerBy = needsConsent ? confirmationDeadline(at, hours, earlier) : null;
  return { needsConsent, answerBy, confirmBy: null };
}

async function obstaclesOf(
  em: EntityManager,
  order: Order,
  guide: BookableGuide | undefined,
  plan: TripPlan | undefined,
  at: Date,
): Promise<ErrorDetail[]> {
  const obstacle = (reason: RefusalReason, msg: string): ErrorDetail[] => [{ path: 'body', reason, msg }];
  if (!guide || !plan) return obstacle('guide_inactive', 'the guide does not take bookings at present');
  const own = departureOf(order.trip, order.tripStartAt, at);
  const wanted = withOwnPlaces(plan, { departure: own, guestCount: order.guestCount });
  const isOtherCurrency = guide.currency !== order.currency;
  return [
    ...(isOtherCurrency
      ? obstacle(
          'currency_changed',
          `the guide's prices are in ${guide.currency} now, the order's in ${order.currency}`,
        )
      : []),
    ...obstaclesTo(plan, { ...guide, instantConfirmation: isInstant(order, guide) }, at, order),
    ...(await takenBy(em, guide, { ...plan, departure: asMember(wanted, own) }, order.id)).obstacles,
    ...(await daysOver(em, order, plan, at)),
  ];
}

/** Whether nobody has to confirm the trip, or to agree to it: one of today has begun, and could not wait for that. */
function isInstant(order: Order, guide: BookableGuide): boolean {
  return !isUnconfirmed(order) && guide.instantConfirmation && isChangedAtOnce(guide);
}

function isChangedAtOnce({ changeRule }: BookableGuide): boolean {
  return changeRule === 'instant';
}

/** A pending order may not become longer than its agency may keep the guide; an earlier one of as many days stays as it is. */
async function daysOver(em: EntityManager, order: Order, plan: TripPlan, now: Date): Promise<ErrorDetail[]> {
  if (!isUnconfirmed(order) || plan.tripDays <= order.tripDays) return [];
  const { guideId, merchantKey } = order;
  return await daysInTheWay(em, { guideId, merchantKey, now }, plan.tripDays, order.id);
}

/** Only for what is sent: an existing booking need not meet what the guide has asked for since. */
function travellersProblems(
  order: Order,
  request: ChangeRequest,
  guide: BookableGuide | undefined,
  guestCount = order.guestCount,
): ErrorDetail[] {
  const guestNames = request.guestNames ?? order.travellers?.guestNames ?? [];
  const { answers } = request;
  if (answers === undefined) return travellerProblems({ guestNames }, [], guestCount);
  return travellerProblems({ guestNames, answers }, guide?.questions ?? [], guestCount);
}
