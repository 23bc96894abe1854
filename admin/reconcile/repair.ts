import { createNotificationGateway } from '../../api/notification-gateway.ts';
import { createOrderGateway } from '../../api/temporal.ts';
import { Notification, Order } from '../../db/entities/index.ts';
import { stampLaunched } from '../../db/queries/launches.ts';
import { waitingSequences } from '../../db/queries/releases.ts';
import type { Sources } from './compare.ts';
import { DISAGREEMENTS, type Disagreement, type DisagreementKind } from './disagreement.ts';

/** Ends one disagreement; the database has the last word. @returns what was done. */
export function createRepair({ orm, client }: Sources): (found: Disagreement) => Promise<string> {
  const orders = createOrderGateway(client);
  const notifications = createNotificationGateway(client);

  async function start(id: string): Promise<void> {
    const em = orm.em.fork();
    await orders.resume(await em.findOneOrFail(Order, id));
    await stampLaunched(em, [id]);
  }

  async function send(subjectId: string): Promise<void> {
    const em = orm.em.fork();
    const { merchantKey } = await em.findOneOrFail(Notification, { subjectId });
    const sequences = await waitingSequences(em, subjectId);
    await notifications.resend({ subjectId, merchantKey, sequences, requestedAt: new Date() });
  }

  const repairs: Record<DisagreementKind, (id: string) => Promise<unknown>> = {
    unlaunched: start,
    workflowMissing: start,
    stateDiffers: notifications.catchUp,
    notificationUnattended: notifications.catchUp,
    deliveryMissing: send,
    orderUnknown: (id) =>
      client.workflow.getHandle(id).terminate('reconcile: the database has no such order'),
  };
  return async ({ kind, id }) => {
    await repairs[kind](id);
    return DISAGREEMENTS[kind];
  };
}
