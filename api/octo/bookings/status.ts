/** A booking's state: its hold's, and from the confirmation on its order's. Pure. */
import type { Hold, Order, OrderEvent } from '../../../db/entities/index.ts';
import { holdStateAt } from '../../../domain/hold.ts';
import { availableActions, type OrderState } from '../../../domain/order-state.ts';
import { utcSeconds } from '../cutoffs.ts';
import type { Booking, BookingStatus } from '../schemas/bookings.ts';

/** A booking's hold, with the order that it became. */
export interface BookedFacts {
  readonly hold: Hold;
  readonly order: Order | undefined;
  /** The order's, in order. */
  readonly events: readonly OrderEvent[];
}

const HELD = { held: 'ON_HOLD', expired: 'EXPIRED', released: 'CANCELLED', booked: 'PENDING' } as const;
const ORDERED = {
  pending: 'PENDING',
  confirmed: 'CONFIRMED',
  // The day has come; whether the guests have is not known.
  in_progress: 'CONFIRMED',
  completed: 'REDEEMED',
} as const;

/** @param now by the merchant's clock. */
export function statusOf({ hold, order, events }: BookedFacts, now: Date): BookingStatus {
  if (!order) return HELD[holdStateAt(hold, now)];
  const state: OrderState = order.status;
  if (state !== 'cancelled') return ORDERED[state];
  const reason = events.at(-1)?.reason;
  // The studio did not take it, in words or by silence.
  return reason === 'rejected_by_studio' || reason === 'confirmation_expired' ? 'REJECTED' : 'CANCELLED';
}

/** Whether the reseller can cancel it now; what that costs is for the policy to say. */
export function isCancellable(facts: BookedFacts, now: Date): boolean {
  if (!facts.order) return statusOf(facts, now) === 'ON_HOLD';
  return availableActions(facts.order.status, 'merchant').includes('cancel');
}

/** @param cancelReason why a hold was given back. */
export function cancellationOf(
  facts: BookedFacts,
  cancelReason: string | null | undefined,
  now: Date,
): Booking['cancellation'] {
  const status = statusOf(facts, now);
  if (status !== 'CANCELLED' && status !== 'REJECTED') return null;
  const { hold, order } = facts;
  if (!order)
    return { refund: 'FULL', reason: cancelReason ?? null, utcCancelledAt: utcSeconds(hold.updatedAt) };
  const event = facts.events.at(-1);
  return {
    refund: refundOf(order),
    reason: event?.note ?? null,
    utcCancelledAt: utcSeconds(event?.occurredAt ?? order.updatedAt),
  };
}

/** When the order came to a state first; null where it did not yet. */
export function cameTo({ events }: BookedFacts, status: OrderEvent['toStatus']): string | null {
  const event = events.find(({ toStatus }) => toStatus === status);
  return event ? utcSeconds(event.occurredAt) : null;
}

function refundOf({ totalAmount, refundAmount }: Order): 'FULL' | 'PARTIAL' | 'NONE' {
  const back = refundAmount ?? 0;
  if (back >= totalAmount) return 'FULL';
  return back > 0 ? 'PARTIAL' : 'NONE';
}
