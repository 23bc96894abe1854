/** Months and days as people read them. */

/** `January 2027` of `2027-01`. */
export function monthText(month: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** Days of a picture, so that one bar alone is no wall. */
const FEWEST = 28;

/**
 * The month's days up to the last one given, and at least four weeks. What was posted before the month (it is on no statement
 * yet) begins the picture where it was posted.
 */
export function daysFrom(month: string, given: readonly string[]): string[] {
  const first = [`${month}-01`, ...given].sort()[0]!;
  const last = [dayAfter(first, FEWEST - 1), ...given].sort().at(-1)!;
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
  return days;
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
