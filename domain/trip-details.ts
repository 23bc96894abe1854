/** What a trip is beside its days: when it begins and how long it takes, in which language, whom it is for (docs/orders.md, "What a trip is"). */

import type { Weekday } from './weekday.ts';

/** No trip is longer, in days. */
export const MAX_TRIP_DAYS = 60;

/** So many hours before a shared trip's start it is decided at most whether it goes. */
export const MAX_DECIDE_HOURS = 720;

/** The kinds of guests that a guide may have prices for; an OCTO unit has the same name in upper case. */
export const GUEST_KINDS = ['adult', 'youth', 'child', 'infant', 'senior', 'student', 'military'] as const;
export type GuestKindName = (typeof GUEST_KINDS)[number];

/** A place on the map, WGS 84. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The place where guide and guests meet. */
export interface MeetingPoint extends Partial<Coordinates> {
  readonly text: string;
}

/** Guests of one kind, and what each of them adds to the price. */
export interface GuestKind {
  readonly kind: GuestKindName;
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  /** Minor units, for each guest: per day of whole days, else per trip. */
  readonly amount: number;
}

/** What each guest of a kind adds, in minor units. */
interface GuestPrice {
  readonly kind: GuestKindName;
  readonly amount: number;
}

/** When another price holds: where all of them do; at least one is there. */
export interface RateConditions {
  /** The first day of its season; without it the season has no beginning. */
  readonly startDate?: string | undefined;
  /** The last day of its season. */
  readonly endDate?: string | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
  /** Of a trip of hours: some of the trip kind's. */
  readonly startTimes?: readonly string[] | undefined;
  /** The smallest party. */
  readonly minGuests?: number | undefined;
  /** The largest party. */
  readonly maxGuests?: number | undefined;
  /** Booked at least so many days before the trip's first day. */
  readonly minDaysBefore?: number | undefined;
  /** Booked at most so many days before it; 0: on that day. */
  readonly maxDaysBefore?: number | undefined;
  /** The first day on which it can be booked, where the guide is: prices that are new from then on. */
  readonly bookedFrom?: string | undefined;
  /** The last day on which it can be booked. */
  readonly bookedUntil?: string | undefined;
  /** Keys of the agencies that it is for (domain/contract-rates.ts); undefined: for all. */
  readonly agencies?: readonly string[] | undefined;
  /** Of whole days: the trip has at least so many. */
  readonly minDays?: number | undefined;
  /** Of whole days: the trip has at most so many. */
  readonly maxDays?: number | undefined;
}

/** Another price of a trip kind. */
export interface TripRate extends Omit<RateConditions, 'minDays' | 'maxDays'> {
  /** Shown with the price. */
  readonly name: string;
  /** Minor units, for the trip. */
  readonly price: number;
  /** Where a kind of guests adds something else than by the trip kind. */
  readonly guestPrices?: readonly GuestPrice[] | undefined;
}

/** Another price of a whole day; season and weekdays are asked of each day of the trip. */
export interface DayRate extends Omit<RateConditions, 'startTimes'> {
  /** Shown with the price. */
  readonly name: string;
  /** Minor units, for the day. */
  readonly price: number;
}

/**
 * What a trip costs less, by either `percent` or `amount`; season and weekdays are asked of its first day. It may have no condition
 * at all (domain/special-offer.ts).
 */
export interface SpecialOffer extends Omit<RateConditions, 'startTimes'> {
  /** Shown with the price. */
  readonly name: string;
  /** Of the price; whole, 1 to 100. */
  readonly percent?: number | undefined;
  /** Minor units, off the price. */
  readonly amount?: number | undefined;
  /** It holds for those alone who name the code; compared without regard to case. */
  readonly code?: string | undefined;
  /** Trips of hours that it is for; undefined: all, unless it is for whole days alone. */
  readonly tripKindIds?: readonly string[] | undefined;
  /** Whether it is for whole days; undefined: it is where no trips of hours are named. */
  readonly wholeDays?: boolean | undefined;
}

/** Trips that are not newly sold: those that meet all conditions, of which there may be none (domain/stop-sale.ts). */
export interface StopSale extends Pick<RateConditions, 'startDate' | 'endDate' | 'weekdays'> {
  /** Keys of the agencies that they are not sold to; undefined: they are sold to nobody. */
  readonly agencies?: readonly string[] | undefined;
  /** As of an offer. */
  readonly tripKindIds?: readonly string[] | undefined;
  readonly wholeDays?: boolean | undefined;
  /** For the studio alone. */
  readonly note?: string | undefined;
}

/** Trips, or places of shared trips, that are kept for some agencies until they are released (domain/allotment.ts). */
export interface Allotment extends Pick<RateConditions, 'startDate' | 'endDate' | 'weekdays'> {
  /** Keys of the agencies that share it. */
  readonly agencies: readonly string[];
  /** Of each start of a shared trip; undefined: whole trips. */
  readonly places?: number | undefined;
  /** From so many days before on, what is left of a day is sold to all; 0: on the day itself. */
  readonly releaseDaysBefore: number;
  /** As of an offer. */
  readonly tripKindIds?: readonly string[] | undefined;
  readonly wholeDays?: boolean | undefined;
  /** For the studio alone. */
  readonly note?: string | undefined;
}

