import { ApplicationFailure } from '@temporalio/common';
import { endOfMonth, monthOf, previousMonth } from '../../domain/settlement-month.ts';
import type { SettlementPlan } from '../../workflows/settlement-contract.ts';

/**
 * Which month a run settles, and up to when. Without a month it is the one before the run was due, so a run that a
 * Schedule makes up for late still settles its own. An operator may close the month that is running, up to now.
 * @param timeZone the platform's.
 * @throws ApplicationFailure, not retryable, for a month that has not begun.
 */
export function planOf(
  request: { dueAt: string; now: string; month?: string },
  timeZone: string,
): SettlementPlan {
  const month = request.month ?? previousMonth(monthOf(new Date(request.dueAt), timeZone));
  const now = new Date(request.now);
  if (month > monthOf(now, timeZone)) {
    throw ApplicationFailure.nonRetryable(`${month} has not begun`, 'MonthNotBegun');
  }
  const end = endOfMonth(month, timeZone);
  const isWholeMonth = end <= now;
  return { month, closeAt: (isWholeMonth ? end : now).toISOString(), isWholeMonth };
}
