import type { Client } from '@temporalio/client';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { withinDeadline } from './calling.ts';

const DEADLINE_MS = 500;
/** Values of the API's enum. */
const TASK_TYPES = { workflow: 1, activity: 2 } as const;
/** A poll takes a minute where nothing comes; the server names pollers of the last five. */
const POLLED_WITHIN_MS = 90_000;

/**
 * How long the oldest first task of an order has waited for the workers, in milliseconds; 0 where none waits, or nobody works.
 * @throws when Temporal does not answer within half a second.
 */
export async function waitOfFirstTasks(client: Client): Promise<number> {
  const request = {
    namespace: client.options.namespace,
    taskQueue: { name: TASK_QUEUES.orders },
    taskQueueType: TASK_TYPES.workflow,
    reportStats: true,
  };
  const { stats } = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
    client.workflowService.describeTaskQueue(request),
  );
  if (!stats?.tasksDispatchRate) return 0;
  const { seconds, nanos } = stats.approximateBacklogAge ?? {};
  return Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000;
}

/** Whether workers poll a task queue. */
export interface Poll {
  readonly queue: string;
  readonly isPolled: boolean;
  /** The last poll that Temporal knows of; undefined: none in five minutes. */
  readonly lastAt: Date | undefined;
}

/** @throws when Temporal does not answer within five seconds. */
export async function pollOf(client: Client, queue: string, type: keyof typeof TASK_TYPES): Promise<Poll> {
  const request = {
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: TASK_TYPES[type],
  };
  const { pollers } = await withinDeadline(client, () => client.workflowService.describeTaskQueue(request));
  const times = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000);
  const last = times.reduce((newest, at) => Math.max(newest, at), 0);
  return {
    queue,
    isPolled: Date.now() - last < POLLED_WITHIN_MS,
    lastAt: last === 0 ? undefined : new Date(last),
  };
}
