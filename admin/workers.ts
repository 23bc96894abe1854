import type { Client } from '@temporalio/client';
import type { WorkerRole } from '../lib/config.ts';
import { TASK_QUEUES } from '../workflows/contract.ts';
import { OperatorError } from './refusal.ts';

/** temporal.api.enums.v1.TaskQueueType */
const WORKFLOW_TASKS = 1;

/** When a worker of that role last polled; undefined: none has for some minutes. Idle ones poll once a minute. */
async function lastSeen(
  client: Client,
  role: Exclude<WorkerRole, 'notifications'>,
): Promise<Date | undefined> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: TASK_QUEUES[role] },
    taskQueueType: WORKFLOW_TASKS,
  });
  const times = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000);
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/** @throws OperatorError where certainly nobody would carry it out. */
export async function requireWorker(
  client: Client,
  role: Exclude<WorkerRole, 'notifications'>,
): Promise<void> {
  if ((await lastSeen(client, role)) !== undefined) return;
  throw new OperatorError(
    `no worker with the role ${role} runs: start one, then repeat this command. Nothing was changed`,
    { exit: 'noWorker' },
  );
}

/** What was sent was not carried out in time. @throws where not even Temporal answers. */
export async function noAnswer(
  client: Client,
  role: Exclude<WorkerRole, 'notifications'>,
): Promise<OperatorError> {
  const seen = await lastSeen(client, role);
  const when = seen === undefined ? 'none has been seen' : `one was last seen ${seen.toISOString()}`;
  return new OperatorError(
    `no worker with the role ${role} has answered (${when}). It may be carried out yet: repeat the same command, which goes on with it`,
    { exit: 'noWorker' },
  );
}
