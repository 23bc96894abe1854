import { WorkflowNotFoundError } from '@temporalio/client';
import { Notification, Order } from '../../db/entities/index.ts';
import { statesOf } from '../../db/queries/operators/reconciliation.ts';
import { markHoldsStarted, markStarted, selectStartable } from '../../db/queries/orders/workflow-starts.ts';
import { createHoldGateway } from '../../lib/temporal/hold-gateway.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createOrderGateway } from '../../lib/temporal/order-gateway.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import type { Sources } from './compare.ts';
import { DISAGREEMENTS, type Disagreement, type DisagreementKind } from './disagreement.ts';
import { createTakeOver } from './take-over.ts';
import { type WorkflowState, workflowStateOf } from './workflow-state.ts';

const REASON = 'reconcile: ';

/**
 * Ends one disagreement; the database has the last word. It checks once more just before it terminates: the list
 * may be old when a person has read it. If it is killed in the middle, the next run finds the rest.
 * @returns what was done.
 */
export function createRepair({ orm, client, now }: Sources): (found: Disagreement) => Promise<string> {
  const orders = createOrderGateway(client);
  const holds = createHoldGateway(client);
  const notifications = createNotificationGateway(client, now);
  const takeOver = createTakeOver({ orm, client, now }, 'any other');

  async function start(id: string): Promise<void> {
    const em = orm.em.fork();
    await orders.resume(await em.findOneOrFail(Order, id));
    await markStarted(em, [id]);
  }

  async function startHold(id: string): Promise<void> {
    const em = orm.em.fork();
    for (const hold of await selectStartable(em, [id])) await holds.resume(hold);
    await markHoldsStarted(em, [id]);
  }

  async function send(subjectId: string, endpointId: string): Promise<void> {
    const em = orm.em.fork();
    const { merchantKey } = await em.findOneOrFail(Notification, { subjectId, endpointId });
    await notifications.wake({ subjectId, endpointId, merchantKey });
  }

  /** @returns whether it was still so. */
  async function terminate(
    workflowId: string,
    reason: string,
    isStill: (state: WorkflowState) => boolean,
  ): Promise<boolean> {
    const state = await workflowStateOf(client, workflowId);
    if (!state.isRunning || !isStill(state)) return false;
    try {
      await client.workflow.getHandle(workflowId, state.runId).terminate(REASON + reason);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  const repairs: Record<DisagreementKind, (id: string, endpointId: string) => Promise<unknown>> = {
    notStarted: start,
    workflowMissing: start,
    stateDiffers: notifications.catchUp,
    deliveryMissing: send,
    unreplayable: async (id) => {
      const isFailing = ({ isOrder, failure }: WorkflowState) => isOrder && failure !== undefined;
      return (await terminate(id, "it can't be replayed", isFailing)) && (await start(id));
    },
    deliveryUnreplayable: async (id, endpointId) => {
      const isFailing = ({ failure }: WorkflowState) => failure !== undefined;
      return (
        (await terminate(
          deliveryWorkflowId({ subjectId: id, endpointId }),
          "it can't be replayed",
          isFailing,
        )) && (await send(id, endpointId))
      );
    },
    holdUnattended: startHold,
    holdUnreplayable: async (id) => {
      const isFailing = ({ isHold, failure }: WorkflowState) => isHold && failure !== undefined;
      return (await terminate(id, "it can't be replayed", isFailing)) && (await startHold(id));
    },
    otherProgram: takeOver,
    orderUnknown: async (id) => {
      const isKnown = (await statesOf(orm.em.fork(), [id])).has(id);
      return !isKnown && (await terminate(id, 'the database has no such order', ({ isOrder }) => isOrder));
    },
  };
  return async ({ kind, id, endpointId = '' }) =>
    (await repairs[kind](id, endpointId)) === false
      ? 'nothing: it has changed since'
      : DISAGREEMENTS[kind].repair;
}
