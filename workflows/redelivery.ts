import {
  allHandlersFinished,
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import { answerAbandon } from './abandonment.ts';
import { type RedeliveryInput, type ResendRequest, redeliverSignal, resendSignal } from './contract.ts';
import { NotificationQueue } from './notification-queue.ts';
import { StuckMark } from './stuck-mark.ts';

/**
 * Sends one endpoint's notifications of one subject that the subject's own workflow does not have: they were resolved and
 * are asked for again, or there is no such workflow. Retried like any other. Ends when all are resolved.
 */
export async function redelivery(input: RedeliveryInput): Promise<number> {
  const { merchantKey, endpointId } = input;
  let count = 0;
  const stuckMark = new StuckMark();
  const queue = new NotificationQueue({
    onChange: () => {
      setCurrentDetails(queue.lines().join('\n\n'));
      stuckMark.show(queue.stuck?.since);
    },
    take: (handle) => {
      handle();
      queue.deliverNext();
    },
  });
  answerAbandon(queue);
  setHandler(redeliverSignal, () => queue.retryNow());
  setHandler(resendSignal, ({ notificationIds = [], reopenedIds = [], requestedAt }: ResendRequest) => {
    const isReopened = (id: string) => reopenedIds.includes(id);
    const isWaiting = (id: string) => queue.isWaiting(id) && !isReopened(id);
    if (notificationIds.some(isWaiting)) queue.retryNow();
    const resolved = notificationIds.filter((id) => !isWaiting(id));
    for (const notificationId of resolved) {
      const again = { notificationId, endpointId, merchantKey, label: notificationId };
      if (isReopened(notificationId)) queue.addOnceMore(again, requestedAt);
      else queue.add(again, requestedAt);
    }
    count += resolved.length;
    queue.deliverNext();
  });

  // Nothing here is worth stopping half-way; to end it, abandon what waits.
  return await CancellationScope.nonCancellable(async () => {
    await condition(() => count > 0 && queue.isIdle);
    await condition(allHandlersFinished);
    return count;
  });
}
