import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { catchUpSignal, SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../workflows/contract.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryInput,
  deliveryWorkflowId,
  wakeSignal,
} from '../../workflows/delivery-contract.ts';
import { withinDeadline } from './calling.ts';

/** What is asked of workflows about their notifications. Each throws when Temporal is unavailable. */
export interface NotificationGateway {
  /** Has a queue's delivery read the database now; starts it where none runs. */
  wake(queue: DeliveryInput): Promise<void>;
  /** A queue's delivery is at work, if only in line for a worker; one that waits for its next attempt is not. */
  isDelivering(queue: DeliveryInput): Promise<boolean>;
  /** Has an order or a statement read the database, and go on from the state there; false where its workflow has ended. */
  catchUp(subjectId: string): Promise<boolean>;
  /** An order or a statement has something to do at this moment, or its worker is behind: it will know more. */
  isAtWork(subjectId: string): Promise<boolean>;
}

/** temporal.api.enums.v1.PendingActivityState */
const SCHEDULED = 1;
/** A retry that is so near is left to itself. */
const NEAR_MS = 1_000;

/** @param now the platform's clock. */
export function createNotificationGateway(client: Client, now: () => Date): NotificationGateway {
  const within = <T>(call: () => Promise<T>) => withinDeadline(client, call);

  async function wake(queue: DeliveryInput): Promise<void> {
    const signal = { signal: wakeSignal, signalArgs: [] as [] };
    await within(() =>
      client.workflow.signalWithStart(DELIVERY_WORKFLOW, { ...startOptions(queue), ...signal }),
    );
  }

  /** Undefined where none runs. */
  async function running(workflowId: string): Promise<Running | undefined> {
    try {
      const { status, raw } = await within(() => client.workflow.getHandle(workflowId).describe());
      return status.name === 'RUNNING' ? raw : undefined;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  }

  return {
    wake,
    isDelivering: async (queue) => {
      const delivery = await running(deliveryWorkflowId(queue));
      const waits = (one: PendingActivity) => isBackingOff(one, now());
      return delivery !== undefined && isBusy(delivery) && !(delivery.pendingActivities ?? []).some(waits);
    },
    catchUp: async (subjectId) => {
      try {
        await within(() => client.workflow.getHandle(subjectId).signal(catchUpSignal));
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    isAtWork: async (subjectId) => {
      const subject = await running(subjectId);
      return subject !== undefined && isBusy(subject);
    },
  };
}

type Running = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>['raw'];
type PendingActivity = NonNullable<Running['pendingActivities']>[number];

function isBusy({ pendingWorkflowTask, pendingActivities }: Running): boolean {
  return pendingWorkflowTask != null || (pendingActivities ?? []).length > 0;
}

function isBackingOff({ state, scheduledTime }: PendingActivity, now: Date): boolean {
  return state === SCHEDULED && Number(scheduledTime?.seconds ?? 0) * 1_000 > now.getTime() + NEAR_MS;
}

function startOptions(queue: DeliveryInput) {
  const { subjectId, endpointId, merchantKey } = queue;
  return {
    workflowId: deliveryWorkflowId(queue),
    taskQueue: TASK_QUEUES.orders,
    args: [queue] as [DeliveryInput],
    // When many are woken at once, merchants take turns at the workers.
    priority: { fairnessKey: merchantKey },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.merchantKey, value: merchantKey },
    ]),
    staticSummary: `notifications of ${subjectId} to ${endpointId}, for ${merchantKey}`,
  };
}
