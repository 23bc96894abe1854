import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowExecutionInfo, WorkflowHandle } from '@temporalio/client';
import { isLive } from '../../../domain/order-state.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/contract.ts';
import type { Books, OrderRow } from '../facts.ts';
import { movesIn } from '../history.ts';
import { type Violation, violations } from './violation.ts';

const CONCURRENCY = 8;
/**
 * What is under way for longer is stuck. An order may hear of an acknowledgement some ten seconds after it is in the
 * books: its worker died right then and is missed by its silence, or the order had stopped waiting for the answer (0047).
 */
const AT_REST_WITHIN_MS = 30_000;
const POLL_MS = 500;

/** Temporal and the database agree on every order, and nothing is left open. */
export async function checkWorkflows(
  client: Client,
  workflows: readonly WorkflowExecutionInfo[],
  { orders, events }: Books,
): Promise<Violation[]> {
  const known = new Set(workflows.map(({ workflowId }) => workflowId));
  const disagreements: string[] = [];
  const histories: string[] = [];
  const rest = workflows.filter(({ workflowId }) => orders.has(workflowId));
  const lane = async () => {
    for (let info = rest.pop(); info; info = rest.pop()) {
      const order = orders.get(info.workflowId) as OrderRow;
      const fault = await disagreement(client, info, order);
      if (fault !== undefined) disagreements.push(`${order.id}: ${fault}`);
      const written = (events.get(order.id) ?? []).slice(1).map((e) => `${e.sequence} ${e.to_status}`);
      const known = movesIn(await client.workflow.getHandle(order.id).fetchHistory());
      // Moves that were lost together with their worker are found in the database as one: where the order stands now.
      const agrees = known.every((move) => written.includes(move)) && known.at(-1) === written.at(-1);
      if (!agrees) histories.push(`${order.id}: ${known.join()}; books: ${written.join()}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return [
    ...violations(
      'no order without a workflow',
      [...orders.keys()].filter((id) => !known.has(id)),
    ),
    ...violations(
      'no workflow without an order',
      [...known].filter((id) => !orders.has(id)),
    ),
    ...violations('workflow and order agree, and no task is stuck', disagreements),
    ...violations('the workflow history tells of moves in the books only, and of the last', histories),
  ];
}

async function disagreement(
  client: Client,
  info: WorkflowExecutionInfo,
  order: OrderRow,
): Promise<string | undefined> {
  const shown = info.typedSearchAttributes.get(SEARCH_ATTRIBUTES.orderStatus);
  if (shown !== order.status) return `OrderStatus is ${shown}, the order is ${order.status}`;
  const expected = isLive(order.status) ? 'RUNNING' : 'COMPLETED';
  if (info.status.name !== expected) return `${info.status.name}, and the order is ${order.status}`;
  const handle = client.workflow.getHandle(order.id);
  if (expected === 'RUNNING') {
    return (await comesToRest(handle)) ? undefined : 'a task or an activity is pending';
  }
  const { status, events } = (await handle.result()) as { status: string; events: number };
  const isSame = status === order.status && events === order.sequence;
  return isSame ? undefined : `it ended with ${status} ${events}`;
}

async function comesToRest(handle: WorkflowHandle): Promise<boolean> {
  for (const end = Date.now() + AT_REST_WITHIN_MS; Date.now() < end; await sleep(POLL_MS)) {
    const { raw } = await handle.describe();
    if (raw.pendingWorkflowTask == null && (raw.pendingActivities?.length ?? 0) === 0) return true;
  }
  return false;
}
