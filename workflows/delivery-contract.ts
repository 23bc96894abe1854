/** What the delivery workflow and its callers agree on. As in contract.ts, everything here ends up in histories: ids, instants, fixed words. */
import { defineSignal } from '@temporalio/workflow';

/** Delivers the notifications of one subject that one endpoint did not acknowledge at once. */
export const DELIVERY_WORKFLOW = 'delivery';

/** The notifications of one subject to one endpoint, in order. */
export interface Queue {
  /** The order, the conversation, the settlement, the endpoint or the merchant. */
  readonly subjectId: string;
  readonly endpointId: string;
}

/** The queue's only owner, but for first attempts. */
export function deliveryWorkflowId({ subjectId, endpointId }: Queue): string {
  return `delivery-${subjectId}-${endpointId}`;
}

export interface DeliveryInput extends Queue {
  /** The owner of the endpoint, by which workers are shared among merchants. */
  readonly merchantKey: string;
}

/** Read the database again: something is due, or no longer waits. */
export const wakeSignal = defineSignal('wake');

export interface ResolvedDelivery {
  /** `skipped`: the endpoint has no address. */
  readonly outcome: 'acknowledged' | 'skipped' | 'abandoned';
  readonly attempts: number;
}

/** Not delivered for so long that operators should see it; reported once, then the attempts go on. */
export interface StuckDelivery {
  readonly notificationId: string;
  readonly attempts: number;
  /** RFC 3339, UTC: when its event happened, or when it was requested again. */
  readonly since: string;
  readonly nextAttemptAt: string;
  /** A fixed word, and the HTTP status where one came. */
  readonly cause: string;
}

/** What a run of `deliver` ends with. */
export type DeliveryReport =
  /** What it resolved, in order; `isMore`: something may wait yet. */
  | {
      readonly is: 'resolved';
      readonly resolved: readonly ({ readonly notificationId: string } & ResolvedDelivery)[];
      readonly isMore: boolean;
    }
  | ({ readonly is: 'stuck' } & StuckDelivery);

export interface DeliveryActivities {
  /**
   * Delivers what waits, one after the other. Retried by Temporal until nothing waits: it fails with `nextRetryDelay` after each attempt
   * that is not acknowledged.
   * @param reported the notification that was reported as stuck.
   */
  deliver(queue: Queue, reported?: string): Promise<DeliveryReport>;
}
