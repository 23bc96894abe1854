/** How much of a guide one agency may keep without a confirmed order (docs/orders.md, "What one agency may keep"). */
import type { OrderState } from './order-state.ts';

/** Guide-days of one guide that are held or pending at once. A studio chooses within the bounds. */
export const UNCONFIRMED_DAYS = { minimum: 1, maximum: 3_650, default: 30 } as const;

/** Hours for which holds that came to nothing may keep the same time of a guide, within KEPT_WITHIN_DAYS. */
export const HELD_HOURS = { minimum: 1, maximum: 720, default: 72 } as const;

/** Whether an order keeps a guide's days without a confirmation: its studio has to give one first. */
export function isUnconfirmed({
  status,
  instantConfirmation,
}: {
  readonly status: OrderState;
  readonly instantConfirmation: boolean;
}): boolean {
  return status === 'pending' && !instantConfirmation;
}

/** How long a hold that came to nothing is remembered. */
export const KEPT_WITHIN_DAYS = 30;
