import { CancellationScope, sleep } from '@temporalio/workflow';
import { type OrderState, TIMED_TRIGGERS } from '../../../domain/order-state.ts';
import type { OrderInput } from '../../contract.ts';

export type TimedState = keyof typeof TIMED_TRIGGERS;

/** The instants (RFC 3339) at which the clock moves an order that nobody moves. */
type Deadlines = Pick<OrderInput, 'confirmBy' | 'tripStartAt' | 'tripEndAt'>;

/** One timer, for the state that the order is in. */
export class OrderClock {
  readonly #deadlines: Record<TimedState, string>;
  readonly #onDue: (state: TimedState) => unknown;
  #timer: { readonly state: TimedState; readonly scope: CancellationScope } | undefined;

  /** @param onDue is told that a state's time is over; where the order is still in it, it watches again. */
  constructor({ confirmBy, tripStartAt, tripEndAt }: Deadlines, onDue: (state: TimedState) => unknown) {
    this.#deadlines = { pending: confirmBy, confirmed: tripStartAt, in_progress: tripEndAt };
    this.#onDue = onDue;
  }

  /** Goes by this state from now on. */
  watch(state: OrderState): void {
    if (this.#timer?.state === state) return;
    this.#timer?.scope.cancel();
    this.#timer = undefined;
    if (isTimed(state)) this.#start(state);
  }

  #start(state: TimedState): void {
    const left = Date.parse(this.#deadlines[state]) - Date.now();
    const timer = { state, scope: new CancellationScope() };
    this.#timer = timer;
    const summary = TIMED_TRIGGERS[state];
    // Also where its time is over: a replay may see the time a little earlier, and must come to the same commands.
    const waiting = timer.scope.run(() => sleep(Math.max(left, 1), { summary }));
    waiting.then(
      () => this.#ring(timer),
      () => undefined,
    );
  }

  #ring(timer: { readonly state: TimedState }): void {
    if (this.#timer !== timer) return;
    this.#timer = undefined;
    this.#onDue(timer.state);
  }
}

function isTimed(state: OrderState): state is TimedState {
  return state in TIMED_TRIGGERS;
}
