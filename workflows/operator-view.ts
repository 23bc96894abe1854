import type { OrderState } from '../domain/order-state.ts';
import type { OrderInput } from './contract.ts';
import type { Deliveries } from './deliveries.ts';

/**
 * The order as operators see it in the Temporal UI (Markdown), which shows five lines: what is wrong, what comes next,
 * then the rest.
 */
export function describeOrder(
  input: OrderInput,
  status: OrderState,
  deliveries: Pick<Deliveries, 'trouble' | 'lines'>,
): string {
  const { trouble } = deliveries;
  return [
    ...(trouble === undefined ? [] : [`**Trouble:** ${trouble}`]),
    `**State:** ${status}; ${nextDeadline(input, status)}`,
    '**Notifications:**',
    ...deliveries.lines().map((line) => `- ${line}`),
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
