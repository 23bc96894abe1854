import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import pMap from 'p-map';
import { isLive } from '../../../domain/order-state.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/contract.ts';
import { movesIn } from '../../support/data/history.ts';
import { type Books, type EventRow, isAtRest, type OrderRow } from '../facts.ts';
import { type Violation, violations } from './violation.ts';

const CONCURRENCY = 8;

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
  const check = async (info: WorkflowExecutionInfo) => {
    const order = orders.get(info.workflowId) as OrderRow;
    const seen = movesIn(await client.workflow.getHandle(order.id).fetchHistory());
    // A refund after the trip is written beside the workflow, which has ended; unless it came before that and had its turn behind the last move.
    const inTurn = (events.get(order.id) ?? []).filter(
      (e) => e.from_status !== 'completed' || seen.includes(moveOf(e)),
    );
    const fault = await disagreement(client, info, { ...order, sequence: inTurn.length });
    if (fault !== undefined) disagreements.push(`${order.id}: ${fault}`);
    const difference = historyDiffers(seen, inTurn);
    if (difference !== undefined) histories.push(`${order.id}: ${difference}`);
  };
  await pMap(rest, check, { concurrency: CONCURRENCY });
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
    ...violations('the workflow history has every move of the books', histories),
  ];
}

const moveOf = ({ sequence, to_status }: EventRow) => `${sequence} ${to_status}`;

/**
 * What a workflow's history knows of, against the events of its order.
 *
 * @param seen in the order in which it came to know: one that reads where the order is may find a change's end behind the move that it came with.
 */
export function historyDiffers(seen: readonly string[], events: readonly EventRow[]): string | undefined {
  const written = events
    .filter((e, index) => index > 0 && (seen.includes(moveOf(e)) || !endsWithMove(e, events[index + 1])))
    .map(moveOf);
  const inOrder = seen.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  return inOrder.join() === written.join() ? undefined : `${seen.join()}; books: ${written.join()}`;
}

/** A change that ends with the move behind it is written together with that: the workflow learns of both as one. */
function endsWithMove({ from_status, to_status, reason }: EventRow, next: EventRow | undefined): boolean {
  const isEnd = from_status === to_status && /^change_(expired|declined|withdrawn)/.test(reason);
  return isEnd && next !== undefined && next.from_status !== next.to_status;
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
  if (expected === 'RUNNING') {
    return (await isAtRest(client, order.id)) ? undefined : 'a task or an activity is pending';
  }
  const { status, events } = (await client.workflow.getHandle(order.id).result()) as {
    status: string;
    events: number;
  };
  const isSame = status === order.status && events === order.sequence;
  return isSame ? undefined : `it ended with ${status} ${events}`;
}
