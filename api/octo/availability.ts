import { setImmediate } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { type ReservedTime, selectReserved } from '../../db/queries/orders/reservations.ts';
import { daysOf } from '../../domain/availability.ts';
import type { TakenTime } from '../../domain/departure.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, lastBookableDate, todayIn } from '../../domain/trip.ts';
import { leastGuestsOf, mostGuestsOf } from '../../domain/trip-details.ts';
import type { TripPlan } from '../../domain/trip-plan.ts';
import { startOfDay } from '../../domain/wall-time.ts';
import { type AvailabilityContext, viewAvailability, viewCalendarDay } from './availability-view.ts';
import { findProduct, refuseOtherCurrency } from './catalogue.ts';
import { badRequest } from './errors.ts';
import { optionOf } from './options.ts';
import type {
  Availability,
  AvailabilityCalendar,
  AvailabilityCheck,
  CalendarDay,
} from './schemas/availability.ts';
import { localInstant, planSlot, type Slot, slotOf, slotsOf } from './slots.ts';
import { partyOfQuantities, partySize, smallestParty } from './units.ts';

const MAX_DAYS = 366;
/** An availability is half a kilobyte, and some guides start every quarter of an hour. */
const MAX_SLOTS = 3_000;
/** Starts behind a calendar, of which each day shows one. */
const MAX_CALENDAR_SLOTS = 12_000;
/** Starts that are worked out before other requests have their turn. */
const TURN = 50;

const TOO_MANY = 'too many start times: ask for fewer days';

export type AvailabilityService = ReturnType<typeof createAvailability>;

/** When guides can be booked: by the same plan, obstacles and reservations as quotes, holds and orders. */
export function createAvailability({ orm, now }: { orm: MikroORM; now: () => Date }) {
  /** @throws OctoRefusal */
  async function contextOf(
    caller: CallingMerchant,
    body: AvailabilityCalendar,
    withPricing: boolean,
  ): Promise<AvailabilityContext> {
    const at = timeFor(caller, now());
    const guide = await findProduct(orm.em.fork(), caller, body.productId, at);
    const option = optionOf(guide, body.optionId);
    refuseOtherCurrency(guide, body.currency);
    const asked = partyOfQuantities(guide, option, body.units);
    const size = partySize(asked);
    const isOtherSize = size < leastGuestsOf(guide, option.kind) || size > mostGuestsOf(guide, option.kind);
    return {
      guide,
      option,
      // The time of a party that is too small or too large is that of any other.
      party: isOtherSize ? smallestParty(guide, option) : asked,
      isOtherSize,
      withPricing,
      now: at,
    };
  }

  return {
    /** Each start by itself. */
    async check(
      caller: CallingMerchant,
      body: AvailabilityCheck,
      withPricing: boolean,
    ): Promise<Availability[]> {
      const context = await contextOf(caller, body, withPricing);
      const slots = slotsAskedFor(context, body);
      const plans = new Map<string, TripPlan>();
      for (const [index, slot] of slots.entries()) {
        if (index % TURN === TURN - 1) await setImmediate();
        for (const [id, plan] of plansOf(context, [slot])) plans.set(id, plan);
      }
      // Two ids may mean one start, and only one of them is its own.
      for (const id of plans.keys()) if (body.availabilityIds?.includes(id) === false) plans.delete(id);
      const times = [...plans.values()];
      const reserved = await reservedTime(orm, context.guide, times);
      return times.map((plan) => viewAvailability(context, plan, reserved));
    },
    /** A day with all its starts as one. */
    async calendar(
      caller: CallingMerchant,
      body: AvailabilityCalendar,
      withPricing: boolean,
    ): Promise<CalendarDay[]> {
      const context = await contextOf(caller, body, withPricing);
      const days = daysAskedFor(context, body.localDateStart, body.localDateEnd);
      if (days.length * context.option.startTimes.length > MAX_CALENDAR_SLOTS) throw badRequest(TOO_MANY);
      const { timeZone } = context.guide;
      const spans = days.map((day) => ({
        startAt: startOfDay(day, timeZone),
        // A trip of an evening ends on the next day, or where that is a short one, on the day after.
        endAt: startOfDay(addDays(day, 3), timeZone),
      }));
      const reserved = await reservedTime(orm, context.guide, spans);
      const calendar: CalendarDay[] = [];
      for (const [index, day] of days.entries()) {
        const { startAt, endAt } = spans[index]!;
        const then = reserved.filter((time) => time.startAt < endAt && startAt < time.endAt);
        calendar.push(viewCalendarDay(context, day, plansOf(context, slotsOf(context.option, [day])), then));
        await setImmediate();
      }
      return calendar;
    },
  };
}

/** @throws OctoRefusal BAD_REQUEST unless exactly one way of asking was taken. */
function slotsAskedFor(context: AvailabilityContext, body: AvailabilityCheck): Slot[] {
  const { localDate, localDateStart, localDateEnd, availabilityIds } = body;
  const hasRange = localDateStart !== undefined || localDateEnd !== undefined;
  const ways = [localDate !== undefined, hasRange, availabilityIds !== undefined].filter(Boolean);
  if (ways.length !== 1) {
    throw badRequest('exactly one of localDate, localDateStart/localDateEnd or availabilityIds is required');
  }
  if (availabilityIds) return availabilityIds.flatMap((id) => slotOf(context.option, id) ?? []);
  const days = daysAskedFor(context, localDate ?? localDateStart, localDate ?? localDateEnd);
  const slots = slotsOf(context.option, days);
  if (slots.length > MAX_SLOTS) throw badRequest(TOO_MANY);
  return slots;
}

/** The days of the request that can be booked at all. @throws OctoRefusal BAD_REQUEST */
function daysAskedFor({ guide, now }: AvailabilityContext, first?: string, last?: string): string[] {
  if (first === undefined || last === undefined) {
    throw badRequest('both localDateStart and localDateEnd are required');
  }
  if (last < first) throw badRequest('localDateEnd must not be before localDateStart');
  if (last > addDays(first, MAX_DAYS - 1))
    throw badRequest('cannot request more than 1 year of availability');
  const today = todayIn(guide.timeZone, now);
  const horizon = lastBookableDate(guide.timeZone, now);
  return daysOf({ startDate: first < today ? today : first, endDate: last > horizon ? horizon : last });
}

/** The plans of slots by their ids, one after the other; none for a slot that can't be requested. */
function* plansOf(
  { guide, option, party, now }: AvailabilityContext,
  slots: readonly Slot[],
): Generator<[id: string, plan: TripPlan]> {
  for (const slot of slots) {
    const plan = planSlot(guide, option, slot, party, now);
    if (plan) yield [localInstant(plan.startAt, guide.timeZone), plan];
  }
}

/** What is taken of the guide between the first of these times and the last one. */
async function reservedTime(
  orm: MikroORM,
  guide: BookableGuide,
  times: readonly ReservedTime[],
): Promise<TakenTime[]> {
  if (times.length === 0) return [];
  const startAt = new Date(Math.min(...times.map((time) => time.startAt.getTime())));
  const endAt = new Date(Math.max(...times.map((time) => time.endAt.getTime())));
  return await selectReserved(orm.em.fork(), guide.id, { startAt, endAt });
}
