/** Availabilities as OCTO shows them. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { ReservedTime } from '../../db/queries/orders/reservations.ts';
import type { TripDetails } from '../../domain/trip-details.ts';
import { planTrip, type TripPlan } from '../../domain/trip-plan.ts';
import { bookingCutoffOf } from './cutoffs.ts';
import { maxUnitsOf, type OfferedOption } from './options.ts';
import { pricingOf, pricingPerOf } from './pricing.ts';
import type { Availability, CalendarDay } from './schemas/availability.ts';
import { localInstant, requestFor, type SlotStatus, statusOf } from './slots.ts';
import { type Party, unitIdsOf } from './units.ts';

/** What a query is about: guide, option and party. */
export interface AvailabilityContext {
  readonly guide: BookableGuide;
  readonly option: OfferedOption;
  readonly party: Party;
  /** The query has more guests than the option takes. */
  readonly isTooLarge: boolean;
  readonly withPricing: boolean;
  readonly now: Date;
}

/** On a whole day the guests decide when they come; a start has no such hours. */
function openingHoursOf(isAllDay: boolean) {
  return isAllDay ? [{ from: '00:00', to: '23:59' }] : [];
}

/** Place and time, as in a booking. */
export function viewTime(
  timeZone: string,
  { startAt, endAt, ...trip }: Pick<TripPlan, 'startAt' | 'endAt'> & { readonly trip: TripDetails | null },
) {
  const id = localInstant(startAt, timeZone);
  const allDay = trip.trip?.durationMinutes === undefined;
  return {
    id,
    localDateTimeStart: id,
    localDateTimeEnd: localInstant(endAt, timeZone),
    allDay,
    openingHours: openingHoursOf(allDay),
  };
}

/** @param reserved what is taken of the guide then. */
export function viewAvailability(
  context: AvailabilityContext,
  plan: TripPlan,
  reserved: readonly ReservedTime[],
): Availability {
  const { guide, withPricing } = context;
  return {
    ...viewTime(guide.timeZone, { ...plan, trip: plan.details }),
    utcCutoffAt: bookingCutoffOf(plan, guide),
    ...viewState(context, statusOf(guide, plan, reserved, context.now)),
    maxUnits: maxUnitsOf(guide, context.option),
    ...(withPricing && {
      ...(pricingPerOf(guide) === 'UNIT' && { unitPricing: unitPricing(context, plan) }),
      pricing: pricingOf(plan.price.totalAmount, guide.currency),
    }),
  };
}

/** @param plans those of the day's starts that can be requested; only those that are needed are computed. */
export function viewCalendarDay(
  context: AvailabilityContext,
  localDate: string,
  plans: Iterable<readonly [id: string, plan: TripPlan]>,
  reserved: readonly ReservedTime[],
): CalendarDay {
  const { guide, withPricing, now } = context;
  let first: TripPlan | undefined;
  let best: SlotStatus = 'CLOSED';
  for (const [, plan] of plans) {
    first ??= plan;
    const status = statusOf(guide, plan, reserved, now);
    if (status !== 'CLOSED') best = status;
    if (status === 'AVAILABLE') break;
  }
  return {
    localDate,
    ...viewState(context, best),
    openingHours: openingHoursOf(!context.option.kind),
    ...(withPricing &&
      first && {
        // One price for all starts of a day.
        ...(pricingPerOf(guide) === 'UNIT' && { unitPricingFrom: unitPricing(context, first) }),
        pricingFrom: pricingOf(first.price.totalAmount, guide.currency),
      }),
  };
}

/** A guide goes with one party at a time: either all of its places are free, or none. */
function viewState({ guide, option, isTooLarge }: AvailabilityContext, status: SlotStatus) {
  const capacity = maxUnitsOf(guide, option);
  const isFree = status === 'AVAILABLE';
  return {
    available: isFree && !isTooLarge,
    status,
    vacancies: isFree ? capacity : 0,
    capacity,
  };
}

/** What each unit costs at that time, where nothing else does. */
function unitPricing({ guide, option, now }: AvailabilityContext, { tripDate, details }: TripPlan) {
  const slot = { localDate: tripDate, startTime: details?.startTime };
  return unitIdsOf(guide).flatMap((kind) => {
    const planned = planTrip(
      requestFor(guide.id, option, slot, { guests: [{ kind, count: 1 }] }),
      guide,
      now,
    );
    if (!('plan' in planned)) return [];
    return [{ unitId: kind, ...pricingOf(planned.plan.price.totalAmount, guide.currency) }];
  });
}
