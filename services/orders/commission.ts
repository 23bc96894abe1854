import type { CommissionTerms } from '../../db/queries/orders/bookable-guide.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { todayIn } from '../../domain/trip.ts';
import type { OrderServiceDeps } from './deps.ts';

/** The rate that is in effect now is the order's, or the hold's, for ever. */
export function commissionTerms({ terms, now }: Pick<OrderServiceDeps, 'terms' | 'now'>): CommissionTerms {
  return {
    todayOf: (caller) => todayIn(terms.timeZone, timeFor(caller, now())),
    defaultRate: terms.commissionRate,
  };
}
