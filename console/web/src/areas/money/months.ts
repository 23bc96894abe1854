/** Months and days as people read them. */

/** `January 2027` of `2027-01`. */
export function monthText(month: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** All days from the month's first one to the last one given, and those given before it. */
export function daysFrom(month: string, given: readonly string[]): string[] {
  const last = given.at(-1);
  const days = new Set(given);
  for (let day = `${month}-01`; last !== undefined && day <= last; day = nextDay(day)) days.add(day);
  return [...days].sort();
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
