/** The least that a delivery can be: one activity that does nothing. Then it stays open, as an order does, or ends, as a delivery does. */
import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import { TASK_QUEUES } from '../../../../workflows/contract.ts';
import type { DeliveryActivities } from '../../../../workflows/delivery-contract.ts';

const { deliver } = proxyActivities<DeliveryActivities>({
  taskQueue: TASK_QUEUES.notifications,
  startToCloseTimeout: '20 s',
});
const releaseSignal = defineSignal('release');

const attempt = (endpointId: string) => deliver({ subjectId: '', endpointId });

/** What becomes of one. */
export interface NoopManner {
  /** Its first attempt fails, with an hour to the next one; `release` has it scheduled again. */
  readonly isRefused?: boolean;
  /** Its workflow ends with it. */
  readonly ends?: boolean;
}

export async function noopActivity({ isRefused = false, ends = false }: NoopManner): Promise<void> {
  const waiting = new CancellationScope();
  setHandler(releaseSignal, () => waiting.cancel());
  try {
    await waiting.run(() => attempt(isRefused ? 'refused' : 'noop'));
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await attempt('noop');
  }
  if (!ends) await condition(() => false);
}
