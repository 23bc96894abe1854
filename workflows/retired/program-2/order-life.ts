import { ApplicationFailure, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
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
  type OrderInput,
  type ReachedState,
  type RecordedState,
  SEARCH_ATTRIBUTES,
} from '../../contract.ts';
import type { Mailbox } from '../../mailbox.ts';
import type { RetiredRecordedMove } from '../contract.ts';
import { NotificationQueue } from './notification-queue.ts';
import { describeOrder } from './operator-view.ts';
import { OrderClock, type TimedState } from './order-clock.ts';
import { OrderRecords } from './order-records.ts';

const PLATFORM: Actor = { kind: 'platform' };
const OPERATOR: Actor = { kind: 'operator' };

interface Recording {
  readonly updateId?: string | undefined;
  readonly isAnnounced?: boolean;
}

/**
 * Where an order stands, and the one way to move it. Everything but the refusals is called by the mailbox's messages,
 * one after the other.
 */
export class OrderLife {
  status: OrderState = 'pending';
  /** Number of the last event; the first was written with the order itself. */
  sequence = 1;
  readonly notifications: NotificationQueue;
  readonly #input: OrderInput;
  readonly #records = new OrderRecords();
  readonly #clock: OrderClock;

  constructor(input: OrderInput, mailbox: Mailbox) {
    this.#input = input;
    this.#clock = new OrderClock(input, (state) => mailbox.post(() => this.#moveWhenDue(state)));
    const owner = { subjectId: input.orderId, merchantKey: input.merchantKey };
    this.notifications = new NotificationQueue(owner, {
      mailbox,
      onChange: () => this.#showOperators(),
      onHeardOf: async (sequence) => {
        if (this.#isBehind(sequence)) await this.catchUp();
      },
    });
  }

  get isOver(): boolean {
    return !isLive(this.status) && this.notifications.isIdle;
  }

  /** Announces the order, or goes on with one that has moved before. */
  async begin(): Promise<void> {
    if (this.#input.isResumed) await this.catchUp();
    else await this.#announceCreation();
    this.#clock.watch(this.status);
    if (this.#input.instantConfirmation) await this.#moveByClock('confirmInstantly');
  }

  /** All that has happened was taken in: the workflow task ends here. */
  onIdle(): void {
    this.notifications.deliverNext();
    this.#records.startAfresh();
  }

  /**
   * Carries out an Update. The state is looked at here, since other moves may have come after the validator.
   * @throws ApplicationFailure MOVE_REFUSED
   */
  async move(trigger: Trigger, { actor, seen }: MoveRequest, updateId?: string): Promise<MoveResult> {
    if (this.#isBehind(seen)) await this.catchUp();
    refuse(this.#refusalByState(trigger));
    return await this.#recordOrRefuse(trigger, actor, updateId);
  }

  /** Sandbox: the next timed step, now. @throws ApplicationFailure MOVE_REFUSED */
  async advance({ seen }: AdvanceRequest, updateId?: string): Promise<MoveResult> {
    if (this.#isBehind(seen)) await this.catchUp();
    refuse(this.refusalOfAdvance());
    return await this.#recordOrRefuse(TIMED_TRIGGERS[this.status as TimedState], PLATFORM, updateId);
  }

  async cancelByOperator(updateId?: string): Promise<MoveResult> {
    return await this.move('cancelByOperator', { actor: OPERATOR }, updateId);
  }

  async cancelByOperatorIfLive(): Promise<void> {
    if (isLive(this.status)) await this.#record('cancelByOperator', OPERATOR);
  }

  /**
   * Goes on from where the database stands. After a restored backup it may be behind, and have notifications to send
   * that were sent before.
   */
  async catchUp(): Promise<void> {
    const found = await this.#records.readStanding(this.#input.orderId);
    this.#stand(
      found,
      found.waiting.filter((sequence) => !this.notifications.isWaiting(sequence)),
    );
  }

  /**
   * Why `trigger` can't move the order now, or undefined where it can. For validators: they alone look at the time,
   * since a replay, which may see another, does not run them.
   * @param seen as in AdvanceRequest: of what this workflow does not know yet it can't judge.
   */
  refusalOf(trigger: Trigger, seen?: number): string | undefined {
    const refusal = this.#isBehind(seen) ? undefined : this.#refusalByState(trigger);
    if (refusal !== undefined) return refusal;
    const isEarly = trigger === 'start' && Date.now() < Date.parse(this.#input.earliestStartAt);
    return isEarly ? `the trip can be started from ${this.#input.earliestStartAt} on` : undefined;
  }

  #refusalByState(trigger: Trigger): string | undefined {
    return transitionFor(this.status, trigger) ? undefined : `the order is ${this.status}`;
  }

  refusalOfAdvance(seen?: number): string | undefined {
    if (this.#isBehind(seen)) return undefined;
    if (!this.#input.sandbox) return 'only a sandbox order can be advanced';
    return isLive(this.status) ? undefined : `the order is ${this.status}`;
  }

  #isBehind(seen = 0): boolean {
    return seen > this.sequence;
  }

  async #announceCreation(): Promise<void> {
    const { sequence, status } = this;
    this.#showOperators();
    const id = notificationId(this.#input.orderId, sequence);
    const firstAttempt = this.#input.promptDelivery ? await this.#records.deliverPromptly(id) : undefined;
    this.notifications.add(sequence, status, { firstAttempt });
    this.#showOperators();
  }

  async #moveWhenDue(state: TimedState): Promise<void> {
    if (this.status === state) await this.#moveByClock(TIMED_TRIGGERS[state]);
  }

  /**
   * A move of the platform's own; does nothing where another came first. Nobody waits for it, so its notification may
   * go out with the write: the merchant's answer would be part of a caller's time.
   */
  async #moveByClock(trigger: Trigger): Promise<void> {
    const isAnnounced = this.#input.promptDelivery === true && this.notifications.isIdle;
    await this.#record(trigger, PLATFORM, { isAnnounced });
  }

  async #recordOrRefuse(trigger: Trigger, actor: Actor, updateId?: string): Promise<MoveResult> {
    const isRecorded = await this.#record(trigger, actor, { updateId });
    if (!isRecorded) refuse(`the order is ${this.status}`);
    return { status: this.status, sequence: this.sequence };
  }

  /**
   * Writes a move; false where another came first. The database has the last word: where it stands elsewhere (a
   * restored backup, say), the order follows it.
   */
  async #record(trigger: Trigger, actor: Actor, { updateId, isAnnounced }: Recording = {}): Promise<boolean> {
    const transition = transitionFor(this.status, trigger);
    if (!transition) return false;
    const recorded = await this.#records.recordTransition({
      orderId: this.#input.orderId,
      sequence: this.sequence + 1,
      from: this.status,
      to: transition.to,
      reason: transition.reason,
      actor,
      occurredAt: new Date().toISOString(),
      ...(updateId === undefined ? {} : { updateId }),
      ...(isAnnounced ? { isAnnounced } : {}),
    });
    this.#follow(recorded);
    return typeof recorded.recordedAs === 'number';
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
    this.status = status;
    this.sequence = sequence;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.orderStatus, value: status }]);
    this.#clock.watch(status);
    const states = new Map(wayTo(recorded).map((one) => [one.sequence, one.status]));
    for (const event of announced) {
      const firstAttempt = event === sequence ? delivery : undefined;
      this.notifications.add(event, states.get(event) ?? 'found in the database', { firstAttempt });
    }
    this.#showOperators();
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
