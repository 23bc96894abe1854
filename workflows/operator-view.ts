import type { OrderState } from '../domain/order-state.ts';
import type { Announcements } from './announcements.ts';
import type { OrderInput } from './contract.ts';

type Deadlines = Pick<OrderInput, 'confirmBy' | 'tripEndAt' | 'tripStartAt'> & {
  readonly answerBy?: string | undefined;
};

/**
 * The order as operators see it in the Temporal UI (Markdown), which shows five lines: what comes next, then the
 * rest. Notifications that are not acknowledged have their own workflow, which is named.
 * @param input with the time by which a change that waits is to be answered.
 */
export function describeOrder(
  input: Deadlines,
  status: OrderState,
  announcements: Pick<Announcements, 'lines'>,
): string {
  return [
    `**State:** ${status}; ${nextDeadline(input, status)}`,
    '**Notifications:**',
    ...announcements.lines().map((line) => `- ${line}`),
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
      return 'closed; ends when its last event is announced';
  }
}
