import type { Client } from '@temporalio/client';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { withinDeadline } from './calling.ts';

const DEADLINE_MS = 500;
/** For a person who waits. */
const DESCRIBE_MS = 1_500;
/** Values of the API's enum. */
const TASK_TYPES = { workflow: 1, activity: 2 } as const;
/** A poll takes a minute where nothing comes; the server names pollers of the last five. */
const POLLED_WITHIN_MS = 90_000;

type Age = { readonly seconds?: unknown; readonly nanos?: number | null } | null | undefined;

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
  return ageOf(stats.approximateBacklogAge);
}

function ageOf(age: Age): number {
  return Number(age?.seconds ?? 0) * 1_000 + (age?.nanos ?? 0) / 1_000_000;
}

export interface QueueDescription {
  /** Connections that have polled it within some minutes; idle ones poll once a minute. */
  readonly pollers: number;
  readonly lastPollAt: Date | undefined;
  /** Tasks of workflows and activities that wait, roughly; and how long the oldest has. */
  readonly backlog: number;
  readonly oldestMs: number;
}

/** A task queue, as Temporal sees it. @throws when it does not answer in time. */
export async function describeQueue(client: Client, queue: string): Promise<QueueDescription> {
  const described = await client.withDeadline(Date.now() + DESCRIBE_MS, () =>
    Promise.all(
      Object.values(TASK_TYPES).map((taskQueueType) =>
        client.workflowService.describeTaskQueue({
          ...{ namespace: client.options.namespace, taskQueue: { name: queue }, taskQueueType },
          reportStats: true,
        }),
      ),
    ),
  );
  const polls = described.flatMap(({ pollers }) => pollers ?? []);
  const lastPoll = Math.max(0, ...polls.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0)));
  return {
    pollers: new Set(polls.map(({ identity }) => identity)).size,
    lastPollAt: lastPoll === 0 ? undefined : new Date(lastPoll * 1_000),
    backlog: described.reduce((sum, { stats }) => sum + Number(stats?.approximateBacklogCount ?? 0), 0),
    oldestMs: Math.max(...described.map(({ stats }) => ageOf(stats?.approximateBacklogAge))),
  };
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
