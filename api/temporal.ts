import {
  type Client,
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, TypedSearchAttributes } from '@temporalio/common';
import { Unavailable } from '../domain/errors.ts';
import type { Trigger } from '../domain/order-state.ts';
import {
  type Actor,
  MOVE_REFUSED,
  ORDER_WORKFLOW,
  type OrderInput,
  PROGRAM,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
} from '../workflows/contract.ts';

/** How long a caller waits for a move, and an order for its start. */
const DEADLINE_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;
const DAY_MS = 86_400_000;
/** Types of the failures with which the server itself ends an Update. */
const SERVERS_OWN = ['UnprocessedUpdate', 'AcceptedUpdateCompletedWorkflow'];
/** The Update may be carried out yet: only its id, made from the key, tells a repeat from a second command. */
const NOT_KNOWN =
  'it is not known whether the order moved; repeat the request under the same Idempotency-Key, or read the order';

/** What starting an order's workflow needs; nothing personal is among it. */
export interface LaunchableOrder {
  readonly id: string;
  readonly merchantKey: string;
  readonly guideId: string;
  readonly sandbox: boolean;
  readonly instantConfirmation: boolean;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly createdAt: Date;
  readonly confirmBy: Date;
  readonly tripStartAt: Date;
  readonly tripEndAt: Date;
  /** Number of its last event; of a new one 1. */
  readonly sequence?: number;
}

export interface Move {
  readonly trigger: Trigger | 'advance';
  readonly updateId: string;
  readonly actor?: Actor;
}

/** The order's workflow refuses the move, or has ended. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
}

export type OrderGateway = ReturnType<typeof createOrderGateway>;

/** The API's side of the order workflow. */
export function createOrderGateway(client: Client) {
  return {
    /**
     * Starts the order's workflow; does nothing where it was started before.
     * @throws when Temporal is unreachable.
     */
    async launch(order: LaunchableOrder): Promise<void> {
      try {
        await client.withDeadline(Date.now() + DEADLINE_MS, () =>
          client.workflow.start(ORDER_WORKFLOW, startOptions(order)),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },

    /**
     * Starts a workflow for an order that has lost its own, also where one has ended: it goes on from where the
     * database has the order. Does nothing where one runs.
     */
    async resume(order: LaunchableOrder): Promise<void> {
      const options = { ...startOptions(order), args: [{ ...inputOf(order), isResumed: true }] };
      try {
        await client.withDeadline(Date.now() + DEADLINE_MS, () =>
          client.workflow.start(ORDER_WORKFLOW, { ...options, workflowIdReusePolicy: 'ALLOW_DUPLICATE' }),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },

    /**
     * Moves an order by an Update, and starts its workflow where the launcher has not yet (update-with-start).
     * @throws MoveRefusedError, Unavailable
     */
    async move(order: LaunchableOrder, { trigger, updateId, actor }: Move): Promise<void> {
      const startWorkflowOperation = new WithStartWorkflowOperation(ORDER_WORKFLOW, {
        ...startOptions(order),
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      try {
        await client.withDeadline(Date.now() + DEADLINE_MS, () =>
          client.workflow.executeUpdateWithStart(trigger, {
            updateId,
            args: [{ ...(actor && { actor }), seen: order.sequence ?? 1 }],
            startWorkflowOperation,
          }),
        );
      } catch (error) {
        throw translate(error);
      }
    },
  };
}

function startOptions(order: LaunchableOrder): WorkflowStartOptions {
  return {
    workflowId: order.id,
    taskQueue: TASK_QUEUES.orders,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    args: [inputOf(order)],
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.merchantKey, value: order.merchantKey },
      { key: SEARCH_ATTRIBUTES.guideId, value: order.guideId },
      { key: SEARCH_ATTRIBUTES.orderStatus, value: 'pending' },
      { key: SEARCH_ATTRIBUTES.tripDate, value: new Date(order.tripDate) },
    ]),
    staticSummary: `${order.guideId}, ${order.tripDate}, ${order.tripDays} day(s), for ${order.merchantKey}`,
  };
}

/** A studio may start a trip on the day before; in the sandbox at any time (docs/decisions/0003). */
function inputOf(order: LaunchableOrder): OrderInput {
  const dayBefore = new Date(order.tripStartAt.getTime() - DAY_MS);
  return {
    orderId: order.id,
    merchantKey: order.merchantKey,
    sandbox: order.sandbox,
    instantConfirmation: order.instantConfirmation,
    confirmBy: order.confirmBy.toISOString(),
    earliestStartAt: (order.sandbox ? order.createdAt : dayBefore).toISOString(),
    tripStartAt: order.tripStartAt.toISOString(),
    tripEndAt: order.tripEndAt.toISOString(),
    program: PROGRAM,
    promptDelivery: true,
    ...((order.sequence ?? 1) > 1 && { isResumed: true }),
  };
}

/** True where nobody knows what the Update has done: its worker or its workflow was lost in the middle. */
export function isEndedByServer({ cause }: WorkflowUpdateFailedError): boolean {
  return cause instanceof ApplicationFailure && SERVERS_OWN.includes(cause.type ?? '');
}

function translate(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error;
    const isRefusal = cause instanceof ApplicationFailure && cause.type === MOVE_REFUSED;
    if (isRefusal) return new MoveRefusedError(cause.message);
    return isEndedByServer(error) ? new Unavailable(NOT_KNOWN, RETRY_AFTER_SECONDS, error) : error;
  }
  const isEnded =
    error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError;
  if (isEnded) return new MoveRefusedError('the order is closed');
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcServiceError(error)) {
    return new Unavailable(NOT_KNOWN, RETRY_AFTER_SECONDS, error);
  }
  return error;
}
