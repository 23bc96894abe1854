import { type Client, WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { Unavailable } from '../../domain/errors.ts';
import type { SettlementState } from '../../domain/settlement.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../workflows/contract.ts';
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
  type SettlementPlan,
  type SettlementRunInput,
  type SettlementRunOutcome,
  type SettlementSnapshot,
} from '../../workflows/settlement-contract.ts';
import { command, grpcErrorOf, withinDeadline } from './calling.ts';

const RETRY_AFTER_SECONDS = 2;
const DEADLINE_EXCEEDED = 4;
const KIND = { refusal: SETTLEMENT_REFUSED, noun: 'settlement' };

/** What calls to a statement's workflow need. */
export interface Movable {
  readonly id: string;
  readonly merchantKey: string;
  readonly month: string;
  readonly status: SettlementState;
}

export type SettlementGateway = ReturnType<typeof createSettlementGateway>;
type WorkflowShape = (input: SettlementInput) => Promise<unknown>;
type AnyUpdate = typeof disputeUpdate | typeof resolveUpdate | typeof payUpdate;

/**
 * Calls to the settlement workflows. Updates are sent with update-with-start, so that a statement whose
 * workflow was ended by accident goes on from its state in the database.
 */
export function createSettlementGateway(client: Client) {
  async function send(
    statement: Movable,
    update: AnyUpdate,
    updateId: string,
    request: object,
  ): Promise<SettlementSnapshot> {
    const startWorkflowOperation = new WithStartWorkflowOperation(
      SETTLEMENT_WORKFLOW,
      startOptions(statement),
    );
    return await command(client, KIND, () =>
      client.workflow.executeUpdateWithStart<WorkflowShape, SettlementSnapshot, [object]>(update.name, {
        updateId,
        args: [request],
        startWorkflowOperation,
      }),
    );
  }
  return {
    /** @throws CommandRefusedError, Unavailable */
    dispute: (statement: Movable, updateId: string, request: DisputeRequest) =>
      send(statement, disputeUpdate, updateId, request),
    /** @throws CommandRefusedError, Unavailable */
    resolve: (statement: Movable, updateId: string, request: ResolveRequest) =>
      send(statement, resolveUpdate, updateId, request),
    /** @throws CommandRefusedError, Unavailable */
    pay: (statement: Movable, updateId: string, request: PaymentRequest) =>
      send(statement, payUpdate, updateId, request),
    /**
     * Starts the workflow of an open statement, which closes it by the plan; does nothing where one runs.
     * @throws Unavailable
     */
    issue: async (statement: Pick<SettlementInput, 'settlementId' | 'merchantKey'>, plan: SettlementPlan) => {
      const { settlementId: id, merchantKey } = statement;
      const { args, ...options } = startOptions({ id, merchantKey, month: plan.month, status: 'open' });
      const input = { ...args[0]!, plan };
      await command(client, KIND, () =>
        client.workflow.start(SETTLEMENT_WORKFLOW, { ...options, args: [input] }),
      );
    },
    /**
     * Starts a new workflow of the statement in the place of the running one, in one step. @param plan where it is still to be closed.
     * @throws when Temporal is unreachable.
     */
    replace: async (statement: Movable, plan?: SettlementPlan): Promise<void> => {
      const { args, ...options } = startOptions(statement);
      const input = { ...args[0]!, ...(plan && { plan }) };
      const conflict = { workflowIdConflictPolicy: 'TERMINATE_EXISTING' } as const;
      await withinDeadline(client, () =>
        client.workflow.start(SETTLEMENT_WORKFLOW, { ...options, ...conflict, args: [input] }),
      );
    },
    /** The same of a run. @param workflowId also of one that the Schedule started. */
    replaceRun: async (workflowId: string, input: SettlementRunInput): Promise<void> => {
      await withinDeadline(client, () =>
        client.workflow.start(SETTLEMENT_RUN_WORKFLOW, {
          workflowId,
          taskQueue: TASK_QUEUES.settlements,
          args: [input],
          workflowIdConflictPolicy: 'TERMINATE_EXISTING',
        }),
      );
    },
    /**
     * The result of a month's run, once its statements are issued; undefined if it is not done in time.
     * @throws where it failed, or Temporal does not answer.
     */
    outcomeOf: async (month: string, waitMs: number): Promise<SettlementRunOutcome | undefined> => {
      const result = client.withDeadline(Date.now() + waitMs, () =>
        client.workflow.getHandle<SettlementRun>(runId(month)).result(),
      );
      try {
        return await result;
      } catch (error) {
        if (grpcErrorOf(error, DEADLINE_EXCEEDED)) return undefined;
        throw error;
      }
    },
    /** Settles a month now, and waits until its statements are issued, however long that takes. */
    run: async (month: string, { partial = false } = {}): Promise<SettlementRunOutcome> =>
      await client.workflow.execute(SETTLEMENT_RUN_WORKFLOW, runOptions(month, partial)),
    /** Settles a month now. @param partial also where the month is not over, up to now. @throws Unavailable */
    startRun: async (month: string, { partial = false } = {}): Promise<void> => {
      await command(client, KIND, () =>
        client.workflow.start(SETTLEMENT_RUN_WORKFLOW, runOptions(month, partial)),
      );
    },
    /** Whether a run of that month, started by hand, is under way. @throws Unavailable */
    isRunning: async (month: string): Promise<boolean> => {
      const handle = client.workflow.getHandle(runId(month));
      try {
        const { status } = await withinDeadline(client, () => handle.describe());
        return status.name === 'RUNNING';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw new Unavailable('it is not known whether a run is under way', RETRY_AFTER_SECONDS, error);
      }
    },
  };
}

type SettlementRun = () => Promise<SettlementRunOutcome>;

const runId = (month: string) => `settlement-run-${month}`;

function runOptions(month: string, partial: boolean) {
  return {
    workflowId: runId(month),
    taskQueue: TASK_QUEUES.settlements,
    args: [partial ? { month, partial } : { month }],
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
  };
}

function startOptions({ id, merchantKey, month, status }: Movable) {
  const input: SettlementInput = { settlementId: id, merchantKey, month, status };
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
