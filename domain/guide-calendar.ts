/**
 * A guide's free days, for many guides and days at once. It judges what `planTrip` and `obstaclesTo`
 * (trip-plan.ts) judge of one trip, and finds the same; it does so without making a plan for each day, which would be a
 * hundred times as much work (test/api/guide-calendar.test.ts holds one against the other).
 */
import { keptPlaces } from './allotment.ts';
import { type DayRange, holidayOn, isClosed } from './availability.ts';
import { atStart, departureOf, hasRoomForSome, type TakenTime, timeLeft } from './departure.ts';
import { calendarPrices } from './price.ts';
import { isAllStopped, isStopped } from './stop-sale.ts';
import { addDays, firstBookableDate, lastBookableDate, todayIn } from './trip.ts';
import { leastGuestsOf, minutesOf, mostGuestsOf, type TripKind } from './trip-details.ts';
import type { TripOffer } from './trip-plan.ts';
import { instantOf, startOfDay } from './wall-time.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export const DAY_STATES = ['available', 'partly', 'booked', 'closed', 'past'] as const;
/**
 * `available`: all of it is free. `partly`: some trip of hours is. `booked`: others have it. `closed`: the guide does not
 * work, or takes no bookings for that day. `past`: it is over, or too late to book it.
 */
type DayState = (typeof DAY_STATES)[number];

/** Time that others have, and the days of the guide's calendar that it takes. */
export interface Reserved extends TakenTime, DayRange {}

export interface CalendarDay {
  readonly date: string;
  readonly state: DayState;
  /** Minor units, without guests. */
  readonly price: number;
  readonly holiday?: string;
  readonly times?: readonly FreeTimes[];
}

/** When a trip of hours can still begin. */
interface FreeTimes {
  readonly tripKindId: string;
  /** `HH:MM` where the guide is, in order. */
  readonly startTimes: readonly string[];
  /** Of a trip that several parties share, for each of the start times. */
  readonly placesLeft?: readonly number[];
}

