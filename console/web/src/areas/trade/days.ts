import { parseDate } from '@internationalized/date';

/** The day so many days after (before, when negative) a calendar day, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return parseDate(date).add({ days }).toString();
}
