import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

/** One run of a workflow. */
export interface RunId {
  readonly workflowId: string;
  readonly runId: string;
}

type History = temporal.api.history.v1.IHistory;
type Payloads = temporal.api.common.v1.IPayloads;

/** What local activities leave in a history (the SDK's core names it so). */
const LOCAL_MARKER = 'core_local_activity';

export interface ActivityResult<Result> {
  readonly activity: string;
  readonly result: Result;
}

/**
 * What such activities answered in a run, in its order, local ones included: read from the history, so it is there for as long as
 * Temporal keeps the run. @throws when Temporal is unavailable.
 */
export async function activityResults<Result>(
  client: Client,
  { workflowId, runId }: RunId,
  activities: readonly string[],
): Promise<ActivityResult<Result>[]> {
  return resultsIn<Result>(await client.workflow.getHandle(workflowId, runId).fetchHistory(), activities);
}

function resultsIn<Result>({ events }: History, activities: readonly string[]): ActivityResult<Result>[] {
  const scheduled = new Map<string, string | null | undefined>();
  const results: ActivityResult<Result>[] = [];
  const take = (activity: string | null | undefined, payloads: Payloads | null | undefined) => {
    const [payload] = payloads?.payloads ?? [];
    if (activity && activities.includes(activity) && payload)
      results.push({ activity, result: defaultPayloadConverter.fromPayload<Result>(payload) });
  };
  for (const event of events ?? []) {
    const asked = event.activityTaskScheduledEventAttributes;
    if (asked) scheduled.set(String(event.eventId), asked.activityType?.name);
    const done = event.activityTaskCompletedEventAttributes;
    if (done) take(scheduled.get(String(done.scheduledEventId)), done.result);
    const local = event.markerRecordedEventAttributes;
    if (local?.markerName === LOCAL_MARKER) take(localName(local.details?.data), local.details?.result);
  }
  return results;
}

function localName(data: Payloads | null | undefined): string | undefined {
  const [payload] = data?.payloads ?? [];
  if (!payload) return undefined;
  return defaultPayloadConverter.fromPayload<{ activity_type?: string }>(payload).activity_type;
}
