import type { HistoryAndWorkflowId } from '@temporalio/client';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { watchTimers } from './timers.ts';

export interface Verdict {
  readonly workflowId: string;
  /** Why it can't be replayed, on one line; undefined where it can. */
  readonly failure?: string;
}

const MAX_WORDS = 400;

/**
 * Replays histories on a bundle of workflows, one after the other: the next is asked for when one is done. One whose timers are for
 * something else, or for another time, fails like one that has other commands.
 */
export async function* judge(
  workflowBundle: WorkflowBundleOption,
  histories: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
): AsyncIterable<Verdict> {
  const timers = watchTimers();
  async function* watched() {
    for await (const one of histories) {
      timers.begin(one.history as History);
      yield one;
    }
  }
  const options = { workflowBundle, sinks: timers.sinks };
  for await (const { workflowId, error } of Worker.runReplayHistories(options, watched())) {
    const message = error?.message ?? timers.difference();
    const failure = message?.replace(/\s+/g, ' ').slice(0, MAX_WORDS);
    yield { workflowId, ...(failure !== undefined && { failure }) };
  }
}
