import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { TypedSearchAttributes, type UpdateDefinition } from '@temporalio/common';
import type { ChangeStep } from '../../domain/order-change.ts';
import type { Trigger } from '../../domain/order-state.ts';
import type { SandboxBehaviour } from '../../domain/sandbox.ts';
import { earliestStart } from '../../domain/trip.ts';
import {
  type Actor,
  type ChangeRequest,
  type ChangeResult,
  changeUpdate,
  MOVE_REFUSED,
  type MoveResult,
  moveClockSignal,
  ORDER_WORKFLOW,
  type OrderInput,
  type RefundRequest,
  type RefundResult,
  refundUpdate,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
} from '../../workflows/contract.ts';
import { command, withinDeadline } from './calling.ts';

const KIND = { refusal: MOVE_REFUSED, noun: 'order' };

/** What starting an order's workflow needs; nothing personal is among it. */
export interface StartableOrder {
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
  readonly studioKey?: string;
  /** The id of the HTTP request that created it; operators see it in the workflow's memo. */
  readonly requestId?: string;
  /** As in Order. */
  readonly clockAheadMs?: number;
  readonly sandboxBehaviour?: SandboxBehaviour | null | undefined;
}

export interface Move {
  readonly trigger: Trigger | 'advance';
  readonly updateId: string;
  readonly actor?: Actor;
}

/** A step of a change; what it is about is in the database. */
export interface ChangeCommand {
  readonly changeId: string;
  readonly step: Exclude<ChangeStep, 'expire'>;
  readonly updateId: string;
  readonly actor: Actor;
}

/** What the studio gives back; its words are in the database. */
export interface RefundCommand {
  /** Minor units, above zero. */
  readonly amount: number;
  readonly updateId: string;
  readonly actor: Actor;
}

export type OrderGateway = ReturnType<typeof createOrderGateway>;

/** What is asked of orders' workflows. @param queueOfNew on which an order begins that has not moved yet (programs.ts). */
export function createOrderGateway(
  client: Client,
  queueOfNew: (orderId: string) => Promise<string> = async () => TASK_QUEUES.orders,
) {
  const startOptions = async (order: StartableOrder) =>
    optionsOf(order, (order.sequence ?? 1) > 1 ? TASK_QUEUES.orders : await queueOfNew(order.id));
  /** Does nothing where such a workflow runs. */
  async function startWith(options: WorkflowStartOptions): Promise<void> {
    try {
      await withinDeadline(client, () => client.workflow.start(ORDER_WORKFLOW, options));
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
  async function update<Result, Request>(
    order: StartableOrder,
    definition: UpdateDefinition<Result, [Request]> | string,
    request: { readonly updateId: string; readonly args: [Request] },
  ): Promise<Result> {
    const options = { ...(await startOptions(order)), workflowIdConflictPolicy: 'USE_EXISTING' as const };
    return await command(client, KIND, async () => {
      // One can be used once.
      const startWorkflowOperation = new WithStartWorkflowOperation(ORDER_WORKFLOW, options);
      return await client.workflow.executeUpdateWithStart(definition, { ...request, startWorkflowOperation });
    });
  }
  return {
    /**
     * Starts the order's workflow; does nothing where it was started before.
     * @throws when Temporal is unreachable.
     */
    start: async (order: StartableOrder): Promise<void> => await startWith(await startOptions(order)),

    /**
     * Starts a workflow for an order that has lost its own, also where one has ended: it goes on from where the
     * database has the order. Does nothing where one runs.
     */
    resume: async (order: StartableOrder): Promise<void> =>
      await startWith({
        ...optionsOf(order, TASK_QUEUES.orders),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      }),

    /** The same in place of the one that runs: Temporal ends that and starts this one in one step. @throws when Temporal is unreachable. */
    replace: async (order: StartableOrder): Promise<void> =>
      await startWith({
        ...optionsOf(order, TASK_QUEUES.orders),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      }),

    /**
     * Signals an order its merchant's clock, and starts its workflow where that has not happened yet (signal-with-start).
     * Does nothing where the workflow has ended.
     * @throws when Temporal is unreachable.
     */
    async moveClock(order: StartableOrder, aheadMs: number): Promise<void> {
      const moved = { signal: moveClockSignal, signalArgs: [aheadMs] as [number] };
      try {
        const options = await startOptions(order);
        await withinDeadline(client, () =>
          client.workflow.signalWithStart(ORDER_WORKFLOW, { ...options, ...moved }),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },

    /**
     * Moves an order by an Update, and starts its workflow where that has not happened yet (update-with-start).
     * @throws CommandRefusedError, Unavailable
     */
    async move(order: StartableOrder, { trigger, updateId, actor }: Move): Promise<MoveResult> {
      const args: [object] = [{ ...(actor && { actor }), seen: order.sequence ?? 1 }];
      return await update<MoveResult, object>(order, trigger, { updateId, args });
    },

    /**
     * Takes a step of a change through the order's workflow, as `move` does.
     * @throws CommandRefusedError, Unavailable
     */
    async change(order: StartableOrder, { updateId, ...request }: ChangeCommand): Promise<ChangeResult> {
      const args: [ChangeRequest] = [{ ...request, seen: order.sequence ?? 1 }];
      return await update(order, changeUpdate, { updateId, args });
    },

    /**
     * Has a studio's refund written in its turn, as `move` does.
     * @throws CommandRefusedError, Unavailable
     */
    async refund(order: StartableOrder, { updateId, ...request }: RefundCommand): Promise<RefundResult> {
      const args: [RefundRequest] = [{ ...request, seen: order.sequence ?? 1 }];
      return await update(order, refundUpdate, { updateId, args });
    },
  };
}

function optionsOf(order: StartableOrder, taskQueue: string): WorkflowStartOptions {
  return {
    workflowId: order.id,
    taskQueue,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    args: [inputOf(order)],
    // When many are started at once, merchants take turns at the workers.
    priority: { fairnessKey: order.merchantKey },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.merchantKey, value: order.merchantKey },
      { key: SEARCH_ATTRIBUTES.guideId, value: order.guideId },
      { key: SEARCH_ATTRIBUTES.orderStatus, value: 'pending' },
      { key: SEARCH_ATTRIBUTES.tripDate, value: new Date(order.tripDate) },
    ]),
    ...(order.requestId !== undefined && { memo: { requestId: order.requestId } }),
    staticSummary: `${order.guideId}, ${order.tripDate}, ${order.tripDays} day(s), for ${order.merchantKey}`,
  };
}

function studioActs({ sandboxBehaviour, studioKey }: StartableOrder): Pick<OrderInput, 'studioActs'> {
  if (sandboxBehaviour !== 'confirm' && sandboxBehaviour !== 'reject') return {};
  return { studioActs: { trigger: sandboxBehaviour, studioKey: studioKey ?? '' } };
}

function inputOf(order: StartableOrder): OrderInput {
  return {
    orderId: order.id,
    sandbox: order.sandbox,
    instantConfirmation: order.instantConfirmation,
    createdAt: order.createdAt.toISOString(),
    confirmBy: order.confirmBy.toISOString(),
    earliestStartAt: earliestStart(order).toISOString(),
    tripStartAt: order.tripStartAt.toISOString(),
    tripEndAt: order.tripEndAt.toISOString(),
    ...(order.clockAheadMs && { clockAheadMs: order.clockAheadMs }),
    ...studioActs(order),
  };
}
