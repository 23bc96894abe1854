import type { HistoryAndWorkflowId } from '@temporalio/client';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';

export interface Verdict {
  readonly workflowId: string;
  /** Why it can't be replayed, on one line; undefined where it can. */
  readonly failure?: string;
}

const MAX_WORDS = 400;

/** Replays histories on a bundle of workflows, one after the other: the next is asked for when one is done. */
export async function* judge(
  workflowBundle: WorkflowBundleOption,
  histories: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
): AsyncIterable<Verdict> {
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    const failure = error?.message.replace(/\s+/g, ' ').slice(0, MAX_WORDS);
    yield { workflowId, ...(failure !== undefined && { failure }) };
  }
}
