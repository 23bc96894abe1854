import type { EarlyDelivery } from '../../workflows/contract.ts';
import type { DeliveredOne } from './delivery.ts';
import { nextAttemptAfter } from './failures.ts';
import type { NotificationMetrics } from './metrics.ts';

/** So many in one run of the activity. */
const MAX_FOLLOWING = 15;
/** The last of them must end, at its slowest, within the activity's own time limit. */
const BEGIN_WITHIN_MS = 8_000;

/**
 * Goes on with the notifications behind one that was acknowledged, where they are due already: the order moved while its
 * merchant was being told of earlier moves. Each spares the workflow an activity and a task. Ends with the first that
 * is not acknowledged; what was acknowledged before stays so.
 * @param deliver one attempt.
 * @returns their outcomes in order; the last may be an attempt that failed, with the time of the next one.
 */
export async function deliverFollowing(
  { next }: DeliveredOne,
  deliver: (notificationId: string) => Promise<DeliveredOne>,
  metrics: NotificationMetrics | undefined,
  now: () => Date,
): Promise<EarlyDelivery[]> {
  const following: EarlyDelivery[] = [];
  const end = now().getTime() + BEGIN_WITHIN_MS;
  let id = next;
  while (id !== null && following.length < MAX_FOLLOWING && now().getTime() < end) {
    try {
      const { settled, next } = await deliver(id);
      metrics?.count(settled.outcome);
      following.push(settled);
      id = next;
    } catch (error) {
      // Whatever it was: an activity of its own will meet it again and handle it, in due time.
      const next = nextAttemptAfter(error, now());
      if (next === undefined) return following;
      metrics?.count(next.word);
      return [...following, { notBefore: next.notBefore }];
    }
  }
  return following;
}
