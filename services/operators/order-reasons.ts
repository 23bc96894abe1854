import type { Client } from '@temporalio/client';
import type { OrderReason } from '../../domain/order-reasons.ts';
import { type Poll, pollOf } from '../../lib/temporal/task-backlog.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { type WorkflowState, workflowStateOf } from '../reconcile/workflow-state.ts';
import type { readOrderForOperator } from './order.ts';

type OrderView = Awaited<ReturnType<typeof readOrderForOperator>>;

/** What Temporal says of it. */
export interface WorkflowFacts extends WorkflowState {
  /** Its own task queue, and the one that delivers. */
  readonly polls: readonly Poll[];
}

/** A text: why it is not known. */
export type KnownWorkflow = WorkflowFacts | string;

/** So long an overdue deadline may take to be carried out, before it is a reason. */
const LATE_SECONDS = 30;

/** @throws when Temporal is unavailable. */
export async function readWorkflowFacts(client: Client, orderId: string): Promise<WorkflowFacts> {
  const [state, ...polls] = await Promise.all([
    workflowStateOf(client, orderId),
    pollOf(client, TASK_QUEUES.orders, 'workflow'),
    pollOf(client, TASK_QUEUES.notifications, 'activity'),
  ]);
  return { ...state, polls };
}

/** Why an order is in its state, and what it waits for; the most likely cause first. */
export function reasonsOf(order: OrderView, workflow: KnownWorkflow): OrderReason[] {
  return [...workflowReasons(order, workflow), ...deliveryReasons(order), ...nextStep(order)];
}

function workflowReasons(order: OrderView, workflow: KnownWorkflow): OrderReason[] {
  if (typeof workflow === 'string') return [{ code: 'unknown', error: workflow }];
  const reasons = stateReasons(order, workflow);
  return [
    ...reasons.filter(({ code }) => code === 'task_fails'),
    ...pollReasons(order, workflow),
    ...workflow.activities.map((activity) => ({ code: 'activity_fails' as const, ...activity })),
    ...reasons.filter(({ code }) => code !== 'task_fails'),
  ];
}

function stateReasons({ isStarted, status }: OrderView, workflow: WorkflowFacts): OrderReason[] {
  const isOver = status === 'completed' || status === 'cancelled';
  if (!isStarted) return [{ code: 'not_started' }];
  if (workflow.failure !== undefined) return [{ code: 'task_fails', error: workflow.failure }];
  if (!workflow.isRunning) return isOver ? [] : [{ code: 'workflow_ended', status: workflow.status }];
  if (workflow.orderStatus !== status) return [{ code: 'behind', status: `${workflow.orderStatus}` }];
  return [];
}

/** Queues that this order needs, and that nobody polls. */
function pollReasons({ notifications }: OrderView, { isRunning, polls }: WorkflowFacts): OrderReason[] {
  const isWaiting = notifications.some(({ status }) => status === 'pending');
  const needed = [
    ...(isRunning ? [TASK_QUEUES.orders] : []),
    ...(isWaiting ? [TASK_QUEUES.notifications] : []),
  ];
  return polls
    .filter(({ queue, isPolled }) => !isPolled && needed.some((one) => one === queue))
    .map(({ queue, lastAt }) => ({ code: 'no_worker', queue, since: lastAt?.toISOString() ?? null }));
}

/** One for each endpoint that waits: the first notification holds up those behind it. */
function deliveryReasons({ notifications }: OrderView): OrderReason[] {
  const waiting = notifications.filter(({ status }) => status === 'pending');
  return [...Map.groupBy(waiting, ({ endpointId }) => endpointId)].map(([endpoint, own]) => {
    const { notificationId, attempts, nextAttemptAt, lastAttempts } = own[0]!;
    const [last] = lastAttempts;
    const outcome =
      last === undefined ? 'not tried yet' : `${last.error ?? ''} ${last.httpStatus ?? ''}`.trim();
    return {
      code: 'not_acknowledged',
      count: own.length,
      ...{ endpoint, notification: notificationId, attempts, outcome, next: nextAttemptAt },
    };
  });
}

function nextStep({ nextDeadline: next, status, overdueSeconds: seconds }: OrderView): OrderReason[] {
  if (next === null) return [];
  const { at, changeId } = next;
  if (seconds > LATE_SECONDS) return [{ code: 'overdue', status: next.status, at, seconds }];
  if (changeId != null) return [{ code: 'change_expires', change: changeId, at }];
  return [{ code: 'next_step', status: next.status, at, isPending: status === 'pending' }];
}
