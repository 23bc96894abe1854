/** What one trip costs with each of several guides: two statements, however many they are. */
import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type BookableGuide,
  findBookableGuides,
  NO_COMMISSION,
} from '../../db/queries/orders/bookable-guide.ts';
import { selectReservedOf } from '../../db/queries/orders/reservations.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { hasRoom, timeLeft } from '../../domain/departure.ts';
import { MerchantKindForbidden } from '../../domain/errors.ts';
import { isOpenTo } from '../../domain/guide.ts';
import { guideCalendar, type Reserved } from '../../domain/guide-calendar.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, daysUntil, todayIn } from '../../domain/trip.ts';
import { obstaclesTo, planTrip, type TripPlan, type TripRequest } from '../../domain/trip-plan.ts';
import { oneOfEachPrice } from '../../domain/trip-rate.ts';

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
  const requests = [...new Set(wish.guideIds)].map((guideId) => ({ guideId, caller, at }));
  const { guides, reserved } = await readSnapshot(em, async (snapshot) => {
    const found = await findBookableGuides(snapshot, requests, NO_COMMISSION);
    const bookable = found.filter(
      (guide) => guide !== undefined && isOpenTo(caller, guide),
    ) as BookableGuide[];
    const days = { startDate: addDays(tripDate, -1), endDate: addDays(tripDate, tripDays + 1) };
    return { guides: bookable, reserved: await selectReservedOf(snapshot, bookable, days) };
  });
  const list: TripPrice[] = [];
  for (const guide of guides) {
    list.push(...pricesOf(wish, guide, reserved.get(guide.id) ?? [], at).slice(0, 1));
    // A guide with many trips takes milliseconds: others come in between.
    await setImmediate();
  }
  return list;
}

/** Whole days where the guide offers them; else its trips of hours, those that can be had first, the cheapest of them first. */
function pricesOf(wish: TripWish, guide: BookableGuide, taken: readonly Reserved[], at: Date): TripPrice[] {
  const { tripDate, tripDays, guestCount } = wish;
  const trip = { guideId: guide.id, tripDate, guestCount };
  if (guide.offersWholeDays) {
    const isFree = (plan: TripPlan) => hasRoom(timeLeft(plan, taken), guestCount);
    return priced(guide, { ...trip, tripDays }, at, isFree);
  }
  if (tripDays > 1) return [];
  const party = { ...trip, daysBefore: daysUntil(tripDate, todayIn(guide.timeZone, at)) };
  // A plan for each of its start times would be a hundred times as much work: the calendar knows which are left, and one stands
  // for all of its price.
  const [day] = guideCalendar(guide, [tripDate], taken, { now: at, withTimes: true, guestCount });
  const prices = guide.tripKinds.flatMap((kind) => {
    const { tripKindId, startTimes } = kind;
    const free = day?.times?.find((one) => one.tripKindId === tripKindId);
    const left = free?.startTimes ?? [];
    const starts = oneOfEachPrice(kind, left.length > 0 ? left : startTimes, party);
    return starts.flatMap((startTime) =>
      priced(guide, { ...trip, tripKindId, startTime }, at, () => left.length > 0),
    );
  });
  return prices.sort(byAvailabilityThenPrice);
}

/** None where the guide can't be asked for such a trip. */
function priced(
  guide: BookableGuide,
  request: TripRequest,
  at: Date,
  isFree: (plan: TripPlan) => boolean,
): TripPrice[] {
  const planned = planTrip(request, guide, at);
  if (!('plan' in planned)) return [];
  const { plan } = planned;
  return [
    {
      guideId: guide.id,
      totalAmount: toDecimal(plan.price.totalAmount, guide.currency),
      currency: guide.currency,
      tripKindName: plan.details?.tripKindName ?? null,
      available: isFree(plan) && obstaclesTo(plan, guide, at).length === 0,
    },
  ];
}

const byAvailabilityThenPrice = (one: TripPrice, other: TripPrice) =>
  Number(other.available) - Number(one.available) || one.totalAmount - other.totalAmount;
