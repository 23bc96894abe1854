import type { InlineDelivery } from '../../workflows/contract.ts';
import type { DeliveredOne, DeliveryDeps } from './delivery.ts';
import { nextAttemptAfter } from './failures.ts';

export type Deliver = (notificationId: string) => Promise<DeliveredOne>;

export type EarlyAttemptDeps = Pick<DeliveryDeps, 'metrics' | 'now'>;

/** What came of one attempt; the delivery is undefined where none was made. */
interface EarlyAttempt extends Pick<DeliveredOne, 'next'> {
  readonly delivery: InlineDelivery | undefined;
}

/** One attempt before a notification's own turn. Whatever goes wrong, an activity of its own will meet it again. */
export function createEarlyAttempt(deliver: Deliver, { metrics, now }: EarlyAttemptDeps) {
  return async (notificationId: string): Promise<EarlyAttempt> => {
    try {
      const { resolved, next } = await deliver(notificationId);
      metrics?.count(resolved.outcome);
      return { delivery: resolved, next };
    } catch (error) {
      const planned = nextAttemptAfter(error, now());
      if (planned === undefined) return { delivery: undefined, next: null };
      metrics?.count(planned.word);
      return { delivery: { notBefore: planned.notBefore }, next: null };
    }
  };
}
