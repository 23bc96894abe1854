/** Days as texts (`2027-05-31`), which no zone moves. */
import { parseDate } from '@internationalized/date';
import { dateFormat } from '../texts/format.ts';

const DAY_MS = 86_400_000;

/** What of an address is a day that exists; empty otherwise. */
export function dayIn(text: string | undefined): string {
  try {
    return parseDate(text ?? '').toString();
  } catch {
    return '';
  }
}

/** The day so many days after; before, when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/** `2027-05`, so many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index - 1 + months, 1)).toISOString().slice(0, 7);
}

export function daysOfMonth(month: string): string[] {
  return daysBetween(`${month}-01`, addDays(`${addMonths(month, 1)}-01`, -1));
}

/** The days of whole weeks, from Monday, around a month. */
export function weeksOfMonth(month: string): string[][] {
  const days = daysOfMonth(month);
  const first = addDays(days[0]!, -weekdayOf(days[0]!));
  const last = addDays(days.at(-1)!, 6 - weekdayOf(days.at(-1)!));
  const all = daysBetween(first, last);
  return Array.from({ length: all.length / 7 }, (_, week) => all.slice(week * 7, week * 7 + 7));
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** Today where the guide is. @param now of a merchant's clock, which in the sandbox may be ahead. */
export function todayIn(timeZone: string, now = new Date()): string {
  return dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
}

/** `May 2027`. */
export function monthText(month: string, locale: string): string {
  const format = dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01`));
}

/** Neighbouring days as ranges, both ends included. Days must be in order. */
export function rangesOf(days: readonly string[]): { startDate: string; endDate: string }[] {
  const ranges: { startDate: string; endDate: string }[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && addDays(last.endDate, 1) === day) last.endDate = day;
    else ranges.push({ startDate: day, endDate: day });
  }
  return ranges;
}
