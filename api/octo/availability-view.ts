/** Availabilities as OCTO shows them. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { TakenTime } from '../../domain/departure.ts';
import { leastGuestsOf, mostGuestsOf, type TripDetails } from '../../domain/trip-details.ts';
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
  /** The query has more guests than the option takes, or fewer. */
  readonly isOtherSize: boolean;
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
  // A start for each price; those with places left come before those without.
  const open = new Map<string | undefined, TripPlan>();
  const full = new Map<string | undefined, TripPlan>();
  const capacity = capacityOf(guide, option);
  const hasOnePrice = !(withPricing && option.kind?.rates?.some((rate) => rate.startTimes));
  let best: SlotState = { status: 'CLOSED', vacancies: 0, capacity };
  for (const [, plan] of plans) {
    const state = stateOf(guide, option, plan, reserved, now);
    const prices = state.vacancies > 0 ? open : full;
    const { rateName } = plan.price.lines[0]!;
    if (!prices.has(rateName)) prices.set(rateName, plan);
    if (best.status === 'CLOSED' || state.vacancies > best.vacancies) best = state;
    if (best.vacancies === capacity && hasOnePrice) break;
  }
  const starts = [...(open.size > 0 ? open : full).values()];
  return {
    localDate,
    ...viewState(context, best),
    openingHours: openingHoursOf(!context.option.kind),
    ...(withPricing &&
      starts.length > 0 && {
        ...(pricingPerOf(guide) === 'UNIT' && { unitPricingFrom: lowestUnitPricing(context, starts) }),
        pricingFrom: pricingOf(Math.min(...starts.map(({ price }) => price.totalAmount)), guide.currency),
      }),
  };
}

/** Whether the party that is asked for can have it. */
function viewState({ party, isOtherSize }: AvailabilityContext, state: SlotState) {
  return { available: !isOtherSize && state.vacancies >= partySize(party), ...state };
}

/** What each unit costs at the cheapest of these times, one or more. */
function lowestUnitPricing(context: AvailabilityContext, starts: readonly TripPlan[]) {
  return starts
    .map((start) => unitPricing(context, start))
    .reduce((lowest, units) =>
      lowest.map((unit, index) => (units[index]!.original < unit.original ? units[index]! : unit)),
    );
}

/** What each unit costs at that time, where nothing else does: its part of what the smallest party of such units does. */
function unitPricing({ guide, option, now }: AvailabilityContext, { tripDate, details }: TripPlan) {
  const slot = { localDate: tripDate, startTime: details?.startTime };
  const count = leastGuestsOf(guide, option.kind);
  return unitIdsOf(guide).flatMap((kind) => {
    const planned = planTrip(requestFor(guide.id, option, slot, { guests: [{ kind, count }] }), guide, now);
    if (!('plan' in planned)) return [];
    return [{ unitId: kind, ...pricingOf(planned.plan.price.totalAmount / count, guide.currency) }];
  });
}
