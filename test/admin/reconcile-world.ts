import { findDisagreements, repairAll } from '../../admin/reconcile.ts';
import { ORDER_WORKFLOW, PROGRAM, queueOf } from '../../workflows/contract.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatformOptions } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';

export type ReconcileWorld = Awaited<ReturnType<typeof createReconcileWorld>>;

/** A live platform with one guide, and a receiver of the sandbox agency's callbacks. */
export async function createReconcileWorld(options: LivePlatformOptions = {}) {
  const platform = await createLivePlatform(options);
  const { client } = platform.temporal;
  const { agency } = platform.sandbox;
  const receiver = await startCallbackReceiver();
  await createGuide(platform, { id: 'G7001' });
  const payload = { url: receiver.url };
  await platform.as(agency, { method: 'PUT', url: '/open/v1/callback/config', payload });
  return {
    ...platform,
    /** An order for a day of its own. */
    book: (day: number) => bookOrder(platform, agency, bookingIn(30 + day, 'G7001')),
    move: (id: string, action: string) =>
      platform.as(platform.sandbox.studio, { method: 'POST', url: `/open/v1/order/${action}/${id}` }),
    workflow: (id: string) => client.workflow.getHandle(id),
    /** In place of the workflow that runs, if one does, one of the next program, whose workers have gone. */
    beginNewer: (workflowId: string) =>
      client.workflow.start(ORDER_WORKFLOW, {
        ...{ workflowId, taskQueue: queueOf('orders', PROGRAM + 1), args: [{ orderId: workflowId }] },
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      }),
    /** What the agency's endpoint answers next; the last answer stays. */
    react: receiver.react,
    /** The sequences of what the agency was sent of an order, as they arrived. */
    arrivalsOf: (orderId: string): number[] =>
      receiver.received.filter(({ body }) => body.orderId === orderId).map(({ body }) => body.sequence),
    /** What `npm run admin -- reconcile` finds, or repairs. */
    async reconcile({ repair }: { repair: boolean }) {
      const sources = { orm: platform.orm, client, now: platform.now, secondCheckMs: 300 };
      const found = await findDisagreements(sources);
      return repair ? await repairAll(sources, found) : found;
    },
    async close() {
      await platform.close();
      await receiver.close();
    },
  };
}
