/**
 * The plainest order there can be: four writes as local activities (remote ones would cost four workflow tasks more),
 * four notifications to each party as activities, one move by an Update, two by timers. With one party 48 events, 26 state transitions. No search
 * attributes, no details for operators, no cancellation, no deadline for the confirmation.
 */
import {
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { PlainActivities, PlainNotifications } from './activities.ts';

export const confirm = defineUpdate<void>('confirm');

const { write } = proxyLocalActivities<PlainActivities>({ startToCloseTimeout: '10 s' });
const { notify: notifyParty } = proxyActivities<PlainNotifications>({
  startToCloseTimeout: '20 s',
  taskQueue: 'plain-notifications',
});

export async function plainOrder(orderId: string, timerMs: number, parties: number): Promise<void> {
  const notify = (status: string) =>
    Promise.all(Array.from({ length: parties }, (_, party) => notifyParty(orderId, status, party)));
  let isConfirmed = false;
  setHandler(confirm, () => {
    isConfirmed = true;
  });
  await write(orderId, 'pending');
  await notify('pending');
  await condition(() => isConfirmed);
  await write(orderId, 'confirmed');
  await notify('confirmed');
  await sleep(timerMs);
  await write(orderId, 'in_progress');
  await notify('in_progress');
  await sleep(timerMs);
  await write(orderId, 'completed');
  await notify('completed');
}
