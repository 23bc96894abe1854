import type { WorkflowState } from '../reconcile/workflow-state.ts';
import type { readOrderForOperator } from './order.ts';

type OrderView = Awaited<ReturnType<typeof readOrderForOperator>>;

/** What Temporal says of it; a text: why it is not known. */
export type KnownWorkflow = WorkflowState | string;

/** Why an order is in its state, and what it waits for, in sentences; the most likely cause first. */
export function reasonsOf(order: OrderView, workflow: KnownWorkflow): string[] {
  const reasons = [...workflowReasons(order, workflow), ...deliveryReasons(order)];
  const next = nextStep(order);
  return next === undefined ? reasons : [...reasons, next];
}

function workflowReasons({ isStarted, status }: OrderView, workflow: KnownWorkflow): string[] {
  if (typeof workflow === 'string') return [`what its workflow does is unknown: ${workflow}`];
  const isOver = status === 'completed' || status === 'cancelled';
  if (!isStarted)
    return ['it was accepted, and no workflow has it yet: an API process starts it within seconds'];
  if (workflow.failure !== undefined)
    return [`its workflow is stopped, since it can't be replayed: ${workflow.failure}`];
  if (!workflow.isRunning)
    return isOver ? [] : [`it is open, and its workflow is ${workflow.status}: "catch-up" starts it again`];
  if (workflow.orderStatus !== status)
    return [`its workflow believes it ${workflow.orderStatus}: "catch-up" corrects it`];
  return [];
}

/** One sentence for each endpoint that waits: the first notification holds up those behind it. */
function deliveryReasons({ notifications }: OrderView): string[] {
  const waiting = notifications.filter(({ status }) => status === 'pending');
  return [...Map.groupBy(waiting, ({ endpointId }) => endpointId)].map(([endpoint, own]) => {
    const first = own[0]!;
    const [last] = first.lastAttempts;
    const outcome =
      last === undefined ? 'not tried yet' : `${last.error ?? ''} ${last.httpStatus ?? ''}`.trim();
    const next = first.nextAttemptAt === null ? '' : `, next attempt ${first.nextAttemptAt}`;
    return `${own.length} notification(s) wait at ${endpoint}: ${first.notificationId} after ${first.attempts} attempt(s), ${outcome}${next}`;
  });
}

function nextStep({ nextDeadline: next, status }: OrderView): string | undefined {
  if (next === null) return undefined;
  if (next.changeId !== null)
    return `unless the studio answers, its change ${next.changeId} expires at ${next.at}`;
  const before = status === 'pending' ? 'unless the studio answers' : 'unless somebody moves it';
  return `${before}, it is ${next.status} at ${next.at}`;
}
