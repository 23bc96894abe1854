import {
  ApplicationFailure,
  condition,
  proxyLocalActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { notificationId } from '../../../domain/ids.ts';
import {
  isLive,
  type OrderState,
  TIMED_TRIGGERS,
  type Trigger,
  transitionFor,
} from '../../../domain/order-state.ts';
import {
  type Actor,
  type AdvanceRequest,
  type InlineDelivery,
  MOVE_REFUSED,
  type MoveRequest,
  type MoveResult,
  type OrderActivities,
  type OrderInput,
  type ReachedState,
  type RecordedState,
  SEARCH_ATTRIBUTES,
} from '../../contract.ts';
import { Mutex } from '../../mutex.ts';
import type { RetiredOrderActivities, RetiredRecordedMove } from '../contract.ts';
import { describeOrder } from '../program-2/operator-view.ts';
import { NotificationLine } from './notification-line.ts';

/** Short idempotent writes: local, which spares three events and a round trip each. */
const { recordTransition, readStanding } = proxyLocalActivities<OrderActivities>({
  startToCloseTimeout: '10 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** One attempt, whatever comes of it: the notification workers go on from there. */
const { deliverPromptly } = proxyLocalActivities<RetiredOrderActivities>({
  startToCloseTimeout: '5 s',
  retry: { maximumAttempts: 1 },
});

const PLATFORM: Actor = { kind: 'platform' };
type TimedState = keyof typeof TIMED_TRIGGERS;

interface Recording {
  readonly updateId?: string | undefined;
  readonly isAnnounced?: boolean;
}

/** Where an order stands, and the one way to move it. */
export class OrderLife {
  status: OrderState = 'pending';
  /** Number of the last event; the first was written with the order itself. */
  sequence = 1;
  readonly #input: OrderInput;
  readonly notifications: NotificationLine;
  /**
   * A second Update waits until the first has been written. All local activities exclude each other: two side by side in one
   * workflow task may not replay in the order in which they ended.
   */
  readonly mutex = new Mutex();

  constructor(input: OrderInput) {
    this.#input = input;
    this.notifications = new NotificationLine(input, {
      onChange: () => this.#showOperators(),
      onHeardOf: async (sequence) => {
        if (this.#isBehind(sequence)) await this.catchUp();
      },
    });
  }

  announceCreation(): void {
    const { sequence, status } = this;
    const early =
      this.#input.promptDelivery && this.mutex.runExclusive(() => this.#attemptPromptly(sequence));
    this.notifications.add(sequence, status, early ? { early } : {});
    this.#showOperators();
  }

  /** Waits until the order has left `state`; at the instant `until` the clock moves it. */
  async stay(state: TimedState, until: string): Promise<void> {
    while (this.status === state) {
      const left = Date.parse(until) - Date.now();
      const trigger = TIMED_TRIGGERS[state];
      const hasMoved = left > 0 && (await condition(() => this.status !== state, left, { summary: trigger }));
      if (!hasMoved) await this.moveByClock(trigger);
    }
  }

  /** A move of the platform's own; does nothing where another came first. */
  async moveByClock(trigger: Trigger): Promise<void> {
    await this.mutex.runExclusive(() => this.#record(trigger, PLATFORM, { isAnnounced: this.#canAnnounce }));
  }

  /**
   * Carries out an Update. The state is looked at again here, since another move may have come between the
   * validator and this one's turn.
   * @throws ApplicationFailure MOVE_REFUSED
   */
  async move(trigger: Trigger, { actor, seen }: MoveRequest, updateId?: string): Promise<MoveResult> {
    return await this.mutex.runExclusive(async () => {
      if (this.#isBehind(seen)) await this.#lookUp();
      refuse(this.refusalOf(trigger));
      return await this.#recordOrRefuse(trigger, actor, updateId);
    });
  }

  /** Sandbox: the next timed step, now. */
  async advance({ seen }: AdvanceRequest, updateId?: string): Promise<MoveResult> {
    return await this.mutex.runExclusive(async () => {
      if (this.#isBehind(seen)) await this.#lookUp();
      refuse(this.refusalOfAdvance());
      return await this.#recordOrRefuse(TIMED_TRIGGERS[this.status as TimedState], PLATFORM, updateId);
    });
  }

  async cancelByOperatorIfLive(): Promise<void> {
    await this.mutex.runExclusive(() => this.#record('cancelByOperator', { kind: 'operator' }));
  }

  /** Goes on from where the database stands. */
  async catchUp(): Promise<void> {
    await this.mutex.runExclusive(() => this.#lookUp());
  }

  /**
   * Why `trigger` can't move the order now, or undefined where it can.
   * @param seen as in AdvanceRequest: of what this workflow does not know yet it can't judge.
   */
  refusalOf(trigger: Trigger, seen?: number): string | undefined {
    if (this.#isBehind(seen)) return undefined;
    if (!transitionFor(this.status, trigger)) return `the order is ${this.status}`;
    const isEarly = trigger === 'start' && Date.now() < Date.parse(this.#input.earliestStartAt);
    return isEarly ? `the trip can be started from ${this.#input.earliestStartAt} on` : undefined;
  }

  refusalOfAdvance(seen?: number): string | undefined {
    if (this.#isBehind(seen)) return undefined;
    if (!this.#input.sandbox) return 'only a sandbox order can be advanced';
    return isLive(this.status) ? undefined : `the order is ${this.status}`;
  }

  #isBehind(seen = 0): boolean {
    return seen > this.sequence;
  }

  async #recordOrRefuse(trigger: Trigger, actor: Actor, updateId?: string): Promise<MoveResult> {
    const isRecorded = await this.#record(trigger, actor, { updateId });
    if (!isRecorded) refuse(`the order is ${this.status}`);
    return { status: this.status, sequence: this.sequence };
  }

  /** After a restored backup the database may be behind, and have notifications to send that were sent before. */
  async #lookUp(): Promise<void> {
    const standing = await readStanding(this.#input.orderId);
    this.#stand(
      standing,
      standing.waiting.filter((sequence) => !this.notifications.isWaiting(sequence)),
    );
  }

  /**
   * Writes a move; false where it could not be made. The database has the last word: where it stands elsewhere (a
   * restored backup, say), the order follows it.
   */
  async #record(trigger: Trigger, actor: Actor, { updateId, isAnnounced }: Recording = {}): Promise<boolean> {
    const transition = transitionFor(this.status, trigger);
    if (!transition) return false;
    const sequence = this.sequence + 1;
    const recorded = await recordTransition({
      orderId: this.#input.orderId,
      sequence,
      from: this.status,
      to: transition.to,
      reason: transition.reason,
      actor,
      occurredAt: new Date().toISOString(),
      ...(updateId === undefined ? {} : { updateId }),
      ...(isAnnounced ? { isAnnounced } : {}),
    });
    this.#follow(recorded);
    if (recorded.recordedAs !== undefined) return recorded.recordedAs !== null;
    // In histories of before.
    return wayTo(recorded).some((one) => one.sequence === sequence && one.status === transition.to);
  }

  /**
   * Stands where the database does. Every event on the way there is announced: of a move that was written by a worker
   * which died before it could tell, this is the only news.
   */
  #follow({ delivery, ...recorded }: RetiredRecordedMove): void {
    const missed = Math.max(recorded.sequence - this.sequence, 0);
    const events = Array.from({ length: missed }, (_, index) => this.sequence + 1 + index);
    this.#stand(recorded, events, delivery);
  }

  /** @param delivery what came of announcing the last event already. */
  #stand(recorded: RecordedState, announced: readonly number[], delivery?: InlineDelivery): void {
    const { status, sequence } = recorded;
    const states = new Map(wayTo(recorded).map((one) => [one.sequence, one.status]));
    for (const event of announced) {
      const early = event === sequence && delivery ? { early: Promise.resolve(delivery) } : {};
      this.notifications.add(event, states.get(event) ?? 'found in the database', early);
    }
    this.status = status;
    this.sequence = sequence;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.orderStatus, value: this.status }]);
    this.#showOperators();
  }

  /** For moves that no caller waits for: the merchant's answer would be part of the caller's time. */
  get #canAnnounce(): boolean {
    return this.#input.promptDelivery === true && this.notifications.isIdle;
  }

  async #attemptPromptly(sequence: number): Promise<InlineDelivery | undefined> {
    // A worker that was killed in the middle, say.
    return await deliverPromptly(notificationId(this.#input.orderId, sequence)).catch(() => undefined);
  }

  #showOperators(): void {
    setCurrentDetails(describeOrder(this.#input, this.status, this.notifications.lines()));
  }
}

function wayTo({ passed = [], ...last }: RecordedState): readonly ReachedState[] {
  return [...passed, last];
}

/** @throws ApplicationFailure MOVE_REFUSED where there is a refusal. */
export function refuse(refusal: string | undefined): void {
  if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, MOVE_REFUSED);
}
