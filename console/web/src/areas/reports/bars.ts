/** What a report's picture has bars for. */
import type { ReportStep } from '../../../../../domain/report.ts';
import { addDays, addMonths, weekdayOf } from '../../parts/days.ts';

/** Bars of guides, areas or merchants; the table has all of them. */
export const MOST_BARS = 24;

interface Span {
  readonly from: string;
  readonly to: string;
}

/** `2027-01`, … of all months that have a day of the span. */
export function monthsOf({ from, to }: Span): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) months.push(month);
  return months;
}

/** The first days of all weeks or months that have a day of the span, as the server names them. */
export function periodsOf({ from, to, step }: Span & { readonly step: ReportStep }): string[] {
  if (step === 'month') return monthsOf({ from, to }).map((month) => `${month}-01`);
  const weeks: string[] = [];
  for (let day = addDays(from, -weekdayOf(from)); day <= to; day = addDays(day, 7)) weeks.push(day);
  return weeks;
}

interface Named {
  readonly key: string;
  readonly name: string | null;
}

/** A name that several have is followed by its key. */
export function labelsOf(rows: readonly Named[]): string[] {
  const names = rows.map(({ key, name }) => name ?? key);
  return rows.map(({ key }, index) => {
    const name = names[index]!;
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${key})`;
  });
}
