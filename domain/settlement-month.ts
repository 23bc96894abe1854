/** Calendar months in the platform's time zone: the periods of settlement. */
import { addMonths } from './trip.ts';
import { dateIn, startOfDay, textIn } from './wall-time.ts';

/** `2027-01`. */
export const MONTH_PATTERN = '^[12][0-9]{3}-(0[1-9]|1[0-2])$';

/** The month (`2027-01`) that an instant falls into, in the platform's time zone. */
export function monthOf(at: Date, timeZone: string): string {
  return textIn(timeZone, at, 'yyyy-MM');
}

/** The day (`2027-01-31`) that an instant falls into, in the platform's time zone: as months are, so are days. */
export function dayOf(at: Date, timeZone: string): string {
  return dateIn(timeZone, at);
}

/** An instant to the minute (`2027-01-31 18:45`), in the platform's time zone: for people to read. */
export function instantIn(at: Date, timeZone: string): string {
  return textIn(timeZone, at, 'yyyy-MM-dd HH:mm');
}

/** The first instant after a month, in the platform's time zone. */
export function endOfMonth(month: string, timeZone: string): Date {
  return startOfDay(`${nextMonth(month)}-01`, timeZone);
}

/** How much of a month can be closed. */
export interface MonthClosing {
  readonly month: string;
  /** Its end, or now where it is still running. */
  readonly closeAt: Date;
  readonly isWholeMonth: boolean;
}

/** How a month is closed at `now`; undefined where it has not begun. @param timeZone the platform's. */
export function closingAt(month: string, now: Date, timeZone: string): MonthClosing | undefined {
  if (month > monthOf(now, timeZone)) return undefined;
  const end = endOfMonth(month, timeZone);
  const isWholeMonth = end <= now;
  return { month, closeAt: isWholeMonth ? end : now, isWholeMonth };
}

export function nextMonth(month: string): string {
  return shift(month, 1);
}

export function previousMonth(month: string): string {
  return shift(month, -1);
}

function shift(month: string, months: number): string {
  return addMonths(`${month}-01`, months).slice(0, 7);
}
