import type { DuePreview, DueTotal } from '../../../db/queries/money/closing-preview.ts';
import type { ManualPosting } from '../../../db/queries/money/manual-postings.ts';
import { toDecimal } from '../../../domain/money.ts';

/** Minor units as decimals of the row's currency. */
export function viewDue({ gross, commission, ...due }: DuePreview) {
  const decimal = (minor: number) => toDecimal(minor, due.currency);
  return {
    ...due,
    gross: decimal(gross),
    commission: decimal(commission),
    balance: decimal(gross - commission),
  };
}

/** The same of a currency's sums. */
export function viewTotal({ gross, commission, dueTo, dueFrom, ...total }: DueTotal) {
  const decimal = (minor: number) => toDecimal(minor, total.currency);
  const sums = {
    gross: decimal(gross),
    commission: decimal(commission),
    balance: decimal(gross - commission),
  };
  return { ...total, ...sums, dueTo: decimal(dueTo), dueFrom: decimal(dueFrom) };
}

/** A posting with its parts; one of a kind that can be taken back, and was not yet, can be. */
export function viewPosting({ id, parts, occurredAt, postedAt: _postedAt, ...posting }: ManualPosting) {
  const decimal = (minor: number) => toDecimal(minor, posting.currency);
  const isReversible = posting.kind === 'adjustment' || posting.kind === 'refund';
  return {
    ...posting,
    postingId: id,
    occurredAt: occurredAt.toISOString(),
    canReverse: isReversible && posting.reversedBy === null,
    parts: parts.map(({ gross, commission, amount, ...part }) => ({
      ...part,
      gross: decimal(gross),
      commission: decimal(commission),
      amount: decimal(amount),
    })),
  };
}
