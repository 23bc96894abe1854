import { commissionOn, type OrderTerms, orderPostingId, type PostingDraft, saleEntries } from './ledger.ts';
import type { OrderState } from './order-state.ts';

/**
 * What a move of an order means in money; undefined for a move that earns nothing. Money is earned when the trip is
 * completed, or when a cancellation leaves a fee: what was never earned needs no refund (docs/decisions/0040).
 * @param order as it is after the move: minor units.
 */
export function postingOf(
  order: OrderTerms & {
    readonly status: OrderState;
    readonly totalAmount: number;
    readonly refundAmount?: number | null | undefined;
  },
  sequence: number,
  occurredAt: Date,
): PostingDraft | undefined {
  const kind = KINDS[order.status];
  const gross = order.totalAmount - (order.refundAmount ?? 0);
  if (kind === undefined || gross === 0) return undefined;
  const entries = saleEntries(order, gross, commissionOn(gross, order.commissionRate));
  const { id: orderId, currency } = order;
  return { id: orderPostingId(orderId, sequence), kind, currency, orderId, occurredAt, entries };
}

const KINDS: Partial<Record<OrderState, 'completed' | 'cancellation_fee'>> = {
  completed: 'completed',
  cancelled: 'cancellation_fee',
};
