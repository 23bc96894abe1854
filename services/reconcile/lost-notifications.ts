import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { conversationOf, MESSAGE_TAG } from '../../domain/ids.ts';
import { activityResults, type RunId } from '../../lib/temporal/activity-results.ts';
import { type Announcement, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryReport,
  deliveryWorkflowId,
} from '../../workflows/delivery-contract.ts';

/** A notification of an order that the database does not have, as Temporal knows it. */
export interface Notified {
  readonly endpointId: string;
  /** Whose endpoint it is, where a delivery says so. */
  readonly merchantKey: string | undefined;
  /** `#2 confirmed`, or `message 3`. */
  readonly label: string;
  /** `acknowledged`, `skipped`, `abandoned`, or why it was not at the first attempt. */
  readonly outcome: string;
}

const ACKNOWLEDGED = 'acknowledged';

/** Whether its receiver has acknowledged it. */
export const isAcknowledged = ({ outcome }: Notified) => outcome === ACKNOWLEDGED;

/**
 * What an order's workflow and its deliveries say of its notifications, each once. What was acknowledged at the first attempt stands in the
 * order's history, what was later in the delivery's. Messages that were acknowledged at once are in neither.
 * @param runs of the order, the oldest first.
 */
export async function readNotified(
  client: Client,
  orderId: string,
  runs: readonly RunId[],
): Promise<Notified[]> {
  const found = new Map<string, Notified>();
  for (const run of runs) {
    for (const { notifications } of await activityResults<Announcement>(client, run, 'announce'))
      for (const { endpointId, label, outcome } of notifications)
        note(found, { endpointId, merchantKey: undefined, label, outcome: wordOf(outcome) });
  }
  for (const subjectId of [orderId, conversationOf(orderId)])
    for (const run of await deliveriesOf(client, subjectId))
      await noteDelivery(client, subjectId, run, found);
  return [...found.values()];
}

/** An acknowledgement is never taken back: an order that is started again announces what it has announced before. */
function note(found: Map<string, Notified>, one: Notified): void {
  const key = `${one.endpointId} ${one.label}`;
  const known = found.get(key);
  if (known === undefined || !isAcknowledged(known)) found.set(key, { ...known, ...one });
}

/** `acknowledged, attempts: 1` is `acknowledged`; words of what was left to a delivery stay as they are. */
const wordOf = (outcome: string) => outcome.replace(/, attempts: \d+$/, '');

async function deliveriesOf(client: Client, subjectId: string): Promise<WorkflowExecutionInfo[]> {
  const prefix = deliveryWorkflowId({ subjectId, endpointId: '' });
  const query = `WorkflowType = '${DELIVERY_WORKFLOW}' and WorkflowId starts_with '${prefix}'`;
  const runs: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query })) runs.push(run);
  return runs.toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime());
}

async function noteDelivery(
  client: Client,
  subjectId: string,
  run: WorkflowExecutionInfo,
  found: Map<string, Notified>,
): Promise<void> {
  const endpointId = run.workflowId.slice(deliveryWorkflowId({ subjectId, endpointId: '' }).length);
  const merchantKey = run.typedSearchAttributes.get(SEARCH_ATTRIBUTES.merchantKey);
  for (const [key, one] of found) if (one.endpointId === endpointId) found.set(key, { ...one, merchantKey });
  for (const report of await activityResults<DeliveryReport>(client, run, 'deliver')) {
    if (report.is === 'stuck') continue;
    for (const { notificationId, outcome } of report.resolved)
      note(found, { endpointId, merchantKey, label: labelOf(notificationId, endpointId, found), outcome });
  }
}

/**
 * A delivery knows a notification's number only; the announcement that left it to the delivery has the event's name. Both are in the
 * events' order.
 */
function labelOf(notificationId: string, endpointId: string, found: ReadonlyMap<string, Notified>): string {
  const [, sequence = '', tag] = /-(\d+)([a-z]?)/.exec(notificationId) ?? [];
  if (tag === MESSAGE_TAG) return `message ${sequence}`;
  const announced = [...found.values()].find(
    (one) => one.endpointId === endpointId && one.label.startsWith(`#${sequence} `) && !isAcknowledged(one),
  );
  return announced?.label ?? `#${sequence}`;
}
