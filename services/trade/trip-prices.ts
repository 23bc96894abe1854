/** What one trip costs with each of several guides: two statements, however many they are. */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type BookableGuide,
  findBookableGuides,
  NO_COMMISSION,
} from '../../db/queries/orders/bookable-guide.ts';
import { type ReservedTime, selectReservedOf } from '../../db/queries/orders/reservations.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { MerchantKindForbidden } from '../../domain/errors.ts';
import { isOpenTo } from '../../domain/guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays } from '../../domain/trip.ts';
import { obstaclesTo, planTrip, type TripPlan, type TripRequest } from '../../domain/trip-plan.ts';

export interface TripWish {
  readonly guideIds: readonly string[];
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
}

export interface TripPrice {
  readonly guideId: string;
  /** Decimal; of a guide with trips of hours alone, the cheapest of them. */
  readonly totalAmount: number;
  readonly currency: string;
  /** The trip of hours that it is the price of; null for whole days. */
  readonly tripKindName: string | null;
  /** Whether order/create would take it now. */
  readonly available: boolean;
}

/**
 * The price of a trip as order/quote has it, for the guides that can be asked for such a trip: who does not take so many guests
 * or so many days is left out, as are guides that the caller may not book. Guests count as adults where a guide's prices go by kind.
 * @throws MerchantKindForbidden for a studio.
 */
export async function readTripPrices(
  em: EntityManager,
  caller: CallingMerchant,
  wish: TripWish,
  now: Date,
): Promise<TripPrice[]> {
  if (caller.kind === 'studio')
    throw new MerchantKindForbidden('a studio offers guides, it does not book them');
  const at = timeFor(caller, now);
  const { tripDate, tripDays } = wish;
  const requests = [...new Set(wish.guideIds)].map((guideId) => ({ guideId, caller }));
  const { guides, reserved } = await readSnapshot(em, async (snapshot) => {
    const found = await findBookableGuides(snapshot, requests, NO_COMMISSION);
    const bookable = found.filter(
      (guide) => guide !== undefined && isOpenTo(caller, guide),
    ) as BookableGuide[];
    const days = { startDate: addDays(tripDate, -1), endDate: addDays(tripDate, tripDays) };
    return { guides: bookable, reserved: await selectReservedOf(snapshot, bookable, days) };
  });
  return guides.flatMap((guide) => {
    const taken = reserved.get(guide.id) ?? [];
    const priced = plansOf(wish, guide, at).map((plan) => priceOf(guide, plan, taken, at));
    return priced.sort(byAvailabilityThenPrice).slice(0, 1);
  });
}

/** Whole days where the guide offers them; else its trips of hours, at each of their times. */
function plansOf({ tripDate, tripDays, guestCount }: TripWish, guide: BookableGuide, at: Date): TripPlan[] {
  const trip = { guideId: guide.id, tripDate, guestCount };
  const hours = tripDays === 1 ? guide.tripKinds : [];
  const wanted: TripRequest[] = guide.offersWholeDays
    ? [{ ...trip, tripDays }]
    : hours.flatMap(({ tripKindId, startTimes }) =>
        startTimes.map((startTime) => ({ ...trip, tripKindId, startTime })),
      );
  return wanted.flatMap((request) => {
    const planned = planTrip(request, guide, at);
    return 'plan' in planned ? [planned.plan] : [];
  });
}

function priceOf(guide: BookableGuide, plan: TripPlan, taken: readonly ReservedTime[], at: Date): TripPrice {
  const isTaken = taken.some(({ startAt, endAt }) => startAt < plan.endAt && endAt > plan.startAt);
  return {
    guideId: guide.id,
    totalAmount: toDecimal(plan.price.totalAmount, guide.currency),
    currency: guide.currency,
    tripKindName: plan.details?.tripKindName ?? null,
    available: !isTaken && obstaclesTo(plan, guide, at).length === 0,
  };
}

const byAvailabilityThenPrice = (one: TripPrice, other: TripPrice) =>
  Number(other.available) - Number(one.available) || one.totalAmount - other.totalAmount;
