import {
  allHandlersFinished,
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import { type RedeliveryInput, type ResendRequest, redeliverSignal, resendSignal } from '../../contract.ts';
import { answerAbandon } from './abandonment.ts';
import { NotificationLine } from './notification-line.ts';

/**
 * Sends notifications of one order again that were settled before: the merchant asked for them. Lowest number first,
 * retried like any other, also when the order's own workflow has ended. Ends when all are settled.
 */
export async function redelivery(input: RedeliveryInput): Promise<number> {
  let count = 0;
  const line = new NotificationLine(input, {
    onChange: () => setCurrentDetails(line.lines().join('\n\n')),
  });
  answerAbandon(input.orderId, line);
  setHandler(redeliverSignal, () => line.retryNow());
  setHandler(resendSignal, ({ sequences = [], requestedAt }: ResendRequest) => {
    const [waiting, settled] = partition(sequences, (sequence) => line.isWaiting(sequence));
    if (waiting.length > 0) line.retryNow();
    for (const sequence of settled) line.add(sequence, 'again', { resendOf: requestedAt });
    count += settled.length;
  });

  // Nothing here is worth stopping half-way; to end it, abandon what waits.
  return await CancellationScope.nonCancellable(async () => {
    await condition(() => count > 0);
    while (!line.isIdle) await line.settled();
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
