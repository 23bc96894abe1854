import type { Client, HistoryAndWorkflowId } from '@temporalio/client';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { countListed, fetched, listed, recordedIn } from './histories.ts';
import { judge } from './judge.ts';
import { keepHistory } from './keep.ts';
import type { ReplayOptions } from './options.ts';

export interface ReplayOutput {
  readonly workflowBundle: WorkflowBundleOption;
  /** The folder of recorded histories. */
  readonly histories: string;
  /** Lines for the operator: what was found, and how far it is. */
  readonly print: (line: string) => void;
  readonly progress: (line: string) => void;
}

export interface ReplayDeps extends ReplayOutput {
  readonly client: Client;
}

export interface ReplaySummary {
  readonly replayed: number;
  readonly failed: number;
  /** Named, and not there. Of what a list had, those that went meanwhile are no matter. */
  readonly unknown: number;
}

const PROGRESS_EVERY = 500;

/** Replays what was asked for, and reports each failure at once. @throws when Temporal is unavailable. */
export async function replayRunning(deps: ReplayDeps, options: ReplayOptions): Promise<ReplaySummary> {
  const { client, print } = deps;
  const { ids, query, types, keep } = options;
  let gone = 0;
  const onGone = (workflowId: string) => {
    gone += 1;
    if (query === undefined) print(`${workflowId}: there is no such workflow`);
  };
  const executions =
    query === undefined ? ids.map((workflowId) => ({ workflowId })) : listed(client, types, query);
  const total = query === undefined ? ids.length : await countListed(client, types, query);
  const histories = fetched(client, executions, onGone);
  const seen =
    keep === undefined
      ? histories
      : kept(histories, (one) => print(`kept as ${keepHistory(one, deps.histories, keep)}`));
  const found = await replayAll(deps, seen, total);
  return { ...found, unknown: query === undefined ? gone : 0 };
}

/** Replays what is recorded in the repository, and reports each that fails. */
export async function replayRecorded(output: ReplayOutput): Promise<ReplaySummary> {
  const histories = [...recordedIn(output.histories)];
  if (histories.length === 0) throw new Error(`nothing is recorded in ${output.histories}`);
  return { ...(await replayAll(output, histories, histories.length)), unknown: 0 };
}

async function replayAll(
  { workflowBundle, print, progress }: ReplayOutput,
  histories: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
  total: number,
): Promise<Omit<ReplaySummary, 'unknown'>> {
  let replayed = 0;
  let failed = 0;
  for await (const { workflowId, failure } of judge(workflowBundle, histories)) {
    replayed += 1;
    if (failure !== undefined) {
      failed += 1;
      print(`${workflowId}: ${failure}`);
    }
    if (replayed % PROGRESS_EVERY === 0)
      progress(`${replayed} of about ${total} replayed, ${failed} would fail`);
  }
  return { replayed, failed };
}

async function* kept(
  histories: AsyncIterable<HistoryAndWorkflowId>,
  keep: (one: HistoryAndWorkflowId) => void,
): AsyncIterable<HistoryAndWorkflowId> {
  for await (const one of histories) {
    keep(one);
    yield one;
  }
}
