import { Worker } from '@temporalio/worker';
import { testServers } from '../support/platform.ts';

type History = Parameters<typeof Worker.runReplayHistory>[1];

/** On the bundle that ships. @throws DeterminismViolationError */
export async function replay(history: History, workflowId?: string): Promise<void> {
  const workflowBundle = { codePath: testServers().workflowBundlePath };
  await Worker.runReplayHistory({ workflowBundle }, history, workflowId);
}
