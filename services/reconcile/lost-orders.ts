import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import pMap from 'p-map';
import { statesOf, studiosOf } from '../../db/queries/operators/reconciliation.ts';
import { isOrderId } from '../../domain/ids.ts';
import { programOf } from '../../lib/temporal/programs.ts';
import { ORDER_WORKFLOW, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import type { Sources } from './compare.ts';
import { type LateDelivery, readEvents, readLateDeliveries } from './lost-notifications.ts';
import { workflowStateOf } from './workflow-state.ts';

/** An order that Temporal knows of and the database does not: it was taken after the backup that was restored. */
export interface LostOrder {
  readonly id: string;
  /** Who ordered. */
  readonly merchantKey: string | undefined;
  /** Whose guide it was; undefined where the database does not have the guide either. */
  readonly studioKey: string | undefined;
  readonly guideId: string | undefined;
  /** `YYYY-MM-DD` */
  readonly tripDate: string | undefined;
  /** The order's last state that Temporal knows. */
  readonly status: string | undefined;
  /** The workflow's: `running`, `completed`, `terminated` by a repair, … */
  readonly workflow: string;
  readonly takenAt: Date;
  /** Null: its workflow runs. */
  readonly endedAt: Date | null;
  /** `#1 pending`, `#2 confirmed`: what happened to it. */
  readonly events: readonly string[];
  readonly deliveries: readonly LateDelivery[];
}

type Asked = Pick<Sources, 'orm' | 'client'>;

const BATCH = 200;
/** Orders that are read at once: each is a handful of calls to Temporal. */
const AT_ONCE = { concurrency: 8 };

/**
 * Every order that Temporal still knows of, running or ended, and that the database does not have. Of those that ended Temporal keeps what its
 * namespace's retention says. It reads the list of all orders' workflows, and the histories of the lost ones.
 */
export async function findLostOrders({ orm, client }: Asked): Promise<LostOrder[]> {
  const lost = new Map<string, WorkflowExecutionInfo[]>();
  for await (const batch of orderRuns(client)) {
    const known = await statesOf(orm.em.fork(), [...new Set(batch.map(({ workflowId }) => workflowId))]);
    for (const run of batch) {
      if (known.has(run.workflowId)) continue;
      lost.set(run.workflowId, [...(lost.get(run.workflowId) ?? []), run]);
    }
  }
  const orders = await pMap([...lost.values()], (runs) => describeOrder(client, runs), AT_ONCE);
  return await withParties({ orm }, orders);
}

async function* orderRuns(client: Client): AsyncGenerator<WorkflowExecutionInfo[]> {
  let batch: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query: `WorkflowType = '${ORDER_WORKFLOW}'` })) {
    // Others may live in the same namespace.
    if (!isOrderId(run.workflowId) || programOf(run.taskQueue) === undefined) continue;
    batch.push(run);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** @param runs of one order: after a repair or an upgrade there are several. */
async function describeOrder(client: Client, runs: readonly WorkflowExecutionInfo[]): Promise<LostOrder> {
  const inOrder = runs.toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime());
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!];
  const { typedSearchAttributes: marks } = last;
  // The server itself, not its list, which lags behind.
  const { status, orderStatus } = await workflowStateOf(client, last.workflowId);
  return {
    id: last.workflowId,
    merchantKey: marks.get(SEARCH_ATTRIBUTES.merchantKey),
    studioKey: undefined,
    guideId: marks.get(SEARCH_ATTRIBUTES.guideId),
    tripDate: marks.get(SEARCH_ATTRIBUTES.tripDate)?.toISOString().slice(0, 10),
    status: orderStatus ?? marks.get(SEARCH_ATTRIBUTES.orderStatus),
    workflow: status,
    takenAt: first.startTime,
    endedAt: last.closeTime ?? null,
    events: await readEvents(client, inOrder),
    deliveries: await readLateDeliveries(client, last.workflowId),
  };
}

/**
 * Whose guides they are, by the database. What was made there since the order was taken does not count: a restored database
 * gives numbers out again.
 */
async function withParties({ orm }: Pick<Asked, 'orm'>, orders: readonly LostOrder[]): Promise<LostOrder[]> {
  const em = orm.em.fork();
  const studios = await studiosOf(em, [...new Set(orders.flatMap(({ guideId }) => guideId ?? []))]);
  return orders.map((order) => {
    const ofThen = (owner: { merchantKey: string; createdAt: Date } | undefined) =>
      owner !== undefined && owner.createdAt <= order.takenAt ? owner.merchantKey : undefined;
    return { ...order, studioKey: ofThen(studios.get(order.guideId ?? '')) };
  });
}
