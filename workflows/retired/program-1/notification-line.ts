import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { notificationId } from '../../../domain/ids.ts';
import { FIRST_RETRY_MS, MAX_RETRY_MS } from '../../../domain/notification.ts';
import {
  type DeliveryOptions,
  type InlineDelivery,
  type NotificationActivities,
  type ResolvedDelivery,
  SEARCH_ATTRIBUTES,
  type StuckDelivery,
  TASK_QUEUES,
} from '../../contract.ts';
import type { DeliveryReport, RetiredDeliveryOutcome } from '../contract.ts';

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

export interface LineOwner {
  readonly orderId: string;
  readonly merchantKey: string;
}

export interface LineEvents {
  /** What operators see has changed. */
  onChange(): void;
  /** A notification with this number is in the books. */
  onHeardOf?(sequence: number): Promise<void>;
}

/** A notification in the line. */
interface Place {
  readonly sequence: number;
  /** What operators see of its event, `confirmed` for example. */
  readonly label: string;
  /** The request to send it although it was settled. */
  readonly resendOf?: string;
  /** A first attempt that was begun already. */
  readonly early?: Promise<InlineDelivery | undefined>;
  state: string;
  isSettled: boolean;
}

/** Delivers an order's notifications one after the other, in order, while the order itself goes on. */
export class NotificationLine {
  readonly #owner: LineOwner;
  readonly #events: LineEvents;
  readonly #places: Place[] = [];
  #tail: Promise<void> = Promise.resolve();
  /** What became of notifications before it was their turn here, by number. */
  readonly #ahead = new Map<number, InlineDelivery>();
  #current: { readonly scope: CancellationScope; readonly sequence: number } | undefined;

  constructor(owner: LineOwner, events: LineEvents) {
    this.#owner = owner;
    this.#events = events;
  }

  add(sequence: number, label: string, more: Pick<Place, 'resendOf' | 'early'> = {}): void {
    const place: Place = { sequence, label, ...more, state: 'waiting', isSettled: false };
    this.#places.push(place);
    this.#tail = this.#tail.then(async () => {
      place.state = await this.#settle(place);
      place.isSettled = true;
      this.#events.onChange();
    });
  }

  /** Ends the wait of the notification that is due, or of this one if it is; it is tried again at once. */
  retryNow(sequence = this.#current?.sequence): void {
    if (this.#current?.sequence === sequence) this.#current?.scope.cancel();
  }

  isWaiting(sequence: number): boolean {
    return this.#places.some((place) => place.sequence === sequence && !place.isSettled);
  }

  get isIdle(): boolean {
    return this.#places.every(({ isSettled }) => isSettled);
  }

  async settled(): Promise<void> {
    await this.#tail;
  }

  /** One line each, for operators. */
  lines(): readonly string[] {
    return this.#places.map(({ sequence, label, state }) => `#${sequence} ${label}: ${state}`);
  }

  /** A delivery that can never succeed must not hold up those behind it, nor the order's end. */
  async #settle(place: Place): Promise<string> {
    try {
      const { outcome, attempts } = await this.#deliver(place);
      return `${outcome}, attempts: ${attempts}`;
    } catch (error) {
      log.error('a notification was given up', { sequence: place.sequence, error });
      return 'given up, see the history';
    }
  }

  async #deliver(place: Place): Promise<ResolvedDelivery> {
    const ahead = this.#takeAhead(place) ?? (place.early && (await place.early));
    if (ahead !== undefined && 'outcome' in ahead) return ahead;
    let options: DeliveryOptions = place.resendOf === undefined ? { ...ahead } : { resendOf: place.resendOf };
    try {
      for (;;) {
        const outcome = await this.#untilReport(place, options);
        const { notBefore: _, isUrgent: __, ...lasting } = options;
        if (outcome === 'asked to try now') options = { ...lasting, isUrgent: true };
        else if (outcome.outcome !== 'stuck') return await this.#takeReport(place, outcome);
        else {
          options = { ...lasting, isReported: true, notBefore: outcome.notBefore };
          this.#showStuck(place, outcome);
        }
      }
    } finally {
      if (options.isReported) markStuck(null);
    }
  }

  /** The activity goes on with what is due behind its own notification. */
  async #takeReport({ sequence }: Place, report: DeliveryReport): Promise<ResolvedDelivery> {
    const { following = [], later, ...settled } = report;
    for (const [index, delivery] of following.entries()) this.#ahead.set(sequence + 1 + index, delivery);
    if (later !== undefined) await this.#events.onHeardOf?.(sequence + later);
    return settled;
  }

  #takeAhead({ sequence, resendOf }: Place): InlineDelivery | undefined {
    if (resendOf !== undefined) return undefined;
    const delivery = this.#ahead.get(sequence);
    this.#ahead.delete(sequence);
    return delivery;
  }

  /** Waits for the activity, or until `retryNow` ends the wait. */
  async #untilReport(
    place: Place,
    options: DeliveryOptions,
  ): Promise<RetiredDeliveryOutcome | 'asked to try now'> {
    const scope = new CancellationScope();
    this.#current = { scope, sequence: place.sequence };
    const id = notificationId(this.#owner.orderId, place.sequence);
    const isFirstDelivery = Object.keys(options).length === 0;
    const args: Parameters<typeof deliverNotification> = isFirstDelivery ? [id] : [id, options];
    const summary = `#${place.sequence} ${place.label}`;
    const priority = { fairnessKey: this.#owner.merchantKey };
    try {
      return await scope.run(() => deliverNotification.executeWithOptions({ summary, priority }, args));
    } catch (error) {
      const isAskedToRetry = isCancellation(error) && scope.consideredCancelled;
      if (!isAskedToRetry) throw error;
      return 'asked to try now';
    } finally {
      this.#current = undefined;
    }
  }

  #showStuck(place: Place, { since, attempts }: StuckDelivery): void {
    place.state = `stuck since ${since}, attempts so far: ${attempts}`;
    markStuck(new Date(since));
    this.#events.onChange();
  }
}

function markStuck(since: Date | null): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.notificationStuckSince, value: since }]);
}
