import { ApplicationFailure } from '@temporalio/common';
import { closingAt, monthOf, previousMonth } from '../../domain/settlement-month.ts';
import type { SettlementPlan } from '../../workflows/settlement-contract.ts';

/**
 * Which month a run settles, and up to when. Without a month it is the one before the run was due, so a run that a
 * Schedule makes up for late still settles its own. An operator who says `partial` closes the month that is running, up to
 * now; without it nobody does so by accident (docs/decisions/0040).
 * @param timeZone the platform's.
 * @throws ApplicationFailure, not retryable, for a month that has not begun, or is not over.
 */
export function planOf(
  request: { dueAt: string; now: string; month?: string; partial?: boolean },
  timeZone: string,
): SettlementPlan {
  const month = request.month ?? previousMonth(monthOf(new Date(request.dueAt), timeZone));
  const closing = closingAt(month, new Date(request.now), timeZone);
  if (closing === undefined) {
    throw ApplicationFailure.nonRetryable(`${month} has not begun`, 'MonthNotBegun');
  }
  if (!closing.isWholeMonth && request.partial !== true) {
    throw ApplicationFailure.nonRetryable(`${month} is not over`, 'MonthNotOver');
  }
  return { ...closing, closeAt: closing.closeAt.toISOString() };
}
