import type { InlineDelivery } from '../../workflows/contract.ts';
import type { DeliveredOne } from './delivery.ts';
import { createEarlyAttempt, type Deliver, type EarlyAttemptDeps } from './early-attempt.ts';

/** So many in one run of the activity. */
const MAX_FOLLOWING = 15;
/** The last of them must end, at its slowest, within the activity's own time limit. */
const BEGIN_WITHIN_MS = 8_000;

/**
 * Goes on with the notifications behind one that was acknowledged, where they are due already: the order moved while its
 * merchant was being told of earlier moves. Each spares the workflow an activity and a task. Ends with the first that
 * is not acknowledged; what was acknowledged before stays so.
 * @returns their outcomes in order; the last may be an attempt that failed, with the time of the next one.
 */
export async function deliverFollowing(
  { next }: DeliveredOne,
  deliver: Deliver,
  deps: EarlyAttemptDeps,
): Promise<InlineDelivery[]> {
  const attempt = createEarlyAttempt(deliver, deps);
  const following: InlineDelivery[] = [];
  const end = deps.now().getTime() + BEGIN_WITHIN_MS;
  let id = next;
  while (id !== null && following.length < MAX_FOLLOWING && deps.now().getTime() < end) {
    const { delivery, next } = await attempt(id);
    if (delivery !== undefined) following.push(delivery);
    id = next;
  }
  return following;
}
