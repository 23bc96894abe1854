import { CancellationScope, sleep } from '@temporalio/workflow';
import type { ConfirmationReminder } from '../domain/ids.ts';
import { type OrderState, TIMED_TRIGGERS } from '../domain/order-state.ts';
import type { OrderInput } from './contract.ts';

export type TimedState = keyof typeof TIMED_TRIGGERS;

/** The instants (RFC 3339) at which the clock moves an order that nobody moves. */
type Deadlines = Pick<OrderInput, 'createdAt' | 'confirmBy' | 'tripStartAt' | 'tripEndAt'>;

export interface ClockHands {
  /** A state's time is over; where the order is still in it, the clock watches again. */
  onDue(state: TimedState): unknown;
  /** The order is still pending, and so much of the studio's time is over. */
  onReminder(at: ConfirmationReminder): unknown;
}

/** Shares of the time to confirm that are over when the studio is reminded. */
const REMINDERS: readonly (readonly [ConfirmationReminder, number])[] = [
  ['confirmationHalf', 0.5],
  ['confirmationLate', 0.9],
];

interface Ring {
  readonly at: number;
  readonly summary: string;
  readonly ring: () => unknown;
}

interface Timer {
  readonly state: TimedState;
  readonly scope: CancellationScope;
}

/**
 * One timer at a time, for the state that the order is in: a pending order's rings twice for reminders before it rings for
 * the end. One that is confirmed before half of its time is over costs no more than it did without them.
 */
export class OrderClock {
  readonly #deadlines: Deadlines;
  readonly #hands: ClockHands;
  #timer: Timer | undefined;

  constructor(deadlines: Deadlines, hands: ClockHands) {
    this.#deadlines = deadlines;
    this.#hands = hands;
  }

  /** Goes by this state from now on. */
  watch(state: OrderState): void {
    if (this.#timer?.state === state) return;
    this.#timer?.scope.cancel();
    this.#timer = undefined;
    if (!isTimed(state)) return;
    const timer = { state, scope: new CancellationScope() };
    this.#timer = timer;
    this.#wait(timer, this.#ringsOf(timer));
  }

  /** Also for what is over: a replay may see the time a little earlier, and must come to the same commands. */
  #wait(timer: Timer, [next, ...later]: readonly Ring[]): void {
    if (next === undefined) return;
    const left = Math.max(next.at - Date.now(), 1);
    const waiting = timer.scope.run(() => sleep(left, { summary: next.summary }));
    const ring = () => {
      if (this.#timer !== timer) return;
      next.ring();
      this.#wait(timer, later);
    };
    waiting.then(ring, () => undefined);
  }

  #ringsOf(timer: Timer): readonly Ring[] {
    const { createdAt, confirmBy, tripStartAt, tripEndAt } = this.#deadlines;
    const { state } = timer;
    const end = { pending: confirmBy, confirmed: tripStartAt, in_progress: tripEndAt }[state];
    const last: Ring = {
      at: Date.parse(end),
      summary: TIMED_TRIGGERS[state],
      ring: () => {
        this.#timer = undefined;
        this.#hands.onDue(state);
      },
    };
    return state === 'pending' && createdAt !== undefined
      ? [...this.#reminders(createdAt, confirmBy), last]
      : [last];
  }

  #reminders(createdAt: string, confirmBy: string): readonly Ring[] {
    const [from, to] = [Date.parse(createdAt), Date.parse(confirmBy)];
    return REMINDERS.map(([at, share]) => ({
      at: from + (to - from) * share,
      summary: at,
      ring: () => this.#hands.onReminder(at),
    }));
  }
}

function isTimed(state: OrderState): state is TimedState {
  return state in TIMED_TRIGGERS;
}
