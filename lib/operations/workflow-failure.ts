import type { Client } from '@temporalio/client';

/** So far back the last workflow task is searched: signals and timers may follow it. */
const EVENTS = 50;
const WORDS = 120;
/**
 * Attempts that a task which first timed out has begun before it counts as failing: three in a row were lost, in half a minute. A
 * worker that is killed costs one.
 */
const MANY_ATTEMPTS = 4;
/** Of a server from 1.30 on, where it is switched on (docs/operations.md). */
export const REPORTED_PROBLEMS = 'TemporalReportedProblems';

/** One answer of DescribeWorkflowExecution, as far as it is needed here. */
interface Described {
  readonly status: { readonly name: string };
  readonly runId: string;
  readonly workflowId: string;
  readonly searchAttributes?: Readonly<Record<string, unknown>>;
  readonly raw: { readonly pendingWorkflowTask?: { readonly attempt?: number | null } | null };
}

/**
 * Why a running workflow's task fails again and again: its code throws, or its history can't be replayed. Such a
 * workflow makes no progress until its code is mended or it is started again. Undefined where none fails; a task that timed
 * out (its worker was killed, say) is tried again by itself. A history has the first failure of a task only: what fails after a first
 * attempt that timed out is judged by the number of attempts.
 */
export async function failureOf(client: Client, described: Described): Promise<string | undefined> {
  const attempt = described.raw.pendingWorkflowTask?.attempt ?? 0;
  if (described.status.name !== 'RUNNING' || attempt <= 1) return undefined;
  const last = await lastTaskEvent(client, described);
  const failed = last?.workflowTaskFailedEventAttributes;
  if (failed != null) return inOneLine(failed.failure?.message ?? 'its workflow task fails');
  const problems = described.searchAttributes?.[REPORTED_PROBLEMS];
  if (attempt < MANY_ATTEMPTS && problems === undefined) return undefined;
  const since = last?.eventTime?.seconds;
  const from = since == null ? '' : ` since ${new Date(Number(since) * 1_000).toISOString()}`;
  const says = problems === undefined ? '' : ` (${inOneLine(String(problems))})`;
  return `its workflow task failed or timed out ${attempt - 1} times in a row${from}${says}; the workers' log has the error`;
}

async function lastTaskEvent(client: Client, { workflowId, runId }: Described) {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: EVENTS,
  });
  return (history?.events ?? []).find(
    (event) =>
      event.workflowTaskFailedEventAttributes ??
      event.workflowTaskCompletedEventAttributes ??
      event.workflowTaskTimedOutEventAttributes,
  );
}

/** What somebody else wrote, short enough for a list. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, WORDS);
}