/** A trip of hours that a guide offers. Whole days need none. */
export interface TripKind {
  readonly tripKindId: string;
  readonly name: string;
  readonly durationMinutes: number;
  /** `HH:MM` where the guide is, in order. */
  readonly startTimes: readonly string[];
  /** Minor units, for the trip. */
  readonly price: number;
  /** Minor units: with whatever rate and guests, the trip never costs less. */
  readonly leastPrice?: number | undefined;
  /** Minor units, for each guest of a kind; where it differs from the guide's own. */
  readonly guestPrices?: readonly GuestPrice[] | undefined;
  /** Other prices, the first that holds; see domain/trip-rate.ts. */
  readonly rates?: readonly TripRate[] | undefined;
  /** The smallest party; without it one guest is enough. */
  readonly minGuests?: number | undefined;
  /** Fewer guests than the guide takes, or of a shared trip fewer in one party. */
  readonly maxGuests?: number | undefined;
  /** Places of each start, for guests of all parties together; without it the guide goes with one party at a time. */
  readonly capacity?: number | undefined;
  /** Guests of all parties together without whom a start is called off; with `decideHoursBefore`, and only of a shared trip. */
  readonly leastGuestsToGo?: number | undefined;
  /** Hours before the start at which that is decided (domain/departure.ts). */
  readonly decideHoursBefore?: number | undefined;
  /** Starts that go however few guests come. */
  readonly guaranteedStarts?: readonly GuaranteedStart[] | undefined;
  /** Instead of the guide's. */
  readonly meetingPoint?: MeetingPoint | undefined;
}

/** A start that the studio has promised: it is not called off by `leastGuestsToGo`. */
export interface GuaranteedStart {
  /** Where the guide is. */
  readonly tripDate: string;
  /** `HH:MM`, one of the trip kind's. */
  readonly startTime: string;
}

/** The most guests of one party. @param kind undefined: whole days. */
export function mostGuestsOf(
  { maxGuests }: { readonly maxGuests: number },
  kind: Pick<TripKind, 'maxGuests' | 'capacity'> | undefined,
): number {
  return Math.min(maxGuests, kind?.maxGuests ?? kind?.capacity ?? maxGuests);
}

/** The least guests of one party. @param kind undefined: whole days, which alone the guide's own limit is for. */
export function leastGuestsOf(
  { minGuests }: { readonly minGuests?: number | null | undefined },
  kind: Pick<TripKind, 'minGuests'> | undefined,
): number {
  return (kind ? kind.minGuests : minGuests) ?? 1;
}

/** Minutes from midnight. @param time `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** From the first start of these trips until the end of the last one, in minutes from midnight; null where there are none. */
export function hoursOf(
  tripKinds: readonly Pick<TripKind, 'startTimes' | 'durationMinutes'>[],
): { readonly from: number; readonly to: number } | null {
  const trips = tripKinds.flatMap(({ startTimes, durationMinutes }) =>
    startTimes.map(minutesOf).map((from) => ({ from, to: from + durationMinutes })),
  );
  if (trips.length === 0) return null;
  return { from: Math.min(...trips.map(({ from }) => from)), to: Math.max(...trips.map(({ to }) => to)) };
}

/** What a guide wants to know with a booking. */
export interface Question {
  readonly questionId: string;
  readonly text: string;
  readonly required: boolean;
}

export interface GuestCount {
  readonly kind: GuestKindName;
  readonly count: number;
}

/** Who a number of guests alone means. */
export function adults(count: number): GuestCount[] {
  return [{ kind: 'adult', count }];
}

/** Frozen with the order; nothing personal is among it. */
export interface TripDetails {
  readonly tripKindId?: string | undefined;
  /** Its name when it was booked. */
  readonly tripKindName?: string | undefined;
  /** `HH:MM` where the guide is. */
  readonly startTime?: string | undefined;
  readonly durationMinutes?: number | undefined;
  /** Places of the start when it was booked; parties share it. */
  readonly capacity?: number | undefined;
  /** As the trip kind had them when it was booked. */
  readonly leastGuestsToGo?: number | undefined;
  readonly decideHoursBefore?: number | undefined;
  /** BCP 47, one of the guide's. */
  readonly language?: string | undefined;
  /** The code that was named with the booking, as the guide's offer writes it. */
  readonly offerCode?: string | undefined;
  readonly meetingPoint?: MeetingPoint | undefined;
  readonly guests?: readonly GuestCount[] | undefined;
}

/** Personal data beside contact name and phone number. */
export interface Travellers {
  readonly contactEmail?: string | undefined;
  readonly guestNames?: readonly string[] | undefined;
  readonly answers?: readonly Answer[] | undefined;
}

/** What travellers say after a change from `before` to `after` of what may have been changed otherwise since. */
export function changedTravellers(
  now: Travellers | null,
  before: Travellers | null,
  after: Travellers | null,
): Travellers | null {
  const names = ['contactEmail', 'guestNames', 'answers'] as const;
  const isSame = (name: (typeof names)[number]) =>
    JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]);
  const members = names.map((name) => [name, isSame(name) ? now?.[name] : after?.[name]] as const);
  const said = members.filter(([, value]) => value !== undefined);
  return said.length > 0 ? (Object.fromEntries(said) as Travellers) : null;
}

/** With the question as it was then. */
export interface Answer {
  readonly questionId: string;
  readonly question: string;
  readonly answer: string;
}
