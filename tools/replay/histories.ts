import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, type HistoryAndWorkflowId, isGrpcServiceError } from '@temporalio/client';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { pMapIterable } from 'p-map';
import { ORDER_WORKFLOW } from '../../workflows/contract.ts';
import { DELIVERY_WORKFLOW } from '../../workflows/delivery-contract.ts';
import { HOLD_WORKFLOW } from '../../workflows/hold-contract.ts';
import { SETTLEMENT_RUN_WORKFLOW, SETTLEMENT_WORKFLOW } from '../../workflows/settlement-contract.ts';

/** Ours; others may live in the same namespace. */
export const TYPES = [
  ORDER_WORKFLOW,
  DELIVERY_WORKFLOW,
  HOLD_WORKFLOW,
  SETTLEMENT_WORKFLOW,
  SETTLEMENT_RUN_WORKFLOW,
] as const;

export interface Execution {
  readonly workflowId: string;
  /** Absent: the latest. */
  readonly runId?: string;
}

/** Of gRPC. */
const NOT_FOUND = 5;
/** Fetched at once; as many wait to be replayed, so memory does not grow with the number of orders. */
const FETCHES = 4;
const READ_AHEAD = 8;

/** What a query of Temporal's finds among workflows of these types; page by page. @throws when Temporal refuses the query. */
export async function* listed(
  client: Client,
  types: readonly string[],
  query: string,
): AsyncIterable<Execution> {
  for await (const { workflowId, runId } of client.workflow.list({ query: filterOf(types, query) })) {
    yield { workflowId, runId };
  }
}

/** How many a query finds, nearly: they come and go meanwhile. @throws when Temporal refuses the query. */
export async function countListed(client: Client, types: readonly string[], query: string): Promise<number> {
  return (await client.workflow.count(filterOf(types, query))).count;
}

const filterOf = (types: readonly string[], query: string) =>
  `WorkflowType in (${types.map((type) => `'${type}'`).join(', ')}) and (${query})`;

/** Their histories, in any order. One that does not exist, or has gone since it was listed, is passed to `onGone`. */
export async function* fetched(
  client: Client,
  executions: AsyncIterable<Execution> | Iterable<Execution>,
  onGone: (workflowId: string) => void,
): AsyncIterable<HistoryAndWorkflowId> {
  const fetch = async ({ workflowId, runId }: Execution) => {
    try {
      return { workflowId, history: await client.workflow.getHandle(workflowId, runId).fetchHistory() };
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== NOT_FOUND) throw error;
      onGone(workflowId);
      return undefined;
    }
  };
  const options = { concurrency: FETCHES, backpressure: READ_AHEAD };
  for await (const found of pMapIterable(executions, fetch, options)) if (found !== undefined) yield found;
}

/** What is recorded in the repository, under the names of its files; none where the folder is missing, as in the image. */
export function* recordedIn(folder: string): Iterable<HistoryAndWorkflowId> {
  for (const file of globSync('**/*.json', { cwd: folder }).sort()) {
    const history = historyFromJSON(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    yield { workflowId: file.replace(/\.json$/, ''), history };
  }
}
