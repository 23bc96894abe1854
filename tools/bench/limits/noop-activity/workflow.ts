/** The least that a delivery can be: one activity that does nothing. Then it stays open, as an order does. */
import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import { type NotificationActivities, TASK_QUEUES } from '../../../../workflows/contract.ts';

const { deliverNotification } = proxyActivities<NotificationActivities>({
  taskQueue: TASK_QUEUES.notifications,
  startToCloseTimeout: '20 s',
});
const releaseSignal = defineSignal('release');

/** @param isRefused its first attempt fails, with an hour to the next one; `release` has it scheduled anew. */
export async function noopActivity(isRefused: boolean): Promise<void> {
  const waiting = new CancellationScope();
  setHandler(releaseSignal, () => waiting.cancel());
  try {
    await waiting.run(() => deliverNotification(isRefused ? 'refused' : 'noop'));
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await deliverNotification('noop');
  }
  await condition(() => false);
}
