import { parseDate } from '@internationalized/date';

/** The day so many days after (before, when negative) a calendar day, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return parseDate(date).add({ days }).toString();
}

/** What of an address is a day that exists; empty otherwise. */
export function dayIn(text: string | undefined): string {
  try {
    return parseDate(text ?? '').toString();
  } catch {
    return '';
  }
}
