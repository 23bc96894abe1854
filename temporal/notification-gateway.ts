import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import { type SignalDefinition, TypedSearchAttributes } from '@temporalio/common';
import {
  catchUpSignal,
  type NotificationActivities,
  PROGRAM,
  REDELIVERY_WORKFLOW,
  redeliverSignal,
  redeliveryWorkflowId,
  resendSignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
} from '../workflows/contract.ts';
import { withinDeadline } from './calling.ts';

/** temporal.api.enums.v1.PendingActivityState */
const SCHEDULED = 1;
/** A retry that is so near is left to itself: a reset that meets it as it starts would hold it up. */
const NEAR_MS = 1_000;
/** Statuses of gRPC: INVALID_ARGUMENT; NOT_FOUND, no workflow or no such activity; UNIMPLEMENTED. */
const NO_RESET: readonly number[] = [3, 5, 12];

interface Resend {
  /** The order, or the settlement. */
  readonly subjectId: string;
  readonly merchantKey: string;
  readonly sequences: readonly number[];
  /** The same for a repetition of the same request, which then sends nothing twice. */
  readonly requestedAt: Date;
}

export interface NotificationGateway {
  /** Has an order or a settlement try its waiting notification now. False when its workflow has ended. @throws when Temporal is unavailable. */
  retryNow(subjectId: string): Promise<boolean>;
  /**
   * The same without a word to the workflow, for a notification that waits for its next attempt: a third of the work.
   * Not for one that is under way, which the server would then not believe (docs/decisions/0045).
   */
  resetBackoff(subjectId: string): Promise<boolean>;
  /** Has an order look at the database, and go on from where it stands; nothing where its workflow has ended. */
  catchUp(orderId: string): Promise<void>;
  /** What a workflow has of its notifications' deliveries. `ended`: it has ended, or never was. */
  deliveryOf(workflowId: string): Promise<'queued or running' | 'waiting' | 'none' | 'ended'>;
  /** Sends resolved notifications again, or tries those at once that are being sent again. */
  resend(resend: Resend): Promise<void>;
}

/** What is asked of workflows about their notifications. */
export function createNotificationGateway(client: Client): NotificationGateway {
  const within = <T>(call: () => Promise<T>) => withinDeadline(client, call);
  /** False when the workflow has ended. */
  const signal = async (workflowId: string, definition: SignalDefinition) => {
    try {
      await within(() => client.workflow.getHandle(workflowId).signal(definition));
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };
  const retryNow = (subjectId: string) => signal(subjectId, redeliverSignal);
  return {
    retryNow,
    resetBackoff: async (subjectId) => {
      try {
        await within(() =>
          client.workflowService.resetActivity({
            namespace: client.options.namespace,
            execution: { workflowId: subjectId },
            identity: client.options.identity,
            type: 'deliverNotification' satisfies keyof NotificationActivities,
            resetHeartbeat: true,
          }),
        );
        return true;
      } catch (error) {
        if (!isGrpcServiceError(error) || !NO_RESET.includes(error.code)) throw error;
        return await retryNow(subjectId);
      }
    },
    catchUp: async (orderId) => void (await signal(orderId, catchUpSignal)),
    deliveryOf: async (workflowId) => {
      try {
        const { status, raw } = await within(() => client.workflow.getHandle(workflowId).describe());
        if (status.name !== 'RUNNING') return 'ended';
        const pending = (raw.pendingActivities ?? []).filter(
          ({ activityType }) =>
            activityType?.name === ('deliverNotification' satisfies keyof NotificationActivities),
        );
        if (pending.length === 0) return 'none';
        const isWaiting = pending.every(
          ({ state, scheduledTime }) =>
            state === SCHEDULED && Number(scheduledTime?.seconds ?? 0) * 1_000 > Date.now() + NEAR_MS,
        );
        return isWaiting ? 'waiting' : 'queued or running';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'ended';
        throw error;
      }
    },
    resend: async ({ subjectId, merchantKey, sequences, requestedAt }) => {
      await within(() =>
        client.workflow.signalWithStart(REDELIVERY_WORKFLOW, {
          workflowId: redeliveryWorkflowId(subjectId),
          taskQueue: TASK_QUEUES.orders,
          args: [{ orderId: subjectId, merchantKey, program: PROGRAM }],
          signal: resendSignal,
          signalArgs: [{ sequences: [...sequences], requestedAt: requestedAt.toISOString() }],
          typedSearchAttributes: new TypedSearchAttributes([
            { key: SEARCH_ATTRIBUTES.merchantKey, value: merchantKey },
          ]),
          staticSummary: `notifications of ${subjectId}, again, for ${merchantKey}`,
        }),
      );
    },
  };
}
