/** What a studio may give back of an order (docs/orders.md, "Partial refunds"). */
import type { OrderState, ReasonCode } from './order-state.ts';

const REFUNDABLE: readonly OrderState[] = ['confirmed', 'in_progress', 'completed'];
/** Keeps an order's history within bounds. */
export const MAX_REFUNDS = 100;

/** `closed`: in its state nothing can be given back; `too_large`: more than is left; `too_many`: it was refunded MAX_REFUNDS times. */
export type RefundRefusal = 'closed' | 'too_large' | 'too_many';

interface RefundableOrder {
  readonly status: OrderState;
  readonly totalAmount: number;
  readonly refundAmount?: number | null | undefined;
}

/** Whether a studio may give something back in that state. */
export function isRefundable(state: OrderState): boolean {
  return REFUNDABLE.includes(state);
}

/** Minor units that were not given back yet. */
export function refundableAmount({ totalAmount, refundAmount }: RefundableOrder): number {
  return totalAmount - (refundAmount ?? 0);
}

/** Why so much can't be given back now, or undefined. @param amount minor units, above zero. */
export function refusalOfRefund(
  order: RefundableOrder,
  events: readonly { readonly reason: ReasonCode }[],
  amount: number,
): RefundRefusal | undefined {
  if (!isRefundable(order.status)) return 'closed';
  if (amount > refundableAmount(order)) return 'too_large';
  const given = events.filter(({ reason }) => reason === 'refunded_by_studio');
  return given.length < MAX_REFUNDS ? undefined : 'too_many';
}
