import { type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import { until } from '../until.ts';

/** An order is acknowledged before its workflow is started: until then there is none to look at, or to signal. */
export async function untilStarted(handle: WorkflowHandle): Promise<void> {
  await until(() =>
    handle.describe().catch((error) => {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }),
  );
}

/** Until that workflow is started, and nothing of it is under way but activities that have failed and wait for their next attempt. */
export async function untilWaiting(handle: WorkflowHandle): Promise<void> {
  await untilStarted(handle);
  await until(async () => {
    const { pendingActivities: pending, pendingWorkflowTask } = (await handle.describe()).raw;
    if (!pending?.length || pendingWorkflowTask != null) return false;
    return pending.every(({ state, lastFailure }) => state === SCHEDULED && lastFailure != null);
  });
}

/** temporal.api.enums.v1.PendingActivityState */
const SCHEDULED = 1;
