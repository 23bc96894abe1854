/** Which days of booking and trip have to be asked about to know every price that a trip of one day can have (docs/octo.md). Pure. */
import { addDays, addMonths, BOOKING_HORIZON_MONTHS, daysUntil } from './trip.ts';
import type { RateConditions } from './trip-details.ts';

const WEEK = 7;

/** Guides with a dozen rates and offers stay far below; of one with more, not every day is asked about. */
const MOST = 4_000;

/** A trip of one day, and when it is booked. */
export interface BookedDay {
  readonly tripDate: string;
  readonly daysBefore: number;
}

/**
 * Bookings from today on, of which each other one meets the same conditions as one of these: where no condition begins or ends, only
 * weekdays differ.
 * @param conditions of rates, seasons, weekends and offers.
 */
export function bookingsOfEachPrice(conditions: readonly RateConditions[], today: string): BookedDay[] {
  const fromToday = (day: string | undefined, more: number) =>
    day === undefined ? [] : [daysUntil(day, today) + more];
  const longest = daysUntil(addMonths(today, BOOKING_HORIZON_MONTHS), today);
  const leads = unique([
    0,
    ...conditions.flatMap(({ minDaysBefore = 0, maxDaysBefore = -1 }) => [minDaysBefore, maxDaysBefore + 1]),
  ]);
  const booked = conditions.flatMap((one) => [
    ...fromToday(one.bookedFrom, 0),
    ...fromToday(one.bookedUntil, 1),
  ]);
  const turns = unique([0, ...booked]).filter((day) => day >= 0);
  const firsts = [
    ...conditions.flatMap((one) => [...fromToday(one.startDate, 0), ...fromToday(one.endDate, 1)]),
    ...turns.flatMap((turn) => leads.map((lead) => turn + lead)),
  ];
  const found: BookedDay[] = [];
  for (const day of inWeeks(firsts, conditions).filter((one) => one >= 0)) {
    const tripDate = addDays(today, day);
    const bookedOn = unique([...turns, ...leads.map((lead) => day - lead + 1)]);
    const daysBefore = bookedOn
      .filter((on) => on >= 0 && on <= day && day - on <= longest)
      .map((on) => day - on);
    found.push(...daysBefore.map((days) => ({ tripDate, daysBefore: days })));
    if (found.length >= MOST) break;
  }
  return found;
}

/** Where weekdays count, each of these days with a week behind it. */
function inWeeks(days: readonly number[], conditions: readonly RateConditions[]): number[] {
  const length = conditions.some(({ weekdays }) => weekdays !== undefined) ? WEEK : 1;
  return unique(days.flatMap((day) => Array.from({ length }, (_, more) => day + more)));
}

const unique = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other);
