/** What a day of a guide is: one word and one shape each. */
import { WEEKDAYS } from '../../../../../domain/weekday.ts';
import { addDays, weekdayOf } from '../../parts/days.ts';
import type { StudioCalendar, TakenTime } from './own.ts';

export const MARKS = [
  'free',
  'booked',
  'toConfirm',
  'held',
  'blocked',
  'imported',
  'holiday',
  'rest',
  'stopped',
  'limited',
] as const;
export type Mark = (typeof MARKS)[number];

export interface DayMark {
  readonly mark: Mark;
  /** Who has the day. */
  readonly taken: readonly TakenTime[];
  readonly holiday?: string | undefined;
  readonly isBlocked: boolean;
}

/** What a whole day costs that somebody may book and that is not over; undefined for others. */
export function priceOn(
  { prices, today }: StudioCalendar,
  day: string,
  { mark }: DayMark,
): number | undefined {
  const isSold = mark === 'free' || mark === 'limited';
  return isSold && day >= today ? prices.find(hasDay(day))?.dayPrice : undefined;
}

/** An order comes before all: blocked days do not end it. */
export function markOf(calendar: StudioCalendar, day: string): DayMark {
  const taken = calendar.taken.filter(hasDay(day));
  const holiday = calendar.holidays.find((one) => one.day === day)?.name;
  const isBlocked = isWithin(calendar.blocked, day);
  const rest = { taken, holiday, isBlocked };
  if (taken.length > 0) return { mark: markOfTaken(taken), ...rest };
  if (isBlocked) return { mark: 'blocked', ...rest };
  if (isWithin(calendar.imported, day)) return { mark: 'imported', ...rest };
  if (holiday !== undefined) return { mark: 'holiday', ...rest };
  const isRest = calendar.restDays.includes(WEEKDAYS[weekdayOf(day)]!);
  return { mark: isRest ? 'rest' : markOfSale(calendar, day), ...rest };
}

const SALES = { none: 'stopped', some: 'limited' } as const;

function markOfSale({ limited, today }: StudioCalendar, day: string): Mark {
  const sale = limited.find(hasDay(day))?.sale;
  return sale === undefined || day < today ? 'free' : SALES[sale];
}

/** Of one booking, or of those of a day: the most certain one counts. */
export function markOfTaken(taken: readonly TakenTime[]): Mark {
  if (taken.some(({ status }) => status === 'confirmed' || status === 'in_progress')) return 'booked';
  return taken.some(({ status }) => status === 'pending') ? 'toConfirm' : 'held';
}

const hasDay =
  (day: string) =>
  ({ startDate, endDate }: Pick<Range, 'startDate' | 'endDate'>): boolean =>
    startDate <= day && day <= endDate;

function isWithin(ranges: StudioCalendar['blocked'], day: string): boolean {
  return ranges.some(hasDay(day));
}

/** Those of the days that can be blocked, or freed: what orders have stays theirs, and what is over is over. */
export function changeable(calendar: StudioCalendar, days: readonly string[], isBlocking: boolean): string[] {
  return days.filter((day) => {
    if (day < calendar.today) return false;
    const { taken, isBlocked } = markOf(calendar, day);
    return isBlocking ? !isBlocked && taken.length === 0 : isBlocked;
  });
}

/** The calendar with these days blocked, or free: what the page shows until the server has answered. */
export function withDays(
  calendar: StudioCalendar,
  days: readonly string[],
  isBlocking: boolean,
): StudioCalendar {
  const single = days.map((day) => ({ startDate: day, endDate: day }));
  if (isBlocking) return { ...calendar, blocked: [...calendar.blocked, ...single] };
  const blocked = calendar.blocked.flatMap((range) => without(range, days));
  return { ...calendar, blocked };
}

type Range = StudioCalendar['blocked'][number];

function without(range: Range, days: readonly string[]): Range[] {
  let left = [range];
  for (const day of days) left = left.flatMap((one) => withoutDay(one, day));
  return left;
}

function withoutDay(range: Range, day: string): Range[] {
  const { startDate, endDate } = range;
  if (day < startDate || day > endDate) return [range];
  const shift = (by: number) => addDays(day, by);
  const [before, after] = [
    { startDate, endDate: shift(-1) },
    { startDate: shift(1), endDate },
  ];
  return [before, after].filter((part) => part.startDate <= part.endDate);
}
