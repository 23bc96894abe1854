import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  isCancellation,
  log,
  proxyActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { notificationId } from '../domain/ids.ts';
import { FIRST_RETRY_MS, MAX_RETRY_MS } from '../domain/notification.ts';
import {
  type DeliveryOptions,
  type DeliveryOutcome,
  type DeliveryReport,
  type InlineDelivery,
  type NotificationActivities,
  type ResolvedDelivery,
  SEARCH_ATTRIBUTES,
  type StuckDelivery,
  TASK_QUEUES,
} from './contract.ts';

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

export interface QueueOwner {
  readonly orderId: string;
  readonly merchantKey: string;
}

export interface QueueEvents {
  /** What operators see has changed. */
  onChange(): void;
  /** A notification with this number exists. */
  onHeardOf?(sequence: number): Promise<void>;
  /** Runs what follows from an activity's result: a mailbox's `post`, or at once where none is needed. */
  post(handle: () => Promise<void>): unknown;
  /** Runs it when all that has happened was taken in: a mailbox's `whenIdle`, or at once where none is needed. */
  whenIdle(work: () => void): void;
}

interface Entry {
  readonly sequence: number;
  /** What operators see of its event, `confirmed` for example. */
  readonly label: string;
  /** The request to send it although it was resolved before. */
  readonly resendOf?: string | undefined;
  /** What came of a first attempt that was made already. */
  readonly firstAttempt?: InlineDelivery | undefined;
  state: string;
  isResolved: boolean;
}

/** The delivery that is under way, of the first entry that is not resolved. */
interface Delivering {
  readonly entry: Entry;
  readonly options: DeliveryOptions;
  readonly scope: CancellationScope;
  /** Somebody asked for it to be tried now. */
  isUrgent: boolean;
}

type Result = { readonly report: DeliveryOutcome } | { readonly error: unknown };

/**
 * Delivers an order's notifications one after the other, in order, while the order itself goes on. Methods are called
 * one at a time: by a mailbox's messages, or by a workflow without local activities.
 */
export class NotificationQueue {
  readonly #owner: QueueOwner;
  readonly #events: QueueEvents;
  readonly #entries: Entry[] = [];
  /** What became of notifications before they were first here, by number. */
  readonly #ahead = new Map<number, InlineDelivery>();
  #delivering: Delivering | undefined;

  constructor(owner: QueueOwner, events: QueueEvents) {
    this.#owner = owner;
    this.#events = events;
  }

  add(sequence: number, label: string, more: Pick<Entry, 'resendOf' | 'firstAttempt'> = {}): void {
    this.#entries.push({ sequence, label, ...more, state: 'waiting', isResolved: false });
    this.#resolveKnown();
    this.#events.whenIdle(() => this.#goOn());
  }

  /** Ends the wait of the notification that is due, or of this one if it is; it is tried again at once. */
  retryNow(sequence = this.#delivering?.entry.sequence): void {
    if (this.#delivering === undefined || this.#delivering.entry.sequence !== sequence) return;
    this.#delivering.isUrgent = true;
    this.#delivering.scope.cancel();
  }

  isWaiting(sequence: number): boolean {
    return this.#entries.some((entry) => entry.sequence === sequence && !entry.isResolved);
  }

  get isIdle(): boolean {
    return this.#entries.every(({ isResolved }) => isResolved);
  }

  async resolved(): Promise<void> {
    await condition(() => this.isIdle);
  }

  /** One line each, for operators. */
  lines(): readonly string[] {
    return this.#entries.map(({ sequence, label, state }) => `#${sequence} ${label}: ${state}`);
  }

  /** Begins with the first that is not resolved, unless one is under way. */
  #goOn(): void {
    const entry = this.#resolveKnown();
    if (entry !== undefined) this.#deliver(entry, optionsOf(entry, this.#attemptOf(entry)));
  }

