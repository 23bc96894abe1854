import {
  allHandlersFinished,
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import { type RedeliveryInput, type ResendRequest, redeliverSignal, resendSignal } from '../../contract.ts';
import { answerAbandon } from './abandonment.ts';
import { NotificationQueue } from './notification-queue.ts';

/**
 * Sends notifications of one order again that were resolved before: the merchant asked for them. Lowest number first,
 * retried like any other, also when the order's own workflow has ended. Ends when all are resolved.
 */
export async function redelivery(input: RedeliveryInput): Promise<number> {
  let count = 0;
  const owner = { subjectId: input.orderId, merchantKey: input.merchantKey };
  const queue = new NotificationQueue(owner, {
    onChange: () => setCurrentDetails(queue.lines().join('\n\n')),
  });
  answerAbandon(owner.subjectId, queue);
  setHandler(redeliverSignal, () => queue.retryNow());
  setHandler(resendSignal, ({ sequences = [], requestedAt }: ResendRequest) => {
    const [waiting, resolved] = partition(sequences, (sequence) => queue.isWaiting(sequence));
    if (waiting.length > 0) queue.retryNow();
    for (const sequence of resolved) queue.add(sequence, 'again', { resendOf: requestedAt });
    count += resolved.length;
  });

  // Nothing here is worth stopping half-way; to end it, abandon what waits.
  return await CancellationScope.nonCancellable(async () => {
    await condition(() => count > 0);
    while (!queue.isIdle) await queue.resolved();
    await condition(allHandlersFinished);
    return count;
  });
}

/** Sorted, without repeats. */
function partition(
  sequences: readonly number[],
  isWaiting: (sequence: number) => boolean,
): [number[], number[]] {
  const sorted = [...new Set(sequences)].sort((a, b) => a - b);
  return [sorted.filter(isWaiting), sorted.filter((sequence) => !isWaiting(sequence))];
}
