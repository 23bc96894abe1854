import type { WorkflowHandle } from '@temporalio/client';
import { until } from './until.ts';

/** Until an activity of that workflow has failed, and waits for its next attempt. */
export async function untilWaiting(handle: WorkflowHandle): Promise<void> {
  await until(async () => {
    const { raw } = await handle.describe();
    return raw.pendingActivities?.some(({ lastFailure }) => lastFailure != null);
  });
}
