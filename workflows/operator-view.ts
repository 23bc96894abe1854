import type { OrderState } from '../domain/order-state.ts';
import type { OrderInput } from './contract.ts';
import type { Deliveries } from './deliveries.ts';

type Deadlines = Pick<OrderInput, 'confirmBy' | 'tripEndAt' | 'tripStartAt'> & {
  readonly answerBy?: string | undefined;
};

/**
 * The order as operators see it in the Temporal UI (Markdown), which shows five lines: what is wrong, what comes next,
 * then the rest.
 * @param input with the time by which a change that waits is to be answered.
 */
export function describeOrder(
  input: Deadlines,
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
      return 'closed; ends when the last notification is resolved';
  }
}
