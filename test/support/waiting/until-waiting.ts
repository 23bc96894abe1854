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

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/**
 * Until that workflow is started, activities of it have failed and wait for their next attempt, and nothing else of it is under way. What
 * follows may cancel them: the time-skipping server loses a workflow task that cancels an activity which has just ended.
 */
export async function untilWaiting(handle: WorkflowHandle): Promise<void> {
  await untilStarted(handle);
  await until(async () => {
    const open = openActivities(await handle.fetchHistory());
    if (open === undefined) return false;
    const { raw } = await handle.describe();
    const waiting = (raw.pendingActivities ?? []).filter(({ lastFailure }) => lastFailure != null);
    return (
      waiting.length > 0 &&
      waiting.length === open.size &&
      waiting.every(({ activityId }) => open.has(activityId))
    );
  });
}

/** @returns ids of the activities that have not ended; undefined while a workflow task is under way, which may schedule more. */
function openActivities({ events }: History): Set<unknown> | undefined {
  const open = new Map<string, unknown>();
  let isTaskDone = true;
  for (const event of events ?? []) {
    if (event.workflowTaskScheduledEventAttributes) isTaskDone = false;
    if (event.workflowTaskCompletedEventAttributes) isTaskDone = true;
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) open.set(String(event.eventId), scheduled.activityId);
    const ended =
      event.activityTaskCompletedEventAttributes ??
      event.activityTaskFailedEventAttributes ??
      event.activityTaskTimedOutEventAttributes ??
      event.activityTaskCanceledEventAttributes;
    if (ended) open.delete(String(ended.scheduledEventId));
  }
  return isTaskDone ? new Set(open.values()) : undefined;
}
