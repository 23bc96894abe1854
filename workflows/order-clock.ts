import { CancellationScope, sleep } from '@temporalio/workflow';
import type { ConfirmationReminder } from '../domain/ids.ts';
import { type OrderState, TIMED_TRIGGERS } from '../domain/order-state.ts';
import type { Happening, OpenChange, OrderInput } from './contract.ts';

export type TimedState = keyof typeof TIMED_TRIGGERS;

/** The instants (RFC 3339) at which the clock moves an order that nobody moves. */
type Deadlines = Pick<OrderInput, 'createdAt' | 'confirmBy' | 'tripStartAt' | 'tripEndAt'> & {
  /** The studio has to answer it before the trip begins. */
  readonly openChange?: OpenChange | undefined;
};

export interface ClockHands {
  /** A state's time is over, since then; where the order is still in it, the clock watches again. */
  onDue(state: TimedState, since: Happening): unknown;
  /** The order is still pending, and so much of the studio's time is over, since then. */
  onReminder(at: ConfirmationReminder, since: Happening): unknown;
  /** The studio's time to answer a change is over, since then. */
  onChangeDue(changeId: string, since: Happening): unknown;
}

/** Shares of the time to confirm that are over when the studio is reminded. */
const REMINDERS: readonly (readonly [ConfirmationReminder, number])[] = [
  ['confirmationHalf', 0.5],
  ['confirmationLate', 0.9],
];

interface DueTimer {
  readonly at: number;
  readonly summary: string;
  readonly ring: (since: Happening) => unknown;
}

interface Timer {
  readonly state: TimedState;
  readonly scope: CancellationScope;
  /** Still to fire, the next one first. */
  left: readonly DueTimer[];
}

/**
 * One timer at a time, for the state that the order is in: a pending order's fires twice for reminders before it fires for
 * the end. An order that is confirmed in the first half of its time needs no reminder's timer. In the sandbox the
 * clock may be ahead of the real time, and be moved further (docs/sandbox.md).
 */
export class OrderClock {
  #deadlines: Deadlines;
  readonly #hands: ClockHands;
  #timer: Timer | undefined;
  #aheadMs: number;
  /** The time to which the clock was last moved: what is due before it happened at its own time. */
  #movedTo = Number.NEGATIVE_INFINITY;

  constructor(deadlines: Deadlines & Pick<OrderInput, 'clockAheadMs'>, hands: ClockHands) {
    this.#deadlines = deadlines;
    this.#hands = hands;
    this.#aheadMs = deadlines.clockAheadMs ?? 0;
  }

  /** The time for the order. */
  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** What happens at this moment. */
  happening(): Happening {
    return { occurredAt: this.now().toISOString(), aheadMs: this.#aheadMs };
  }

  /** Moves the clock; forwards only, so that a signal that comes twice or late does no harm. */
  moveAhead(aheadMs: number): void {
    if (!(aheadMs > this.#aheadMs)) return;
    this.#aheadMs = aheadMs;
    this.#movedTo = this.now().getTime();
    this.#restart();
  }

  /** Goes by these from the next `watch` on. */
  set(deadlines: Deadlines): void {
    this.#deadlines = deadlines;
    this.#timer?.scope.cancel();
    this.#timer = undefined;
  }

  /** Goes by this state from now on. */
  watch(state: OrderState): void {
    if (this.#timer?.state === state) return;
    this.#timer?.scope.cancel();
    this.#timer = undefined;
    if (!isTimed(state)) return;
    const timer: Timer = { state, scope: new CancellationScope(), left: [] };
    this.#timer = timer;
    this.#wait(timer, this.#dueTimersOf(timer));
  }

  /** Starts the timers again for what is left. */
  #restart(): void {
    if (this.#timer === undefined) return;
    const { state, scope, left } = this.#timer;
    scope.cancel();
    this.#timer = { state, scope: new CancellationScope(), left };
    this.#wait(this.#timer, left);
  }

  /** Also for what is over: a replay may see the time a little earlier, and must come to the same commands. */
  #wait(timer: Timer, rings: readonly DueTimer[]): void {
    const [next, ...later] = rings;
    timer.left = rings;
    if (next === undefined) return;
    const left = Math.max(next.at - this.now().getTime(), 1);
    const waiting = timer.scope.run(() => sleep(left, { summary: next.summary }));
    const ring = () => {
      if (this.#timer !== timer) return;
      next.ring(this.#sinceOf(next));
      this.#wait(timer, later);
    };
    waiting.then(ring, () => undefined);
  }

  /** Now; what the clock was moved over is dated back, so that histories and months are as if somebody had waited. */
  #sinceOf({ at }: DueTimer): Happening {
    return at > this.#movedTo ? this.happening() : { occurredAt: new Date(at).toISOString() };
  }

  #dueTimersOf(timer: Timer): readonly DueTimer[] {
    const { createdAt, confirmBy, tripStartAt, tripEndAt } = this.#deadlines;
    const { state } = timer;
    const end = { pending: confirmBy, confirmed: tripStartAt, in_progress: tripEndAt }[state];
    const last: DueTimer = {
      at: Date.parse(end),
      summary: TIMED_TRIGGERS[state],
      ring: (since) => {
        this.#timer = undefined;
        this.#hands.onDue(state, since);
      },
    };
    if (state === 'pending') return [...this.#reminders(createdAt, confirmBy), last];
    return state === 'confirmed' ? [...this.#changeDue(), last] : [last];
  }

  #changeDue(): readonly DueTimer[] {
    const { openChange } = this.#deadlines;
    if (openChange === undefined) return [];
    const ring = (since: Happening) => this.#hands.onChangeDue(openChange.changeId, since);
    return [{ at: Date.parse(openChange.answerBy), summary: 'expireChange', ring }];
  }

  #reminders(createdAt: string, confirmBy: string): readonly DueTimer[] {
    const [from, to] = [Date.parse(createdAt), Date.parse(confirmBy)];
    return REMINDERS.map(([at, share]) => ({
      at: from + (to - from) * share,
      summary: at,
      ring: (since) => this.#hands.onReminder(at, since),
    }));
  }
}

function isTimed(state: OrderState): state is TimedState {
  return state in TIMED_TRIGGERS;
}
