import {
  type Client,
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, TypedSearchAttributes } from '@temporalio/common';
import { Unavailable } from '../../../domain/errors.ts';
import type { SettlementState } from '../../../domain/settlement.ts';
import { PROGRAM, SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../../workflows/contract.ts';
import {
  type DisputeRequest,
  disputeUpdate,
  type PaymentRequest,
  payUpdate,
  type ResolveRequest,
  resolveUpdate,
  SETTLEMENT_REFUSED,
  SETTLEMENT_RUN_WORKFLOW,
  SETTLEMENT_WORKFLOW,
  type SettlementInput,
  type SettlementRunOutcome,
  type SettlementStanding,
} from '../../../workflows/settlement-contract.ts';
import { isEndedByServer } from '../../temporal.ts';

const DEADLINE_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;
/** The Update may be carried out yet. */
const NOT_KNOWN =
  'it is not known whether the settlement moved; repeat the request under the same Idempotency-Key, or read it';

/** What talking to a statement's workflow needs. */
export interface Movable {
  readonly id: string;
  readonly merchantKey: string;
  readonly month: string;
  readonly status: SettlementState;
}

/** The statement's workflow, or the database behind it, refuses. */
export class SettlementRefusedError extends Error {
  override readonly name = 'SettlementRefusedError';
}

export type SettlementGateway = ReturnType<typeof createSettlementGateway>;
type WorkflowShape = (input: SettlementInput) => Promise<unknown>;
type AnyUpdate = typeof disputeUpdate | typeof resolveUpdate | typeof payUpdate;

/**
 * The callers' side of the settlement workflows. Updates are sent with update-with-start, so that a statement whose
 * workflow was ended by accident goes on from where the database says that it stands.
 */
export function createSettlementGateway(client: Client) {
  async function send(
    statement: Movable,
    update: AnyUpdate,
    updateId: string,
    request: object,
  ): Promise<SettlementStanding> {
    const startWorkflowOperation = new WithStartWorkflowOperation(
      SETTLEMENT_WORKFLOW,
      startOptions(statement),
    );
    try {
      return await client.withDeadline(Date.now() + DEADLINE_MS, () =>
        client.workflow.executeUpdateWithStart<WorkflowShape, SettlementStanding, [object]>(update.name, {
          updateId,
          args: [request],
          startWorkflowOperation,
        }),
      );
    } catch (error) {
      throw translate(error);
    }
  }
  return {
    /** @throws SettlementRefusedError, Unavailable */
    dispute: (statement: Movable, updateId: string, request: DisputeRequest) =>
      send(statement, disputeUpdate, updateId, request),
    /** @throws SettlementRefusedError, Unavailable */
    resolve: (statement: Movable, updateId: string, request: ResolveRequest) =>
      send(statement, resolveUpdate, updateId, request),
    /** @throws SettlementRefusedError, Unavailable */
    pay: (statement: Movable, updateId: string, request: PaymentRequest) =>
      send(statement, payUpdate, updateId, request),
    /**
     * Settles a month now, and waits until its statements are issued.
     * @param partial also where the month is not over, up to now
     */
    run: async (month: string, { partial = false } = {}): Promise<SettlementRunOutcome> =>
      await client.workflow.execute(SETTLEMENT_RUN_WORKFLOW, {
        workflowId: `settlement-run-${month}`,
        taskQueue: TASK_QUEUES.settlements,
        args: [partial ? { month, partial } : { month }],
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
  };
}

function startOptions({ id, merchantKey, month, status }: Movable) {
  const input: SettlementInput = { settlementId: id, merchantKey, month, status, program: PROGRAM };
  return {
    workflowId: id,
    taskQueue: TASK_QUEUES.settlements,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.merchantKey, value: merchantKey },
      { key: SEARCH_ATTRIBUTES.settlementMonth, value: month },
      { key: SEARCH_ATTRIBUTES.settlementStatus, value: status },
    ]),
    staticSummary: `${month}, ${merchantKey}`,
  };
}

function translate(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error;
    const isRefusal = cause instanceof ApplicationFailure && cause.type === SETTLEMENT_REFUSED;
    if (isRefusal) return new SettlementRefusedError(cause.message);
    return isEndedByServer(error) ? new Unavailable(NOT_KNOWN, RETRY_AFTER_SECONDS, error) : error;
  }
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcServiceError(error)) {
    return new Unavailable(NOT_KNOWN, RETRY_AFTER_SECONDS, error);
  }
  return error;
}
