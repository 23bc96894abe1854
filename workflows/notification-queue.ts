import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
} from '@temporalio/workflow';
import { sequenceOf } from '../domain/ids.ts';
import { FIRST_RETRY_MS, MAX_RETRY_MS } from '../domain/notification.ts';
import {
  type Announced,
  type DelayedDelivery,
  type DeliveryOptions,
  type DeliveryOutcome,
  deliveryActivityId,
  type NotificationActivities,
  type ResolvedDelivery,
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

export interface QueueOptions {
  /** What operators see has changed. */
  onChange(): void;
  /** Takes in the result of a delivery: `handle` is called once its turn has come, and `deliverNext` after it. */
  take(handle: () => void): void;
}

type State =
  /** Its turn has not come, or its delivery goes on. */
  | { readonly is: 'waiting'; readonly cause?: string | undefined }
  /** Its delivery goes on, and operators have been told. */
  | { readonly is: 'stuck'; readonly report: StuckDelivery }
  /** It was acknowledged, skipped or abandoned; or its delivery can never succeed. */
  | { readonly is: 'over'; readonly text: string };

interface Entry extends Announced {
  /** The request to send it although it was resolved before. */
  readonly resendOf?: string | undefined;
  state: State;
}

/** The delivery that is under way, of the first entry that is not over. */
interface Delivering {
  readonly entry: Entry;
  readonly scope: CancellationScope;
  /** Somebody asked for it to be tried now. */
  isRetryNow: boolean;
}

/** When a delivery makes its first attempt: when a worker takes it; the same, also while the circuit is open; or not before. */
type When = 'in turn' | 'now' | DelayedDelivery;

type Result = DeliveryOutcome | { readonly outcome: 'failed'; readonly error: unknown };

/**
 * Delivers what one endpoint is told of an order or a settlement, one after the other, in order. What this rules out
 * (test/workflows/notification-help.test.ts):
 *
 * - Two deliveries of one subject to one endpoint at once: `#delivering` is set before an activity is begun, and looked at
 *   by whoever begins one.
 * - A notification that is announced twice is delivered twice: it is known by its id until it is over.
 *
 * Methods are called one at a time: by a mailbox's messages, or by a workflow without local activities.
 */
export class NotificationQueue {
  readonly #options: QueueOptions;
  readonly #entries: Entry[] = [];
  #delivering: Delivering | undefined;
  #deliveries = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** One that waits already is the same. @param resendOf when it was asked for again, where it was resolved before. */
  add(announced: Announced, resendOf?: string): void {
    if (!this.isWaiting(announced.notificationId)) this.addOnceMore(announced, resendOf);
  }

  /** Also where it waits: what its delivery is about to report is from before. */
  addOnceMore(announced: Announced, resendOf?: string): void {
    const { firstAttempt } = announced;
    const entry: Entry = { ...announced, resendOf, state: { is: 'waiting' } };
    this.#entries.push(entry);
    if (firstAttempt !== undefined && 'outcome' in firstAttempt) this.#resolve(entry, firstAttempt);
    else this.#set(entry, { is: 'waiting', cause: firstAttempt?.cause });
  }

  /** Begins with the first that is not over, unless one is under way. */
  deliverNext(): void {
    const entry = this.#entries.find(({ state }) => state.is !== 'over');
    if (entry === undefined || this.#delivering !== undefined) return;
    const { firstAttempt } = entry;
    this.#deliver(
      entry,
      firstAttempt !== undefined && 'notBefore' in firstAttempt ? firstAttempt : 'in turn',
    );
  }

  /** Ends the wait of the notification that is due; it is tried again at once. */
  retryNow(): void {
    if (this.#delivering === undefined) return;
    this.#delivering.isRetryNow = true;
    this.#delivering.scope.cancel();
  }

  /** The same for this one, if it is the one that is due. */
  retryOne(notificationId: string): void {
    if (this.#delivering?.entry.notificationId === notificationId) this.retryNow();
  }

  waitingOf(sequence: number): readonly string[] {
    const isOfEvent = ({ notificationId, state }: Entry) =>
      state.is !== 'over' && sequenceOf(notificationId) === sequence;
    return this.#entries.filter(isOfEvent).map(({ notificationId }) => notificationId);
  }

  isWaiting(notificationId: string): boolean {
    return this.#entries.some(
      (entry) => entry.notificationId === notificationId && entry.state.is !== 'over',
    );
  }

  get isIdle(): boolean {
    return this.#entries.every(({ state }) => state.is === 'over');
  }

  /** The notification that operators should look at. */
  get stuck(): StuckDelivery | undefined {
    return this.#entries.map(({ state }) => (state.is === 'stuck' ? state.report : undefined)).find(Boolean);
  }

  /** One line each, for operators. */
  lines(): readonly string[] {
    return this.#entries.map(({ label, state }) => `${label}: ${describe(state)}`);
  }

  /** The result comes back by way of `take`. */
  #deliver(entry: Entry, when: When): void {
    const scope = new CancellationScope();
    const delivering: Delivering = { entry, scope, isRetryNow: false };
    this.#delivering = delivering;
    const { notificationId: id, label, endpointId, merchantKey } = entry;
    const options = optionsOf(entry, when);
    const isFirstDelivery = Object.keys(options).length === 0;
    const args: Parameters<typeof deliverNotification> = isFirstDelivery ? [id] : [id, options];
    // The gateway finds an endpoint's deliveries by it.
    const activityId = deliveryActivityId(endpointId, ++this.#deliveries);
    const how = { activityId, summary: `${label} to ${endpointId}`, priority: { fairnessKey: merchantKey } };
    const outcome = scope.run(() => deliverNotification.executeWithOptions(how, args));
    const take = (result: Result) => this.#options.take(() => this.#handle(delivering, result));
    outcome.then(take, (error) => take({ outcome: 'failed', error }));
  }

  #handle({ entry, isRetryNow }: Delivering, result: Result): void {
    this.#delivering = undefined;
    switch (result.outcome) {
      case 'failed':
        if (isRetryNow && isCancellation(result.error)) this.#deliver(entry, 'now');
        else this.#giveUp(entry, result.error);
        break;
      case 'stuck':
        this.#set(entry, { is: 'stuck', report: result });
        // It may have been asked for while this report was on its way.
        this.#deliver(entry, isRetryNow ? 'now' : result);
        break;
      default:
        this.#resolve(entry, result);
    }
  }

  /** One that can never succeed must not hold up those behind it, nor the order's end. */
  #giveUp(entry: Entry, error: unknown): void {
    log.error('a notification was given up', { notificationId: entry.notificationId, error });
    this.#set(entry, { is: 'over', text: 'given up, see the history' });
  }

  #resolve(entry: Entry, { outcome, attempts }: ResolvedDelivery): void {
    this.#set(entry, { is: 'over', text: `${outcome}, attempts: ${attempts}` });
  }

  #set(entry: Entry, state: State): void {
    entry.state = state;
    this.#options.onChange();
  }
}

function optionsOf({ resendOf, state }: Entry, when: When): DeliveryOptions {
  return {
    ...(resendOf !== undefined && { resendOf }),
    ...(state.is === 'stuck' && { isReported: true }),
    ...(when === 'now' && { isUrgent: true }),
    ...(typeof when === 'object' && { notBefore: when.notBefore }),
    ...(typeof when === 'object' && when.cause !== undefined && { cause: when.cause }),
  };
}

function describe(state: State): string {
  switch (state.is) {
    case 'waiting':
      return state.cause === undefined ? 'waiting' : `waiting after ${state.cause}`;
    case 'stuck':
      return describeStuck(state.report);
    case 'over':
      return state.text;
  }
}

/** What is wrong, since when, how often it was tried, and when it is tried next. */
export function describeStuck({ cause, since, attempts, notBefore }: StuckDelivery): string {
  const what = cause === undefined ? 'stuck' : `stuck, ${cause}`;
  return `${what}, since ${since}, attempts so far: ${attempts}, next one ${notBefore}`;
}
