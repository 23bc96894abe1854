/** Bookings as bars: each begins in the cell of its first day that is shown, and goes over those of the next ones. */
import { daysBetween } from '../../parts/days.ts';
import type { StudioCalendar, TakenTime } from './own.ts';

export interface Bar {
  readonly time: TakenTime;
  /** Days that it goes over, from the one that it is drawn in. */
  readonly days: number;
  /** Whether its first and its last day are shown. */
  readonly isBegun: boolean;
  readonly isEnded: boolean;
}

export interface Bars {
  /** By the day in whose cell it begins. */
  readonly from: ReadonlyMap<string, Bar>;
  /** Days that have one. */
  readonly days: ReadonlySet<string>;
}

/**
 * Of a row of days. Trips of hours have none, and neither has who comes second on a day: the cells say how many there are.
 * @param row days that follow each other.
 */
export function barsOf({ taken }: Pick<StudioCalendar, 'taken'>, row: readonly string[]): Bars {
  const from = new Map<string, Bar>();
  const days = new Set<string>();
  const [first = '', last = ''] = [row[0], row.at(-1)];
  for (const time of taken) {
    const start = time.startDate < first ? first : time.startDate;
    const end = time.endDate > last ? last : time.endDate;
    if (isOfHours(time) || start > end) continue;
    const covered = daysBetween(start, end);
    if (covered.some((day) => days.has(day))) continue;
    for (const day of covered) days.add(day);
    from.set(start, {
      ...{ time, days: covered.length },
      ...{ isBegun: start === time.startDate, isEnded: end === time.endDate },
    });
  }
  return { from, days };
}

/** It begins and ends on one day, and others may have the rest of it. */
export const isOfHours = ({ wholeDays, startDate, endDate }: TakenTime): boolean =>
  !wholeDays && startDate === endDate;