  /** @returns the first that has to be delivered now, where there is one. */
  #resolveKnown(): Entry | undefined {
    while (this.#delivering === undefined) {
      const entry = this.#entries.find(({ isResolved }) => !isResolved);
      const known = entry && this.#attemptOf(entry);
      if (entry === undefined || known === undefined || !('outcome' in known)) return entry;
      this.#resolve(entry, known);
    }
    return undefined;
  }

  /** An attempt that was made before it was due here: behind the one in front, or with the write. */
  #attemptOf({ sequence, resendOf, firstAttempt }: Entry): InlineDelivery | undefined {
    return resendOf === undefined ? (this.#ahead.get(sequence) ?? firstAttempt) : undefined;
  }

  /** The result comes back as a message. */
  #deliver(entry: Entry, options: DeliveryOptions): void {
    const scope = new CancellationScope();
    const delivering: Delivering = { entry, options, scope, isUrgent: false };
    this.#delivering = delivering;
    const id = notificationId(this.#owner.orderId, entry.sequence);
    const isFirstDelivery = Object.keys(options).length === 0;
    const args: Parameters<typeof deliverNotification> = isFirstDelivery ? [id] : [id, options];
    const summary = `#${entry.sequence} ${entry.label}`;
    const priority = { fairnessKey: this.#owner.merchantKey };
    const attempts = scope.run(() => deliverNotification.executeWithOptions({ summary, priority }, args));
    const post = (result: Result) => void this.#events.post(() => this.#take(delivering, result));
    attempts.then(
      (report) => post({ report }),
      (error) => post({ error }),
    );
  }

  async #take(delivering: Delivering, result: Result): Promise<void> {
    this.#delivering = undefined;
    const { entry, options } = delivering;
    const { notBefore: _, isUrgent: __, ...lasting } = options;
    if ('error' in result) {
      const isAskedToRetry = delivering.isUrgent && isCancellation(result.error);
      if (isAskedToRetry) return this.#deliver(entry, { ...lasting, isUrgent: true });
      // One that can never succeed must not hold up those behind it, nor the order's end.
      log.error('a notification was given up', { sequence: entry.sequence, error: result.error });
      if (options.isReported) markStuck(null);
      this.#close(entry, 'given up, see the history');
    } else if (result.report.outcome === 'stuck') {
      const { notBefore } = result.report;
      this.#showStuck(entry, result.report);
      const next = delivering.isUrgent ? { isUrgent: true as const } : { notBefore };
      return this.#deliver(entry, { ...lasting, isReported: true, ...next });
    } else {
      if (options.isReported) markStuck(null);
      this.#resolve(entry, result.report);
      await this.#takeReport(entry, result.report);
    }
    this.#events.whenIdle(() => this.#goOn());
  }

  /** The activity goes on with what is due behind its own notification. */
  async #takeReport({ sequence }: Entry, { following = [], later }: DeliveryReport): Promise<void> {
    for (const [index, delivery] of following.entries()) this.#ahead.set(sequence + 1 + index, delivery);
    if (later !== undefined) await this.#events.onHeardOf?.(sequence + later);
  }

  #resolve(entry: Entry, { outcome, attempts }: ResolvedDelivery): void {
    this.#close(entry, `${outcome}, attempts: ${attempts}`);
  }

  #close(entry: Entry, state: string): void {
    entry.state = state;
    entry.isResolved = true;
    this.#events.onChange();
  }

  #showStuck(entry: Entry, { since, attempts }: StuckDelivery): void {
    entry.state = `stuck since ${since}, attempts so far: ${attempts}`;
    markStuck(new Date(since));
    this.#events.onChange();
  }
}

function optionsOf({ resendOf }: Entry, failed: InlineDelivery | undefined): DeliveryOptions {
  if (resendOf !== undefined) return { resendOf };
  return failed !== undefined && 'notBefore' in failed ? { notBefore: failed.notBefore } : {};
}

function markStuck(since: Date | null): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.notificationStuckSince, value: since }]);
}
