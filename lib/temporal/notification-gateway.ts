import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import {
  ABANDON_REFUSED,
  type AbandonResult,
  type AnnounceActivities,
  abandonUpdate,
  catchUpSignal,
  deliveryActivityId,
  type NotificationActivities,
  REDELIVERY_WORKFLOW,
  redeliverSignal,
  redeliveryWorkflowId,
  resendSignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
} from '../../workflows/contract.ts';
import { command, withinDeadline } from './calling.ts';

/** temporal.api.enums.v1.PendingActivityState */
const SCHEDULED = 1;
/** A retry that is so near is left to itself: a reset that meets it as it starts would hold it up. */
const NEAR_MS = 1_000;
/** Statuses of gRPC: INVALID_ARGUMENT; NOT_FOUND, no workflow or no such activity; UNIMPLEMENTED. */
const NO_RESET: readonly number[] = [3, 5, 12];

/** What waits for one endpoint to hear of one subject. */
export interface Queue {
  /** The order, the settlement, the endpoint or the merchant. */
  readonly subjectId: string;
  readonly endpointId: string;
  /** A redelivery has it, not the subject's own workflow. */
  readonly isResent: boolean;
}

/** How Temporal may be asked to try now. */
type Pace =
  /** It waits for its next attempt, and nothing else of its workflow does: the wait is ended without a word to the workflow, a third of the work (docs/decisions/0045). */
  | 'waits alone'
  /** The workflow ends the wait, of this endpoint alone. */
  | 'unknown';

interface Resend extends Omit<Queue, 'isResent'> {
  readonly merchantKey: string;
  readonly notificationIds: readonly string[];
  /** Those of them that were resolved, and were opened again. */
  readonly reopenedIds?: readonly string[];
  /** The same for a repetition of the same request, which then sends nothing twice. */
  readonly requestedAt: Date;
}

type DeliveryState = 'queued or running' | 'waiting' | 'none' | 'ended';

export interface NotificationGateway {
  /** Has what waits tried now. False when its workflow has ended. @throws when Temporal is unavailable. */
  retryNow(queue: Queue, pace?: Pace): Promise<boolean>;
  /** Has an order or a settlement look at the database, and go on from where it stands; false where its workflow has ended. */
  catchUp(subjectId: string): Promise<boolean>;
  /** What a workflow has of its notifications' deliveries, or will have when its worker comes to it. `ended`: it has ended, or never was. */
  deliveryOf(queue: Queue): Promise<DeliveryState>;
  /**
   * Gives up on a notification that waits. @param reason kept in the history: nothing personal.
   * @returns how it stands then. @throws CommandRefusedError where its workflow does not have it, Unavailable
   */
  abandon(queue: Queue, notificationId: string, reason: string): Promise<AbandonResult['status']>;
  /** Sends notifications that no other workflow has, or tries those at once that are being sent so. */
  resend(resend: Resend): Promise<void>;
}

/** What is asked of workflows about their notifications. @param now the platform's clock. */
export function createNotificationGateway(client: Client, now: () => Date): NotificationGateway {
  const within = <T>(call: () => Promise<T>) => withinDeadline(client, call);

  const signalRetry = (queue: Queue) =>
    untilEnded(() => client.workflow.getHandle(workflowOf(queue)).signal(redeliverSignal, queue.endpointId));

  /** False when the workflow has ended. */
  async function untilEnded(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await within(call);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  /** Not for one that is under way, which the server would then not believe. */
  async function resetBackoff(queue: Queue): Promise<boolean> {
    try {
      await within(() =>
        client.workflowService.resetActivity({
          namespace: client.options.namespace,
          execution: { workflowId: workflowOf(queue) },
          identity: client.options.identity,
          type: 'deliverNotification' satisfies keyof NotificationActivities,
          resetHeartbeat: true,
        }),
      );
      return true;
    } catch (error) {
      if (!isGrpcServiceError(error) || !NO_RESET.includes(error.code)) throw error;
      return await signalRetry(queue);
    }
  }

  return {
    retryNow: (queue, pace = 'unknown') =>
      pace === 'waits alone' ? resetBackoff(queue) : signalRetry(queue),
    catchUp: (subjectId) => untilEnded(() => client.workflow.getHandle(subjectId).signal(catchUpSignal)),
    deliveryOf: async (queue) => {
      try {
        const { status, raw } = await within(() => client.workflow.getHandle(workflowOf(queue)).describe());
        if (status.name !== 'RUNNING') return 'ended';
        const activities = (raw.pendingActivities ?? []).filter((one) => isDeliveryTo(queue.endpointId, one));
        // A worker that is behind will know more; to signal it would be one thing more that waits for it.
        if (activities.length === 0) return raw.pendingWorkflowTask ? 'queued or running' : 'none';
        return activities.every((one) => isBackingOff(one, now())) ? 'waiting' : 'queued or running';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'ended';
        throw error;
      }
    },
    abandon: async (queue, notificationId, reason) => {
      const kind = { refusal: ABANDON_REFUSED, noun: 'notification' };
      const { status } = await command(client, kind, () =>
        client.workflow
          .getHandle(workflowOf(queue))
          .executeUpdate(abandonUpdate, { args: [{ notificationId, reason }] }),
      );
      return status;
    },
    resend: async ({
      subjectId,
      endpointId,
      merchantKey,
      notificationIds,
      reopenedIds = [],
      requestedAt,
    }) => {
      const request = { notificationIds, requestedAt: requestedAt.toISOString() };
      await within(() =>
        client.workflow.signalWithStart(REDELIVERY_WORKFLOW, {
          workflowId: redeliveryWorkflowId(subjectId, endpointId),
          taskQueue: TASK_QUEUES.orders,
          args: [{ orderId: subjectId, merchantKey, endpointId }],
          signal: resendSignal,
          signalArgs: [reopenedIds.length > 0 ? { ...request, reopenedIds } : request],
          typedSearchAttributes: new TypedSearchAttributes([
            { key: SEARCH_ATTRIBUTES.merchantKey, value: merchantKey },
          ]),
          staticSummary: `notifications of ${subjectId} to ${endpointId}, for ${merchantKey}`,
        }),
      );
    },
  };
}

function workflowOf({ subjectId, endpointId, isResent }: Queue): string {
  return isResent ? redeliveryWorkflowId(subjectId, endpointId) : subjectId;
}

type PendingActivity = NonNullable<
  Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>['raw']['pendingActivities']
>[number];

/** An announcement may be one to any endpoint. */
function isDeliveryTo(endpointId: string, { activityType, activityId }: PendingActivity): boolean {
  if (activityType?.name === ('announce' satisfies keyof AnnounceActivities)) return true;
  const isDelivery = activityType?.name === ('deliverNotification' satisfies keyof NotificationActivities);
  return isDelivery && (activityId ?? '').startsWith(deliveryActivityId(endpointId, ''));
}

function isBackingOff({ state, scheduledTime }: PendingActivity, now: Date): boolean {
  return state === SCHEDULED && Number(scheduledTime?.seconds ?? 0) * 1_000 > now.getTime() + NEAR_MS;
}
