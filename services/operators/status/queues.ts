import type { Client } from '@temporalio/client';
import type { KnownProcess } from '../../../db/queries/platform/heartbeats.ts';
import { describeQueue, type QueueDescription } from '../../../lib/temporal/task-backlog.ts';
import { TASK_QUEUES } from '../../../workflows/contract.ts';
import { orNull } from './deps.ts';

export interface QueueStatus {
  readonly queue: string;
  /** By heartbeats; where the database is unavailable, by Temporal. */
  readonly isPolled: boolean;
  /** How many say that they poll it; null: the database was not asked. */
  readonly processes: number | null;
  /** Seen by Temporal within some minutes; null: it was not asked. */
  readonly pollers: number | null;
  readonly lastPollAt: string | null;
  /** Tasks that wait, roughly. */
  readonly backlog: number | null;
  readonly oldestSeconds: number | null;
}

/** Of each task queue: who polls it, and what waits. */
export async function readQueues(
  client: Client | undefined,
  known: readonly KnownProcess[] | null,
): Promise<QueueStatus[]> {
  const names = Object.values(TASK_QUEUES);
  const described = await Promise.all(
    names.map(async (queue) => client && (await orNull(() => describeQueue(client, queue)))),
  );
  return names.map((queue, index) => statusOf(queue, known, described[index]));
}

function statusOf(
  queue: string,
  known: readonly KnownProcess[] | null,
  seen: QueueDescription | null | undefined,
): QueueStatus {
  const polling = known?.filter(({ isSilent, taskQueues }) => !isSilent && taskQueues.includes(queue));
  const processes = polling?.length ?? null;
  return {
    ...{ queue, processes, isPolled: (processes ?? seen?.pollers ?? 0) > 0 },
    pollers: seen?.pollers ?? null,
    lastPollAt: seen?.lastPollAt?.toISOString() ?? null,
    backlog: seen?.backlog ?? null,
    oldestSeconds: seen == null ? null : Math.round(seen.oldestMs / 1_000),
  };
}
