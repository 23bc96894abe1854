import type { OrderState } from '../../../domain/order-state.ts';
import type { OrderInput } from '../../contract.ts';

/** The order as operators see it in the Temporal UI (Markdown): state, next deadline, notifications. */
export function describeOrder(
  input: OrderInput,
  status: OrderState,
  notifications: readonly string[],
): string {
  return [
    `**State:** ${status}`,
    `**Next:** ${nextDeadline(input, status)}`,
    '**Notifications:**',
    ...notifications.map((line) => `- ${line}`),
  ].join('\n\n');
}

function nextDeadline(input: OrderInput, status: OrderState): string {
  switch (status) {
    case 'pending':
      return `cancelled unless confirmed by ${input.confirmBy}`;
    case 'confirmed':
      return `trip starts at ${input.tripStartAt}`;
    case 'in_progress':
      return `trip ends at ${input.tripEndAt}`;
    case 'completed':
    case 'cancelled':
      return 'closed; ends when the last notification is resolved';
  }
}
