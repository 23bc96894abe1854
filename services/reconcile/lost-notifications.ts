import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { conversationOf, MESSAGE_TAG } from '../../domain/ids.ts';
import { activityResults, type RunId } from '../../lib/temporal/activity-results.ts';
import { type RecordedMove, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryReport,
  deliveryWorkflowId,
} from '../../workflows/delivery-contract.ts';

/** What an order's history says of the events that its parties were notified of: activities that write one, and what to add to its state. */
const WRITES: Readonly<Record<string, string>> = {
  recordTransition: '',
  recordChange: ' (change)',
  recordRefund: ' (refund)',
};

/** What an endpoint did not acknowledge at once. */
export interface LateDelivery {
  readonly endpointId: string;
  /** Whose endpoint it is, where its workflow says so. */
  readonly merchantKey: string | undefined;
  /** `#2 acknowledged`, or `message 3 abandoned`. */
  readonly resolved: readonly string[];
  /** Not all of it was resolved when Temporal last knew of it. */
  readonly isWaiting: boolean;
}

/**
 * The events of an order, `#2 confirmed` for example, oldest first, as its workflow wrote them. At each of them all endpoints had a first attempt;
 * those that did not acknowledge it have a delivery.
 * @param runs of the order, the oldest first.
 */
export async function readEvents(client: Client, runs: readonly RunId[]): Promise<string[]> {
  const labels = new Map<number, string>([[1, '#1 pending']]);
  for (const run of runs) {
    const written = await activityResults<RecordedMove>(client, run, Object.keys(WRITES));
    for (const { activity, result } of written) {
      const { recordedAs, status } = result;
      if (recordedAs !== null) labels.set(recordedAs, `#${recordedAs} ${status}${WRITES[activity]}`);
    }
  }
  return [...labels].toSorted(([a], [b]) => a - b).map(([, label]) => label);
}

/** What deliveries of an order and of its conversation say, one for each endpoint that has had any. */
export async function readLateDeliveries(client: Client, orderId: string): Promise<LateDelivery[]> {
  const found = new Map<string, LateDelivery>();
  for (const subjectId of [orderId, conversationOf(orderId)])
    for (const run of await deliveriesOf(client, subjectId)) {
      const one = await lateDelivery(client, subjectId, run);
      const before = found.get(one.endpointId);
      const resolved = [...(before?.resolved ?? []), ...one.resolved];
      found.set(one.endpointId, {
        ...one,
        resolved,
        isWaiting: one.isWaiting || (before?.isWaiting ?? false),
      });
    }
  return [...found.values()];
}

async function deliveriesOf(client: Client, subjectId: string): Promise<WorkflowExecutionInfo[]> {
  const prefix = deliveryWorkflowId({ subjectId, endpointId: '' });
  const query = `WorkflowType = '${DELIVERY_WORKFLOW}' and WorkflowId starts_with '${prefix}'`;
  const runs: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query })) runs.push(run);
  return runs.toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime());
}

async function lateDelivery(
  client: Client,
  subjectId: string,
  run: WorkflowExecutionInfo,
): Promise<LateDelivery> {
  const reports = await activityResults<DeliveryReport>(client, run, ['deliver']);
  return {
    endpointId: run.workflowId.slice(deliveryWorkflowId({ subjectId, endpointId: '' }).length),
    merchantKey: run.typedSearchAttributes.get(SEARCH_ATTRIBUTES.merchantKey),
    resolved: reports.flatMap(({ result }) => (result.is === 'resolved' ? result.resolved.map(labelOf) : [])),
    isWaiting: run.status.name !== 'COMPLETED',
  };
}

function labelOf({ notificationId, outcome }: { notificationId: string; outcome: string }): string {
  const [, sequence = '', tag] = /-(\d+)([a-z]?)/.exec(notificationId) ?? [];
  return `${tag === MESSAGE_TAG ? `message ${sequence}` : `#${sequence}`} ${outcome}`;
}
