import { type CancellationPolicy, quoteCancellation } from './cancellation.ts';
import type { ActorKind, OrderState } from './order-state.ts';

/** An order's next event, as far as the order itself depends on it. */
export interface MoveFacts {
  readonly to: OrderState;
  /** Number of the event. */
  readonly sequence: number;
  readonly by: ActorKind;
  readonly occurredAt: Date;
}

type Movable = Omit<Parameters<typeof quoteCancellation>[0], 'policy' | 'by'> & {
  readonly cancellationPolicy: CancellationPolicy;
  readonly refundAmount?: number | null | undefined;
};

/** What a move makes of an order; amounts in minor units. A cancelled one gives back what its policy says. */
export function movedBy(order: Movable, { to, sequence, by, occurredAt }: MoveFacts) {
  const quote =
    to === 'cancelled' && quoteCancellation({ ...order, policy: order.cancellationPolicy, by }, occurredAt);
  return { status: to, sequence, refundAmount: quote ? quote.refundAmount : (order.refundAmount ?? null) };
}
