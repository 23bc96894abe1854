import type { Client } from '@temporalio/client';

/** So far back the last workflow task is searched: signals and timers may follow it. */
const EVENTS = 50;
const WORDS = 120;

/** One answer of DescribeWorkflowExecution, as far as it is needed here. */
interface Described {
  readonly status: { readonly name: string };
  readonly runId: string;
  readonly workflowId: string;
  readonly raw: { readonly pendingWorkflowTask?: { readonly attempt?: number | null } | null };
}

/**
 * Why a running workflow's task fails again and again: its code throws, or its history can't be replayed. Such a
 * workflow makes no progress until its code is mended or it is started again. Undefined where none fails; a task that timed
 * out (its worker was killed, say) is tried again by itself.
 */
export async function failureOf(
  client: Client,
  { status, runId, workflowId, raw }: Described,
): Promise<string | undefined> {
  const isRepeated = status.name === 'RUNNING' && (raw.pendingWorkflowTask?.attempt ?? 0) > 1;
  if (!isRepeated) return undefined;
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: EVENTS,
  });
  const last = (history?.events ?? []).find(
    (event) =>
      event.workflowTaskFailedEventAttributes ??
      event.workflowTaskCompletedEventAttributes ??
      event.workflowTaskTimedOutEventAttributes,
  );
  const failed = last?.workflowTaskFailedEventAttributes;
  if (failed == null) return undefined;
  return (failed.failure?.message ?? 'its workflow task fails').replace(/\s+/g, ' ').slice(0, WORDS);
}
