/** When an option of a guide begins, and whether it can be booked then. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { hasRoomForSome, type TakenTime, timeLeft } from '../../domain/departure.ts';
import { leastGuestsOf, mostGuestsOf } from '../../domain/trip-details.ts';
import { obstaclesTo, planTrip, type TripPlan, type TripRequest } from '../../domain/trip-plan.ts';
import { textIn } from '../../domain/wall-time.ts';
import type { OfferedOption } from './options.ts';
import type { Party } from './units.ts';

/** A time at which an option begins. */
export interface Slot {
  readonly localDate: string;
  /** `HH:MM`; undefined for a whole day. */
  readonly startTime: string | undefined;
}

/** `LIMITED`: fewer than half of the places are left. */
type SlotStatus = 'AVAILABLE' | 'LIMITED' | 'SOLD_OUT' | 'CLOSED';

/** How much of a slot is left. */
export interface SlotState {
  readonly status: SlotStatus;
  /** Guests that can still book it, and that it has room for in all. */
  readonly vacancies: number;
  readonly capacity: number;
}

/** The slots of these days, in order. */
export function slotsOf({ kind, startTimes }: OfferedOption, days: readonly string[]): Slot[] {
  if (!kind) return days.map((localDate) => ({ localDate, startTime: undefined }));
  return days.flatMap((localDate) => startTimes.map((startTime) => ({ localDate, startTime })));
}

/** The request to order/quote for this slot. */
export function requestFor(guideId: string, { kind }: OfferedOption, slot: Slot, party: Party): TripRequest {
  const hours = kind ? { tripKindId: kind.tripKindId, startTime: slot.startTime } : { tripDays: 1 };
  return { guideId, tripDate: slot.localDate, ...hours, ...party };
}

/** Undefined for a slot that can't be requested: it is over, too far ahead, or the party is too small or too large. */
export function planSlot(
  guide: BookableGuide,
  option: OfferedOption,
  slot: Slot,
  party: Party,
  now: Date,
): TripPlan | undefined {
  const planned = planTrip(requestFor(guide.id, option, slot, party), guide, now);
  return 'plan' in planned ? planned.plan : undefined;
}

/**
 * A guide goes with one party at a time: either all of its places are free, or none; but for departures, which parties share.
 * @param reserved what live orders and holds of the guide have of these days.
 */
export function stateOf(
  guide: BookableGuide,
  option: OfferedOption,
  plan: TripPlan,
  reserved: readonly TakenTime[],
  now: Date,
): SlotState {
  const capacity = capacityOf(guide, option);
  if (obstaclesTo(plan, guide, now).length > 0) return { status: 'CLOSED', vacancies: 0, capacity };
  const left = timeLeft(plan, reserved);
  const vacancies = hasRoomForSome(left, leastGuestsOf(guide, option.kind), mostGuestsOf(guide, option.kind))
    ? (left.placesLeft ?? capacity)
    : 0;
  if (vacancies === 0) return { status: 'SOLD_OUT', vacancies, capacity };
  return { status: vacancies * 2 < capacity ? 'LIMITED' : 'AVAILABLE', vacancies, capacity };
}

/** How many guests a slot has room for in all. */
export function capacityOf(guide: BookableGuide, { kind }: OfferedOption): number {
  return kind?.capacity ?? mostGuestsOf(guide, kind);
}

/** `2027-05-01T09:00:00+01:00`; an availability is called by its start. */
export function localInstant(at: Date, timeZone: string): string {
  return textIn(timeZone, at, "yyyy-MM-dd'T'HH:mm:ssZZ");
}

const AVAILABILITY_ID = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00[+-]\d{2}:\d{2}$/;

/** The slot that an id may mean; whether it does, its own id says. */
export function slotOf({ kind }: OfferedOption, availabilityId: string): Slot | undefined {
  const [, localDate, startTime] = AVAILABILITY_ID.exec(availabilityId) ?? [];
  if (localDate === undefined) return undefined;
  return { localDate, startTime: kind ? startTime : undefined };
}
