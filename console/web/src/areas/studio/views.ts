/** What a calendar shows at once, and how one goes on from there. */
import { addDays, addMonths, dayIn, daysBetween, daysOfMonth, weekdayOf } from '../../parts/days.ts';

export const VIEWS = ['month', 'week', 'day'] as const;
export type View = (typeof VIEWS)[number];

/** The days that are shown around that one; weeks begin on Monday. */
export function daysIn(view: View, day: string): string[] {
  if (view === 'month') return daysOfMonth(day.slice(0, 7));
  if (view === 'day') return [day];
  const monday = addDays(day, -weekdayOf(day));
  return daysBetween(monday, addDays(monday, 6));
}

/** A day of what is shown so many steps later; earlier, when negative. @param first that is shown. */
export function stepped(view: View, first: string, by: number): string {
  if (view === 'month') return `${addMonths(first.slice(0, 7), by)}-01`;
  return addDays(first, view === 'week' ? by * 7 : by);
}

type Search = Readonly<Record<string, string | undefined>>;

/** `?month=2027-05`, `?view=week&from=2027-05-03`; today where the address names no day. */
export function viewIn(search: Search, today: string): { readonly view: View; readonly day: string } {
  const view = VIEWS.find((one) => one === search.view) ?? 'month';
  const named = dayIn(view === 'month' ? `${search.month}-01` : search.from);
  // Elsewhere there are no guides, and years have other digits.
  return { view, day: named > '1970' && named < '9000' ? named : today };
}

/** The reverse; without a day it is today's. */
export function searchOf(view: View, day?: string): Search {
  if (view === 'month') return { view: undefined, from: undefined, month: day?.slice(0, 7) };
  return { view, from: day, month: undefined };
}
