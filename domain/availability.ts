/** Which days of a guide can still be booked. Days are `YYYY-MM-DD` in the guide's calendar. */
import { addDays } from './trip.ts';

/** How far ahead a guide's detail shows bookable days (design, chapter 4). */
export const TIME_SLOT_DAYS = 90;

/** Both days included. */
export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The gaps that `busy` leaves in `window`, in order. Busy ranges may overlap, touch, reach past the window, and come
 * in any order.
 */
export function freeRanges(window: DayRange, busy: readonly DayRange[]): DayRange[] {
  const free: DayRange[] = [];
  let next = window.startDate;
  for (const range of busy.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    if (range.startDate > window.endDate) break;
    if (range.startDate > next) free.push({ startDate: next, endDate: addDays(range.startDate, -1) });
    if (range.endDate >= next) next = addDays(range.endDate, 1);
  }
  if (next <= window.endDate) free.push({ startDate: next, endDate: window.endDate });
  return free;
}
