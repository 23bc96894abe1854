import { CALLBACK_LIMITS } from '../../callbacks/limits.ts';
import type { InlineDelivery } from '../../workflows/contract.ts';
import { createDelivery, type DeliveryDeps } from './delivery.ts';
import { createEarlyAttempt } from './early-attempt.ts';
import { createPromptTraffic, PROMPT_LIMITS, type PromptLimits } from './prompt-traffic.ts';

export type PromptDeliveryDeps = Omit<DeliveryDeps, 'traffic'> & { readonly limits?: Partial<PromptLimits> };

/**
 * First attempts by the order workers, right behind the write of an event: an endpoint that answers at once spares the
 * workflow an activity, and the merchant the wait for one (docs/decisions/0047). Whatever does not go well is left to
 * the notification workers.
 * @returns the activity deliverPromptly.
 */
export function createPromptDelivery({ limits: changed = {}, ...deps }: PromptDeliveryDeps) {
  const limits: PromptLimits = { ...PROMPT_LIMITS, ...changed };
  const deliver = createDelivery({ ...deps, traffic: createPromptTraffic(limits) });
  // Nobody ends it early: the workflow may have gone on, and the answer still counts.
  const run = () => ({ signal: new AbortController().signal, isFirst: false });
  const attempt = createEarlyAttempt((id) => deliver(id, {}, run()), deps);

  return async (notificationId: string): Promise<InlineDelivery | undefined> => {
    const notBefore = new Date(deps.now().getTime() + CALLBACK_LIMITS.totalMs).toISOString();
    const attempted = attempt(notificationId).then(({ delivery }) => delivery);
    return await within(limits.waitMs, attempted, { notBefore });
  };
}

async function within<Result>(limitMs: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
