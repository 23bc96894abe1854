/** Availabilities as OCTO shows them. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { TakenTime } from '../../domain/departure.ts';
import { mostGuestsOf, type TripDetails } from '../../domain/trip-details.ts';
import { planTrip, type TripPlan } from '../../domain/trip-plan.ts';
import { bookingCutoffOf } from './cutoffs.ts';
import type { OfferedOption } from './options.ts';
import { pricingOf, pricingPerOf } from './pricing.ts';
import type { Availability, CalendarDay } from './schemas/availability.ts';
import { capacityOf, localInstant, requestFor, type SlotState, stateOf } from './slots.ts';
import { type Party, partySize, unitIdsOf } from './units.ts';

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
  reserved: readonly TakenTime[],
): Availability {
  const { guide, option, withPricing, now } = context;
  return {
    ...viewTime(guide.timeZone, { ...plan, trip: plan.details }),
    utcCutoffAt: bookingCutoffOf(plan, guide),
    ...viewState(context, stateOf(guide, option, plan, reserved, now)),
    maxUnits: mostGuestsOf(guide, option.kind),
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
  reserved: readonly TakenTime[],
): CalendarDay {
  const { guide, option, withPricing, now } = context;
  let first: TripPlan | undefined;
  const capacity = capacityOf(guide, option);
  let best: SlotState = { status: 'CLOSED', vacancies: 0, capacity };
  for (const [, plan] of plans) {
    first ??= plan;
    const state = stateOf(guide, option, plan, reserved, now);
    if (best.status === 'CLOSED' || state.vacancies > best.vacancies) best = state;
    if (best.vacancies === capacity) break;
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

/** Whether the party that is asked for can have it. */
function viewState({ party, isTooLarge }: AvailabilityContext, state: SlotState) {
  return { available: !isTooLarge && state.vacancies >= partySize(party), ...state };
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
