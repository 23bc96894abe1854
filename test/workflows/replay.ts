import { type History, historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { unusedTimers } from '../../activities/workers.ts';
import { judge } from '../../tools/replay/judge.ts';
import { testWorkflows } from '../support/servers/index.ts';

/** On the bundle that ships, timers included. @param history also as JSON. @throws Error with the cause. */
export async function replay(history: History, workflowId = 'fake'): Promise<void> {
  const isJson = typeof history.events?.[0]?.eventId === 'string';
  const parsed = isJson ? historyFromJSON(history) : history;
  for await (const { failure } of judge(await testWorkflows(), [{ workflowId, history: parsed }])) {
    if (failure !== undefined) throw new Error(failure);
  }
}

/** Commands only, whatever the time: what timers wait for depends on it. @throws DeterminismViolationError */
export async function replayAtAnotherTime(history: History): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle: await testWorkflows(), sinks: unusedTimers }, history);
}
