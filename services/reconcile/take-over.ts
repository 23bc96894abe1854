/**
 * Starts a workflow of this program in the place of one of another program, from the state in the database
 * (docs/decisions/0160). What this rules out (test/releases/take-over.test.ts):
 *
 * - Ended and not started, where the process is killed in between: Temporal does both in one step. A delivery's
 *   notifications are in the database, where the search for what is stalled finds them.
 * - Started twice by two processes at once: one process at a time takes an id, and the second one finds a run of this program.
 * - A write of an older worker beside the new run: both compare the order's sequence, and each write has its Update's id.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Client, type WorkflowClientInterceptor, WorkflowNotFoundError } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { holdLock } from '../../db/advisory-locks.ts';
import { Hold, Order, Settlement } from '../../db/entities/index.ts';
import { openOrder } from '../../db/queries/operators/reconciliation.ts';
import { markHoldsStarted, markStarted, selectStartable } from '../../db/queries/orders/workflow-starts.ts';
import { readRamp } from '../../db/queries/platform/ramp.ts';
import { isOrderId } from '../../domain/ids.ts';
import { isForeign, isTakenOver } from '../../domain/ramp.ts';
import { createRampReader } from '../../lib/operations/known-ramp.ts';
import { withinDeadline } from '../../lib/temporal/calling.ts';
import { createHoldGateway } from '../../lib/temporal/hold-gateway.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createOrderGateway } from '../../lib/temporal/order-gateway.ts';
import { type KnownRamp, newestRunOf, type Run, takingOverFirst } from '../../lib/temporal/programs.ts';
import { createSettlementGateway } from '../../lib/temporal/settlement-gateway.ts';
import { ORDER_WORKFLOW, PROGRAM, SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { DELIVERY_WORKFLOW, type DeliveryInput } from '../../workflows/delivery-contract.ts';
import { HOLD_WORKFLOW } from '../../workflows/hold-contract.ts';
import { MAINTENANCE_WORKFLOW } from '../../workflows/maintenance-contract.ts';
import {
  SETTLEMENT_RUN_WORKFLOW,
  SETTLEMENT_WORKFLOW,
  type SettlementInput,
  type SettlementRunInput,
} from '../../workflows/settlement-contract.ts';

export interface TakeOverDeps {
  readonly orm: MikroORM;
  /** Temporal's client; its interceptors are not used. */
  readonly client: Pick<Client, 'connection'> & { readonly options: { readonly namespace: string } };
  readonly now: () => Date;
}

/** What program 3 delivered by beside orders and statements. */
const REDELIVERY_WORKFLOW = 'redelivery';

/**
 * Which programs are taken over: releases that run side by side must not take each other's workflows in turns. What a withdrawn release
 * has counts as older (domain/ramp.ts).
 */
export type Whose = 'older' | 'any other';

/**
 * @returns whether the workflow was another program's, and was taken over; false also where the database knows nothing of it.
 * @throws when Temporal or PostgreSQL is unavailable.
 */
export type TakeOver = (workflowId: string) => Promise<boolean>;

export function createTakeOver({ orm, now, ...deps }: TakeOverDeps, whose: Whose = 'older'): TakeOver {
  const client = plainly(deps.client);
  const takers = takersOf(client, now);
  return async (workflowId) =>
    await orm.em.fork().transactional(async (em) => {
      await holdLock(em, 'takeOver', workflowId);
      const [run, ramp] = [await newestRunOf(client, workflowId), await readRamp(em)];
      const isTheirs = whose === 'older' ? isTakenOver : isForeign;
      if (run === undefined || !isTheirs(PROGRAM, run.program, ramp)) return false;
      // Of what a release has failed only an order that can still move has to go on.
      if (!run.isRunning && (await openOrder(em, workflowId)) === undefined) return false;
      return (await takers[run.type]?.(em, run)) ?? false;
    });
}

/** For clients that send commands and signals: what an older program or a withdrawn release has is taken over first. */
export function takingOver(
  deps: TakeOverDeps,
  known: KnownRamp = createRampReader(deps.orm),
): WorkflowClientInterceptor {
  return takingOverFirst(plainly(deps.client), createTakeOver(deps), known);
}

/** A client without interceptors: a takeover's own calls must not begin a takeover. */
function plainly({ connection, options: { namespace } }: TakeOverDeps['client']): Client {
  return new Client({ connection, namespace });
}

type Taker = (em: EntityManager, run: Run) => Promise<boolean>;

function takersOf(client: Client, now: () => Date): Readonly<Record<string, Taker>> {
  const orders = createOrderGateway(client);
  const holds = createHoldGateway(client);
  const settlements = createSettlementGateway(client);
  const notifications = createNotificationGateway(client, now);
  return {
    [ORDER_WORKFLOW]: async (em, { workflowId: id }) => {
      const order = isOrderId(id) ? await em.findOne(Order, id) : null;
      if (order === null) return false;
      await orders.replace(order);
      await markStarted(em, [id]);
      return true;
    },
    [HOLD_WORKFLOW]: async (em, run) => {
      const { workflowId: id } = run;
      const hold = await em.findOne(Hold, id, { fields: ['status'] });
      if (hold === null) return false;
      if (hold.status !== 'held') return await terminate(client, run);
      for (const startable of await selectStartable(em, [id])) await holds.replace(startable);
      await markHoldsStarted(em, [id]);
      return true;
    },
    // Its notifications are in the database.
    [REDELIVERY_WORKFLOW]: async (_em, run) => await terminate(client, run),
    [DELIVERY_WORKFLOW]: async (_em, run) => {
      const queue = await inputOf<DeliveryInput>(client, run);
      await terminate(client, run);
      await notifications.wake(queue);
      return true;
    },
    // Its Schedule starts the next one.
    [MAINTENANCE_WORKFLOW]: async (_em, run) => await terminate(client, run),
    [SETTLEMENT_WORKFLOW]: async (em, run) => {
      const statement = await em.findOne(Settlement, run.workflowId);
      if (statement === null) return false;
      const { plan } = await inputOf<SettlementInput>(client, run);
      await settlements.replace(statement, plan);
      return true;
    },
    [SETTLEMENT_RUN_WORKFLOW]: async (_em, run) => {
      const input = await inputOf<SettlementRunInput>(client, run);
      const month = input.month ?? input.progress?.plan.month ?? (await monthOf(client, run));
      await settlements.replaceRun(run.workflowId, month === undefined ? input : { ...input, month });
      return true;
    },
  };
}

/** This run and no later one. */
async function terminate(client: Client, { workflowId, runId, program }: Run): Promise<boolean> {
  try {
    const reason = `taken over from program ${program}`;
    await withinDeadline(client, () => client.workflow.getHandle(workflowId, runId).terminate(reason));
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** What a run was started with: of money that is being settled the database does not have it. */
async function inputOf<Input>(client: Client, { workflowId, runId }: Run): Promise<Input> {
  const { history } = await withinDeadline(client, () =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: 1,
    }),
  );
  const [payload] = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  return payload ? defaultPayloadConverter.fromPayload<Input>(payload) : ({} as Input);
}

/** The month that a run of the Schedule's settles; undefined where it has not begun. */
async function monthOf(client: Client, { workflowId, runId }: Run): Promise<string | undefined> {
  const { typedSearchAttributes } = await withinDeadline(client, () =>
    client.workflow.getHandle(workflowId, runId).describe(),
  );
  return typedSearchAttributes.get(SEARCH_ATTRIBUTES.settlementMonth);
}
