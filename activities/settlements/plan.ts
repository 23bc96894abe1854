import { ApplicationFailure } from '@temporalio/common';
import { endOfMonth, monthOf, previousMonth } from '../../domain/settlement-month.ts';
import type { SettlementPlan } from '../../workflows/settlement-contract.ts';

/**
 * Which month a run settles, and up to when. Without a month it is the one before the run was due, so a run that a
 * Schedule makes up for late still settles its own. An operator who says `partial` closes the month that is running, up to
 * now; without it nobody does so by accident (docs/decisions/0067).
 * @param timeZone the platform's.
 * @throws ApplicationFailure, not retryable, for a month that has not begun, or is not over.
 */
export function planOf(
  request: { dueAt: string; now: string; month?: string; partial?: boolean },
  timeZone: string,
): SettlementPlan {
  const month = request.month ?? previousMonth(monthOf(new Date(request.dueAt), timeZone));
  const now = new Date(request.now);
  if (month > monthOf(now, timeZone)) {
    throw ApplicationFailure.nonRetryable(`${month} has not begun`, 'MonthNotBegun');
  }
  const end = endOfMonth(month, timeZone);
  const isWholeMonth = end <= now;
  if (!isWholeMonth && request.partial !== true) {
    throw ApplicationFailure.nonRetryable(`${month} is not over`, 'MonthNotOver');
  }
  return { month, closeAt: (isWholeMonth ? end : now).toISOString(), isWholeMonth };
}