interface Slot {
  readonly kind: TripKind;
  /** The day on which it begins. */
  readonly date: string;
  readonly startTime: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

interface FreeSlot extends Slot {
  /** Null where the party has the guide to itself. */
  readonly placesLeft: number | null;
}

/**
 * The days of a guide's calendar, each with its free time.
 * @param days one after the other.
 * @param guestCount of a party: times are free for it, and not for any.
 * @param reserved in order; also of the two days after the last one: where clocks are put forward, a day and a night end on the second.
 */
export function guideCalendar(
  offer: TripOffer,
  days: readonly string[],
  reserved: readonly Reserved[],
  {
    now,
    withTimes,
    guestCount,
  }: { readonly now: Date; readonly withTimes: boolean; readonly guestCount?: number },
): CalendarDay[] {
  const judge = judgeOf(offer, now, guestCount);
  const priceOf = calendarPrices(offer, offer.timeZone, now);
  const byDay = reservedByDay(reserved, days);
  // What goes on past midnight is in both days.
  const beginning = (day: string) => (byDay.get(day) ?? []).filter(({ startDate }) => startDate === day);
  return days.map((date, index) => {
    const soon = [1, 2].flatMap((after) => beginning(days[index + after] ?? addDays(date, after)));
    const { state, free } = judge(date, byDay.get(date) ?? [], soon, withTimes);
    const holiday = holidayOn(date, offer);
    return {
      date,
      state,
      price: priceOf(date),
      ...(holiday !== undefined && { holiday }),
      ...(withTimes && offer.tripKinds.length > 0 && { times: timesOf(offer, free) }),
    };
  });
}

function judgeOf(offer: TripOffer, now: Date, guestCount?: number) {
  const { timeZone, offersWholeDays, minimumNoticeHours } = offer;
  const [today, first, last] = [
    todayIn(timeZone, now),
    firstBookableDate(offer, now),
    lastBookableDate(timeZone, now),
  ];
  const notBefore = now.getTime() + minimumNoticeHours * HOUR_MS;
  // From here on nothing is too late, so that no time has to be computed.
  const surely = addDays(todayIn(timeZone, new Date(now.getTime() + mostHoursAhead(offer) * HOUR_MS)), 2);
  const isInTime = (start: number) => start > now.getTime() && start >= notBefore;
  const isWholeInTime = (date: string) =>
    date >= first && (minimumNoticeHours === 0 || startOfDay(date, timeZone).getTime() >= notBefore);

  return (date: string, taken: readonly Reserved[], soon: readonly Reserved[], withTimes: boolean) => {
    if (date < today) return { state: 'past' as const, free: [] };
    if (offer.status !== 'active' || date > last || isClosed(date, offer) || isAllStopped(offer, date))
      return { state: 'closed' as const, free: [] };
    const near = [...taken, ...soon];
    const isFree = taken.length === 0 && !(offersWholeDays && isStopped(offer.stopSales, date, undefined));
    const isPlain = date >= surely && (offersWholeDays ? isFree : near.length === 0);
    if (isPlain && !withTimes) return { state: 'available' as const, free: [] };
    const inTime = slotsOn(offer, date).filter(({ start }) => isInTime(start));
    const free = inTime.flatMap((slot) => freeSlot(offer, slot, near, now, guestCount));
    const isWholeFree = offersWholeDays && isFree && isWholeInTime(date);
    const isAllFree = !offersWholeDays && inTime.length > 0 && free.length === inTime.length;
    return {
      state: stateOf({ isFree: isWholeFree || isAllFree, hasTimes: free.length > 0, near: taken, inTime }),
      free,
    };
  };
}

/** The longest time before a trip at which something is settled: its notice, or whether enough guests have come together. */
function mostHoursAhead({ minimumNoticeHours, tripKinds }: TripOffer): number {
  return Math.max(minimumNoticeHours, ...tripKinds.map((kind) => kind.decideHoursBefore ?? 0));
}

function stateOf({
  isFree,
  hasTimes,
  near,
  inTime,
}: {
  isFree: boolean;
  hasTimes: boolean;
  near: readonly Reserved[];
  inTime: readonly Slot[];
}): DayState {
  if (isFree) return 'available';
  if (hasTimes) return 'partly';
  return near.length > 0 || inTime.length > 0 ? 'booked' : 'past';
}

/** None where no party can have it. @param guestCount of the one party that is asked for. */
function freeSlot(
  offer: TripOffer,
  slot: Slot,
  reserved: readonly Reserved[],
  now: Date,
  guestCount?: number,
): FreeSlot[] {
  const [startAt, endAt] = [new Date(slot.start), new Date(slot.end)];
  const kept = keptPlaces(offer.allotments, slot.kind.tripKindId, slot.date);
  const sold = atStart(slot.kind, slot.kind, { tripDate: slot.date, startTime: slot.startTime });
  const departure = departureOf(sold, startAt, now, kept);
  const left = timeLeft({ startAt, endAt, departure }, reserved);
  const least = guestCount ?? leastGuestsOf(offer, slot.kind);
  const most = guestCount ?? mostGuestsOf(offer, slot.kind);
  return hasRoomForSome(left, least, most) ? [{ ...slot, placesLeft: left.placesLeft }] : [];
}

/** Every time at which a trip of hours that is sold begins on that day. */
function slotsOn({ tripKinds: all, stopSales, timeZone }: TripOffer, date: string): Slot[] {
  const tripKinds = all.filter(({ tripKindId }) => !isStopped(stopSales, date, tripKindId));
  if (tripKinds.length === 0) return [];
  const midnight = startOfDay(date, timeZone).getTime();
  const isPlain = startOfDay(addDays(date, 1), timeZone).getTime() - midnight === DAY_MS;
  return tripKinds.flatMap((kind) =>
    kind.startTimes.flatMap((startTime) => {
      // Only on days when clocks change, the time of day differs from the hours since midnight, and a time may be skipped.
      const { at, isSkipped } = isPlain
        ? { at: midnight + minutesOf(startTime) * MINUTE_MS, isSkipped: false }
        : instantOf(date, startTime, timeZone);
      const start = Number(at);
      return isSkipped
        ? []
        : [{ kind, date, startTime, start, end: start + kind.durationMinutes * MINUTE_MS }];
    }),
  );
}

function timesOf({ tripKinds }: TripOffer, free: readonly FreeSlot[]): FreeTimes[] {
  return tripKinds.map((kind) => {
    const own = free.filter((slot) => slot.kind === kind);
    return {
      tripKindId: kind.tripKindId,
      startTimes: own.map(({ startTime }) => startTime),
      ...(kind.capacity !== undefined && { placesLeft: own.map(({ placesLeft }) => placesLeft ?? 0) }),
    };
  });
}

/** The reserved time of each of these days, and of the two days after the last one. */
function reservedByDay(reserved: readonly Reserved[], days: readonly string[]): Map<string, Reserved[]> {
  const byDay = new Map<string, Reserved[]>();
  const [first, last] = [days[0] ?? '', addDays(days.at(-1) ?? '1970-01-01', 2)];
  for (const one of reserved) {
    let day = one.startDate < first ? first : one.startDate;
    for (; day <= one.endDate && day <= last; day = addDays(day, 1)) {
      const others = byDay.get(day);
      if (others) others.push(one);
      else byDay.set(day, [one]);
    }
  }
  return byDay;
}
