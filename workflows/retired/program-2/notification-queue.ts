import {
  ActivityCancellationType,
  CancellationScope,
  condition,
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
import type { Mailbox } from '../../mailbox.ts';
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

export interface QueueOwner {
  /** The order, or the settlement. */
  readonly subjectId: string;
  readonly merchantKey: string;
}

export interface QueueOptions {
  /** What operators see has changed. */
  onChange(): void;
  /** A notification with this number exists. */
  onHeardOf?(sequence: number): Promise<void>;
  /**
   * Takes in the results of deliveries; whoever serves it calls `deliverNext` when it is idle. A workflow without local
   * activities needs none: both happen at once.
   */
  readonly mailbox?: Pick<Mailbox, 'post'>;
}

type State =
  /** Its turn has not come, or its delivery goes on. */
  | 'waiting'
  /** Its delivery goes on, and operators have been told (SEARCH_ATTRIBUTES.notificationStuckSince). */
  | 'stuck'
  /** It was acknowledged, skipped or abandoned; or its delivery can never succeed. */
  | 'over';

interface Entry {
  readonly sequence: number;
  /** What operators see of its event, `confirmed` for example. */
  readonly label: string;
  /** The request to send it although it was resolved before. */
  readonly resendOf?: string | undefined;
  /** What came of a first attempt that was made already. */
  readonly firstAttempt?: InlineDelivery | undefined;
  state: State;
  /** What operators see of its delivery. */
  text: string;
}

/** The delivery that is under way, of the first entry that is not over. */
interface Delivering {
  readonly entry: Entry;
  readonly scope: CancellationScope;
  /** Somebody asked for it to be tried now. */
  isRetryNow: boolean;
}

/** When a delivery makes its first attempt: when a worker takes it; the same, also while the circuit is open; or not before. */
type When = 'in turn' | 'now' | Pick<StuckDelivery, 'notBefore'>;

type Result = RetiredDeliveryOutcome | { readonly outcome: 'failed'; readonly error: unknown };

/**
 * Delivers the notifications of an order or a settlement one after the other, in order, while its life goes on. What this
 * rules out (test/workflows/first-attempts.test.ts, notification-help.test.ts):
 *
 * - Two deliveries of one subject at once: `#delivering` is set before an activity is begun, and looked at by whoever
 *   begins one.
 * - A notification that was delivered ahead of its turn is delivered again when the workflow hears of it: what is known
 *   of it by its number comes first.
 *
 * Methods are called one at a time: by a mailbox's messages, or by a workflow without local activities.
 */
export class NotificationQueue {
  readonly #owner: QueueOwner;
  readonly #options: QueueOptions;
  readonly #entries: Entry[] = [];
  /** What became of notifications before they were first here, by number. */
  readonly #ahead = new Map<number, InlineDelivery>();
  #delivering: Delivering | undefined;

  constructor(owner: QueueOwner, options: QueueOptions) {
    this.#owner = owner;
    this.#options = options;
  }

  add(sequence: number, label: string, more: Pick<Entry, 'resendOf' | 'firstAttempt'> = {}): void {
    this.#entries.push({ sequence, label, ...more, state: 'waiting', text: 'waiting' });
    this.#resolveKnown();
    this.#deliverUnlessMailbox();
  }

  /** Begins with the first that is not over, unless one is under way. */
  deliverNext(): void {
    const entry = this.#resolveKnown();
    if (entry === undefined) return;
    const failed = this.#attemptOf(entry);
    this.#deliver(entry, failed !== undefined && 'notBefore' in failed ? failed : 'in turn');
  }

  /** Ends the wait of the notification that is due, or of this one if it is; it is tried again at once. */
  retryNow(sequence = this.#delivering?.entry.sequence): void {
    if (this.#delivering === undefined || this.#delivering.entry.sequence !== sequence) return;
    this.#delivering.isRetryNow = true;
    this.#delivering.scope.cancel();
  }

  isWaiting(sequence: number): boolean {
    return this.#entries.some((entry) => entry.sequence === sequence && entry.state !== 'over');
  }

  get isIdle(): boolean {
    return this.#entries.every(({ state }) => state === 'over');
  }

  async resolved(): Promise<void> {
    await condition(() => this.isIdle);
  }

  /** One line each, for operators. */
  lines(): readonly string[] {
    return this.#entries.map(({ sequence, label, text }) => `#${sequence} ${label}: ${text}`);
  }

  #deliverUnlessMailbox(): void {
    if (this.#options.mailbox === undefined) this.deliverNext();
  }

  /** @returns the first that has to be delivered now, where there is one. */
  #resolveKnown(): Entry | undefined {
    while (this.#delivering === undefined) {
      const entry = this.#entries.find(({ state }) => state !== 'over');
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
  #deliver(entry: Entry, when: When): void {
    const scope = new CancellationScope();
    const delivering: Delivering = { entry, scope, isRetryNow: false };
    this.#delivering = delivering;
    const id = notificationId(this.#owner.subjectId, entry.sequence);
    const options = optionsOf(entry, when);
    const isFirstDelivery = Object.keys(options).length === 0;
    const args: Parameters<typeof deliverNotification> = isFirstDelivery ? [id] : [id, options];
    const summary = `#${entry.sequence} ${entry.label}`;
    const priority = { fairnessKey: this.#owner.merchantKey };
    const outcome = scope.run(() => deliverNotification.executeWithOptions({ summary, priority }, args));
    const take = (result: Result) => {
      const { mailbox } = this.#options;
      const handle = () => this.#take(delivering, result);
      void (mailbox === undefined ? handle() : mailbox.post(handle));
    };
    outcome.then(take, (error) => take({ outcome: 'failed', error }));
  }

  async #take({ entry, isRetryNow }: Delivering, result: Result): Promise<void> {
    this.#delivering = undefined;
    switch (result.outcome) {
      case 'failed':
        if (isRetryNow && isCancellation(result.error)) return this.#deliver(entry, 'now');
        // One that can never succeed must not hold up those behind it, nor the order's end.
        log.error('a notification was given up', { sequence: entry.sequence, error: result.error });
        this.#set(entry, 'over', 'given up, see the history');
        break;
      case 'stuck': {
        const { since, attempts, notBefore } = result;
        markStuck(new Date(since));
        this.#set(entry, 'stuck', `stuck since ${since}, attempts so far: ${attempts}`);
        // It may have been asked for while this report was on its way.
        return this.#deliver(entry, isRetryNow ? 'now' : { notBefore });
      }
      default:
        this.#resolve(entry, result);
        await this.#takeReport(entry, result);
    }
    this.#deliverUnlessMailbox();
  }

  /** The activity goes on with what is due behind its own notification. */
  async #takeReport({ sequence }: Entry, { following = [], later }: DeliveryReport): Promise<void> {
    for (const [index, delivery] of following.entries()) this.#ahead.set(sequence + 1 + index, delivery);
    if (later !== undefined) await this.#options.onHeardOf?.(sequence + later);
  }

  #resolve(entry: Entry, { outcome, attempts }: ResolvedDelivery): void {
    this.#set(entry, 'over', `${outcome}, attempts: ${attempts}`);
  }

  #set(entry: Entry, state: State, text: string): void {
    if (entry.state === 'stuck') markStuck(null);
    Object.assign(entry, { state, text });
    this.#options.onChange();
  }
}

function optionsOf({ resendOf, state }: Entry, when: When): DeliveryOptions {
  return {
    ...(resendOf !== undefined && { resendOf }),
    ...(state === 'stuck' && { isReported: true }),
    ...(when === 'now' && { isUrgent: true }),
    ...(typeof when === 'object' && { notBefore: when.notBefore }),
  };
}

function markStuck(since: Date | null): void {
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.notificationStuckSince, value: since }]);
}
