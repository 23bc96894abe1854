import { ApplicationFailure, setCurrentDetails, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { ConfirmationReminder } from '../domain/ids.ts';
import { isRefundable } from '../domain/order-refund.ts';
import {
  isLive,
  type OrderState,
  TIMED_TRIGGERS,
  type Trigger,
  transitionFor,
} from '../domain/order-state.ts';
import {
  type Actor,
  type AdvanceRequest,
  type ByHand,
  type ChangeRecord,
  type ChangeRequest,
  type ChangeResult,
  type Happening,
  MOVE_REFUSED,
  type MoveRequest,
  type MoveResult,
  type OpenChange,
  type OrderInput,
  type OrderSchedule,
  type RecordedChange,
  type RecordedMove,
  type RecordedState,
  type RefundRequest,
  type RefundResult,
  SEARCH_ATTRIBUTES,
  type StudioAct,
} from './contract.ts';
import type { Mailbox } from './mailbox.ts';
import { describeOrder } from './operator-view.ts';
import { OrderClock, type TimedState } from './order-clock.ts';
import { OrderRecords } from './order-records.ts';

const PLATFORM: Actor = { kind: 'platform' };
const OPERATOR: Actor = { kind: 'operator' };
const STUDIO_ACTS_AFTER = '3 s';
const MOVABLE = ['confirmBy', 'tripStartAt', 'tripEndAt'] as const;

/**
 * An order's state, and the one way to move it. Everything but the refusals is called by the mailbox's messages,
 * one after the other.
 */
export class OrderLife {
  status: OrderState = 'pending';
  /** Number of the last event; the first was written with the order itself. */
  sequence = 1;
  /** Its deadlines are those of now: changes move them. */
  #input: OrderInput;
  #openChange: OpenChange | undefined;
  readonly #records = new OrderRecords();
  readonly #clock: OrderClock;
  readonly #mailbox: Mailbox;

  constructor(input: OrderInput, mailbox: Mailbox) {
    this.#input = input;
    this.#mailbox = mailbox;
    this.#clock = new OrderClock(input, {
      onDue: (state, since) => mailbox.post(() => this.#moveWhenDue(state, since)),
      onReminder: (at, since) => mailbox.post(() => this.#remind(at, since)),
      onChangeDue: (changeId, since) => mailbox.post(() => this.#expireChange(changeId, since)),
    });
  }

  get isOver(): boolean {
    return !isLive(this.status);
  }

  /** From where the database has it: it may have moved before, by a workflow that is gone. */
  async begin(): Promise<void> {
    await this.catchUp();
    if (this.#input.instantConfirmation) await this.#moveByClock('confirmInstantly');
    if (this.#input.studioActs !== undefined) this.#letStudioAct(this.#input.studioActs);
  }

  /** Sandbox: as if somebody at the studio had seen the order. Real seconds, whatever the order's clock says. */
  #letStudioAct({ trigger, studioKey }: StudioAct): void {
    const act = () => this.#record(trigger, { kind: 'studio', key: studioKey });
    void sleep(STUDIO_ACTS_AFTER, { summary: trigger }).then(() => this.#mailbox.post(act));
  }

  /** All that has happened was taken in: the workflow task ends here. */
  onIdle(): void {
    this.#records.startAfresh();
  }

  /**
   * Carries out an Update. The state is checked here, since other moves may have come after the validator.
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
    const ended = await this.#advanceChange(updateId);
    if (ended !== undefined) return ended;
    return await this.#recordOrRefuse(TIMED_TRIGGERS[this.status as TimedState], PLATFORM, updateId);
  }

  /** The next timed step is the end of a waiting change, if there is one. Undefined if there is none, or it ended otherwise. */
  async #advanceChange(updateId?: string): Promise<MoveResult | undefined> {
    const open = this.status === 'confirmed' ? this.#openChange : undefined;
    if (open === undefined) return undefined;
    const { changeId } = open;
    const step = { changeId, step: 'expire', actor: PLATFORM } as const;
    const recorded = await this.#recordChange(updateId === undefined ? step : { ...step, updateId });
    const { status, sequence, refusal } = recorded;
    return refusal === undefined ? { status, sequence } : undefined;
  }

  /**
   * Takes a step of a change. Its result is an answer, also if it was not taken: the same step may be possible
   * later, under the same Update's id never.
   * @throws ApplicationFailure MOVE_REFUSED
   */
  async change({ changeId, step, actor, seen }: ChangeRequest, updateId?: string): Promise<ChangeResult> {
    if (this.#isBehind(seen)) await this.catchUp();
    refuse(this.refusalOfChange());
    const recorded = await this.#recordChange({
      changeId,
      step,
      actor,
      ...(updateId === undefined ? {} : { updateId }),
    });
    const { status, sequence, refusal } = recorded;
    return refusal === undefined ? { status, sequence } : { status, sequence, refusal };
  }

  /** Refunds a part of the price; its result is an answer, as that of a change. @throws ApplicationFailure MOVE_REFUSED */
  async refund({ amount, actor, seen }: RefundRequest, updateId: string): Promise<RefundResult> {
    if (this.#isBehind(seen)) await this.catchUp();
    refuse(this.refusalOfRefund());
    const { orderId } = this.#input;
    const next = { sequence: this.sequence + 1, ...this.#clock.happening() };
    const recorded = await this.#records.recordRefund({ ...next, orderId, amount, actor, updateId });
    this.#apply(recorded);
    const { status, sequence, refusal } = recorded;
    return refusal === undefined ? { status, sequence } : { status, sequence, refusal };
  }

  async cancelByOperator(updateId?: string, byHand?: ByHand): Promise<MoveResult> {
    refuse(this.#refusalByState('cancelByOperator'));
    return await this.#recordOrRefuse('cancelByOperator', OPERATOR, updateId, byHand);
  }

  async cancelByOperatorIfLive(): Promise<void> {
    if (isLive(this.status)) await this.#record('cancelByOperator', OPERATOR);
  }

  /** Sandbox: the clock of the merchant that ordered is ahead by so much. */
  moveClock(aheadMs: number): void {
    if (this.#input.sandbox) this.#clock.moveAhead(aheadMs);
  }

  /**
   * Goes on from the state in the database. After a restored backup that may be behind, and have notifications to send
   * that were sent before.
   */
  async catchUp(): Promise<void> {
    this.#apply(await this.#records.readStanding(this.#input.orderId));
  }

  /**
   * Why `trigger` can't move the order now, or undefined where it can. For validators: only they read the time,
   * since a replay, which may see another, does not run them.
   * @param seen as in AdvanceRequest: of what this workflow does not know yet it can't judge.
   */
  refusalOf(trigger: Trigger, seen?: number): string | undefined {
    const refusal = this.#isBehind(seen) ? undefined : this.#refusalByState(trigger);
    if (refusal !== undefined) return refusal;
    const isEarly = trigger === 'start' && this.#clock.now() < new Date(this.#input.earliestStartAt);
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

  /** Which step is possible in which of these states is for the database to say. */
  refusalOfChange(seen?: number): string | undefined {
    const isChangeable = this.status === 'pending' || this.status === 'confirmed';
    return this.#isBehind(seen) || isChangeable ? undefined : `the order is ${this.status}`;
  }

  /** How much may be given back is for the database to say. */
  refusalOfRefund(seen?: number): string | undefined {
    return this.#isBehind(seen) || isRefundable(this.status) ? undefined : `the order is ${this.status}`;
  }

  #isBehind(seen = 0): boolean {
    return seen > this.sequence;
  }

  async #moveWhenDue(state: TimedState, since: Happening): Promise<void> {
    if (this.status === state) await this.#moveByClock(TIMED_TRIGGERS[state], since);
  }

  /** The studio has to confirm, and its time is running out. */
  async #remind(at: ConfirmationReminder, since: Happening): Promise<void> {
    if (this.status !== 'pending') return;
    const { orderId } = this.#input;
    const { sequence } = this;
    await this.#records.recordReminder({ orderId, sequence, at, ...since });
  }

  /** The studio has not answered; does nothing where somebody came first. */
  async #expireChange(changeId: string, since: Happening): Promise<void> {
    if (this.#openChange?.changeId !== changeId) return;
    await this.#recordChange({ changeId, step: 'expire', actor: PLATFORM }, since);
  }

  async #recordChange(
    step: Omit<ChangeRecord, 'orderId' | 'sequence' | keyof Happening>,
    since = this.#clock.happening(),
  ): Promise<RecordedChange> {
    const { orderId } = this.#input;
    const recorded = await this.#records.recordChange({
      ...step,
      orderId,
      sequence: this.sequence + 1,
      ...since,
    });
    this.#apply(recorded);
    return recorded;
  }

  /** A move of the platform's own; does nothing where another came first. */
  async #moveByClock(trigger: Trigger, since?: Happening): Promise<void> {
    await this.#record(trigger, PLATFORM, { since });
  }

  async #recordOrRefuse(
    trigger: Trigger,
    actor: Actor,
    updateId?: string,
    byHand?: ByHand,
  ): Promise<MoveResult> {
    const { status, sequence } = this;
    let recorded = await this.#record(trigger, actor, { updateId, byHand });
    // What came between left the order in its state: a studio's refund.
    const isStillPossible = this.status === status && this.sequence > sequence;
    if (!recorded && isStillPossible) recorded = await this.#record(trigger, actor, { updateId, byHand });
    if (!recorded) refuse(`the order is ${this.status}`);
    const occurredAt = recorded?.occurredAt;
    return { status: this.status, sequence: this.sequence, ...(occurredAt && { occurredAt }) };
  }

  /**
   * Writes a move; undefined where another came first. The database has the last word: where it has another state (a
   * restored backup, a move that was written by a worker which died before it answered), the workflow follows it.
   */
  async #record(
    trigger: Trigger,
    actor: Actor,
    {
      updateId,
      byHand,
      since = this.#clock.happening(),
    }: { updateId?: string | undefined; byHand?: ByHand | undefined; since?: Happening | undefined } = {},
  ): Promise<RecordedMove | undefined> {
    const transition = transitionFor(this.status, trigger);
    if (!transition) return undefined;
    const recorded = await this.#records.recordTransition({
      orderId: this.#input.orderId,
      sequence: this.sequence + 1,
      from: this.status,
      to: transition.to,
      reason: transition.reason,
      actor,
      ...since,
      ...(updateId === undefined ? {} : { updateId }),
      ...(byHand === undefined ? {} : { byHand }),
    });
    this.#apply(recorded);
    return recorded.recordedAs === null ? undefined : recorded;
  }

  #apply({ status, sequence, schedule }: RecordedState): void {
    if (schedule !== undefined) this.#follow(schedule);
    if (status !== this.status)
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.orderStatus, value: status }]);
    this.status = status;
    this.sequence = sequence;
    this.#clock.watch(status);
    this.#showOperators();
  }

  /** Goes by what a change has moved; does nothing where that is what it goes by. */
  #follow({ tripDate, openChange, ...instants }: OrderSchedule): void {
    const before = this.#input;
    const isMoved = MOVABLE.some((name) => before[name] !== instants[name]);
    const [known, open] = [this.#openChange, openChange];
    const isKnown = known?.changeId === open?.changeId && known?.answerBy === open?.answerBy;
    if (!isMoved && isKnown) return;
    if (before.tripStartAt !== instants.tripStartAt) {
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.tripDate, value: new Date(tripDate) }]);
    }
    this.#input = { ...before, ...instants };
    this.#openChange = openChange;
    this.#clock.set({ ...this.#input, openChange });
  }

  #showOperators(): void {
    const { answerBy } = (this.status === 'confirmed' && this.#openChange) || {};
    setCurrentDetails(describeOrder({ ...this.#input, answerBy }, this.status));
  }
}

/** @throws ApplicationFailure MOVE_REFUSED where there is a refusal. */
export function refuse(refusal: string | undefined): void {
  if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, MOVE_REFUSED);
}
