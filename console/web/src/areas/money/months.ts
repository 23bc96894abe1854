import { addDays, daysBetween } from '../../parts/days.ts';

/** Days of a picture, so that one bar alone is no wall. */
const FEWEST = 28;

/**
 * The month's days up to the last one given, and at least four weeks. What was posted before the month (it is on no statement
 * yet) begins the picture where it was posted.
 */
export function daysFrom(month: string, given: readonly string[]): string[] {
  const first = [`${month}-01`, ...given].sort()[0]!;
  const last = [addDays(first, FEWEST - 1), ...given].sort().at(-1)!;
  return daysBetween(first, last);
}
