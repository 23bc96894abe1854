/** When an option of a guide begins, and whether it can be booked then. Pure. */
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import type { ReservedTime } from '../../db/queries/orders/reservations.ts';
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

export type SlotStatus = 'AVAILABLE' | 'SOLD_OUT' | 'CLOSED';

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

/** Undefined for a slot that can't be requested: it is over, too far ahead, or the party is too large. */
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

/** @param reserved what live orders and holds of the guide have of these days. */
export function statusOf(
  guide: BookableGuide,
  plan: TripPlan,
  reserved: readonly ReservedTime[],
  now: Date,
): SlotStatus {
  if (obstaclesTo(plan, guide, now).length > 0) return 'CLOSED';
  const isTaken = reserved.some(({ startAt, endAt }) => startAt < plan.endAt && plan.startAt < endAt);
  return isTaken ? 'SOLD_OUT' : 'AVAILABLE';
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
