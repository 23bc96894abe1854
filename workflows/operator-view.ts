import type { OrderState } from '../domain/order-state.ts';
import type { OrderInput } from './contract.ts';
import { deliveryWorkflowId } from './delivery-contract.ts';

type Deadlines = Pick<OrderInput, 'confirmBy' | 'tripEndAt' | 'tripStartAt'> & {
  readonly answerBy?: string | undefined;
};

/**
 * The order as operators see it in the Temporal UI (Markdown): what comes next, and where notifications are that were not
 * acknowledged at the first attempt.
 * @param input with the time by which a change that waits is to be answered.
 */
export function describeOrder(input: Deadlines & Pick<OrderInput, 'orderId'>, status: OrderState): string {
  const deliveries = deliveryWorkflowId({ subjectId: input.orderId, endpointId: '' });
  return [
    `**State:** ${status}; ${nextDeadline(input, status)}`,
    `**Notifications:** those that wait are in workflows whose id begins with \`${deliveries}\``,
  ].join('\n\n');
}

function nextDeadline(input: Deadlines, status: OrderState): string {
  switch (status) {
    case 'pending':
      return `cancelled unless confirmed by ${input.confirmBy}`;
    case 'confirmed':
      return input.answerBy === undefined
        ? `trip starts at ${input.tripStartAt}`
        : `change expires unless answered by ${input.answerBy}; trip starts at ${input.tripStartAt}`;
    case 'in_progress':
      return `trip ends at ${input.tripEndAt}`;
    case 'completed':
    case 'cancelled':
      return 'closed';
  }
}
