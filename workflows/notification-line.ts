import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
} from '@temporalio/workflow';
import { notificationId } from '../domain/ids.ts';
import { FIRST_RETRY_MS, MAX_RETRY_MS } from '../domain/notification.ts';
import type { OrderState } from '../domain/order-state.ts';
import { type DeliveryOutcome, type NotificationActivities, TASK_QUEUES } from './contract.ts';

/**
 * Retried for ever under Temporal's policy; the activity itself sets each delay (jitter, `Retry-After`), the policy
 * here is what applies when it could not. A waiting retry adds nothing to the history.
 */
const { deliverNotification } = proxyActivities<NotificationActivities>({
  taskQueue: TASK_QUEUES.notifications,
  startToCloseTimeout: '20 s',
  // A worker that died in the middle of an attempt is noticed by its silence.
  heartbeatTimeout: '10 s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: {
    initialInterval: FIRST_RETRY_MS,
    backoffCoefficient: 2,
    maximumInterval: MAX_RETRY_MS,
    maximumAttempts: Number.POSITIVE_INFINITY,
  },
});

/** Delivers an order's notifications one after the other, in order, while the order itself goes on. */
export class NotificationLine {
  readonly #orderId: string;
  readonly #onChange: () => void;
  readonly #states: string[] = [];
  #tail: Promise<void> = Promise.resolve();
  #current: CancellationScope | undefined;

  constructor(orderId: string, onChange: () => void) {
    this.#orderId = orderId;
    this.#onChange = onChange;
  }

  add(sequence: number, status: OrderState): void {
    const index = this.#states.push(`#${sequence} ${status}: waiting`) - 1;
    this.#tail = this.#tail.then(async () => {
      this.#states[index] = `#${sequence} ${status}: ${await this.#settle(sequence, status)}`;
      this.#onChange();
    });
  }

  /** Ends the wait of the notification that is due; it is tried again at once. */
  retryNow(): void {
    this.#current?.cancel();
  }

  async settled(): Promise<void> {
    await this.#tail;
  }

  /** One line each, for operators. */
  lines(): readonly string[] {
    return this.#states;
  }

  /** A delivery that can never succeed must not hold up those behind it, nor the order's end. */
  async #settle(sequence: number, status: OrderState): Promise<string> {
    try {
      const { outcome, attempts } = await this.#deliver(sequence, status);
      return `${outcome}, attempts: ${attempts}`;
    } catch (error) {
      log.error('a notification was given up', { sequence, error });
      return 'given up, see the history';
    }
  }

  async #deliver(sequence: number, status: OrderState): Promise<DeliveryOutcome> {
    for (;;) {
      const scope = new CancellationScope();
      this.#current = scope;
      try {
        return await scope.run(() =>
          deliverNotification.executeWithOptions({ summary: `#${sequence} ${status}` }, [
            notificationId(this.#orderId, sequence),
          ]),
        );
      } catch (error) {
        const isAskedToRetry = isCancellation(error) && scope.consideredCancelled;
        if (!isAskedToRetry) throw error;
      } finally {
        this.#current = undefined;
      }
    }
  }
}
