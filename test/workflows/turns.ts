import { activityInfo } from '@temporalio/activity';
import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Wake } from '../../activities/notifications/announcing.ts';
import { type DeliveryActivities, deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import { until } from '../support/until.ts';

/** The two sides of a delivery that must not meet. */
export interface Turns {
  readonly wake: Wake;
  deliver(deliver: DeliveryActivities['deliver']): DeliveryActivities['deliver'];
}

/**
 * Wakes of a delivery, which cancel its activity, and the ends of its attempts, one after the other. The time-skipping server loses
 * a workflow task that cancels an activity which ended meanwhile; keeps the time for ever for one that is cancelled before
 * a worker has begun it; and drops the failure of one whose cancellation was asked for, since it takes it for a retry. Each leaves the
 * delivery, or the time, at a standstill. The server that operators run has them right (mailbox.test.ts, storm.test.ts).
 */
export function createTurns(client: Client, wake: Wake): Turns {
  const waking = new Map<string, Promise<unknown>>();
  const attempts = new Map<string, 'begun' | 'ended'>();
  const cancelled = new Set<string>();

  /** No workflow task is open, and each attempt is either under way or waited for. */
  async function isAtRest(handle: WorkflowHandle): Promise<boolean> {
    const described = await describe(handle);
    if (described?.status.name !== 'RUNNING') return true;
    const { events } = await handle.fetchHistory();
    if (!events?.findLast(isOfTask)?.workflowTaskCompletedEventAttributes) return false;
    for (const activityId of cancelledIn(events)) cancelled.add(`${described.runId} ${activityId}`);
    // It was described before the task was looked for: what has ended since then has opened one.
    return (described.raw.pendingActivities ?? []).every(({ activityId, attempt }) => {
      const key = `${described.runId} ${activityId} ${attempt}`;
      return attempts.has(key) ? attempts.get(key) === 'begun' : Number(attempt) > 1;
    });
  }

  async function wakeAtRest(queue: Parameters<Wake>[0]): Promise<void> {
    const handle = client.workflow.getHandle(deliveryWorkflowId(queue));
    await until(() => isAtRest(handle));
    await wake(queue);
    await until(() => isAtRest(handle));
  }

  return {
    wake: async (queue) => {
      const id = deliveryWorkflowId(queue);
      const turn = (waking.get(id) ?? Promise.resolve()).then(() => wakeAtRest(queue));
      const done = turn.catch(() => undefined);
      waking.set(id, done);
      void done.then(() => waking.get(id) === done && waking.delete(id));
      await turn;
    },
    deliver:
      (deliver) =>
      async (...args) => {
        const { workflowExecution, activityId, attempt } = activityInfo();
        const { workflowId = '', runId } = workflowExecution ?? {};
        const key = `${runId} ${activityId} ${attempt}`;
        attempts.set(key, 'begun');
        const [result] = await Promise.allSettled([deliver(...args)]);
        while (waking.has(workflowId)) await waking.get(workflowId);
        attempts.set(key, 'ended');
        if (result.status === 'fulfilled') return result.value;
        throw cancelled.has(`${runId} ${activityId}`) ? asIfFinal(result.reason) : result.reason;
      },
  };
}

/** What is to be cancelled is not tried again. */
const asIfFinal = (error: unknown) => ApplicationFailure.fromError(error, { nonRetryable: true });

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

/** The ids of activities whose cancellation was requested. */
const cancelledIn = (events: readonly HistoryEvent[]) =>
  events.flatMap(({ activityTaskCancelRequestedEventAttributes: request }) => {
    const scheduled = events.find(({ eventId }) => request && eventId?.eq(request.scheduledEventId ?? 0));
    return scheduled?.activityTaskScheduledEventAttributes?.activityId ?? [];
  });

const isOfTask = (event: HistoryEvent) =>
  event.workflowTaskScheduledEventAttributes != null ||
  event.workflowTaskStartedEventAttributes != null ||
  event.workflowTaskCompletedEventAttributes != null;

async function describe(handle: WorkflowHandle) {
  return await handle.describe().catch((error) => {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  });
}
