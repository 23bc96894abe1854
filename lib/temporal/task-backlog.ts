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
  const { stats } = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
    describe(client, TASK_QUEUES.orders, 'workflow'),
  );
  if (!stats?.tasksDispatchRate) return 0;
  return ageOf(stats.approximateBacklogAge);
}

type TaskType = keyof typeof TASK_TYPES;

async function describe(client: Client, queue: string, type: TaskType) {
  return await client.workflowService.describeTaskQueue({
    ...{ namespace: client.options.namespace, taskQueue: { name: queue }, taskQueueType: TASK_TYPES[type] },
    reportStats: true,
  });
}

type Described = Awaited<ReturnType<typeof describe>>;

/** The last poll that Temporal knows of; it forgets pollers after five minutes. */
function lastPollIn(described: readonly Described[]): Date | undefined {
  const polls = described.flatMap(({ pollers }) => pollers ?? []);
  const last = Math.max(0, ...polls.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0)));
  return last === 0 ? undefined : new Date(last * 1_000);
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
    Promise.all((['workflow', 'activity'] as const).map((type) => describe(client, queue, type))),
  );
  return {
    pollers: new Set(described.flatMap(({ pollers }) => pollers ?? []).map(({ identity }) => identity)).size,
    lastPollAt: lastPollIn(described),
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
export async function pollOf(client: Client, queue: string, type: TaskType): Promise<Poll> {
  const lastAt = lastPollIn([await withinDeadline(client, () => describe(client, queue, type))]);
  return { queue, isPolled: Date.now() - (lastAt?.getTime() ?? 0) < POLLED_WITHIN_MS, lastAt };
}
