/** Milliseconds that an order's first task may wait for a worker before no further one is added. */
const LONG_FROM_MS = 250;
/** So few make no queue, and need no check. */
const UNSEEN = 8;
const POLL_EVERY_MS = 100;

/** Measures whether orders that were started wait long for a worker; asks Temporal only after some were started. */
export class FirstTasks {
  readonly #waitMs: () => Promise<number>;
  readonly #now: () => number;
  #startedSince = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  /**
   * @param waitMs how long the oldest waits, in milliseconds.
   * @param now milliseconds of a clock that never goes back.
   */
  constructor(waitMs: () => Promise<number>, now: () => number = () => performance.now()) {
    this.#waitMs = waitMs;
    this.#now = now;
  }

  started(count: number): void {
    this.#startedSince += count;
  }

  /** Never throws: where Temporal does not say, none is taken to wait. */
  async areWaiting(): Promise<boolean> {
    const isWorthChecking = this.#isWaiting || this.#startedSince >= UNSEEN;
    if (!isWorthChecking || this.#now() - this.#checkedAt < POLL_EVERY_MS) return this.#isWaiting;
    this.#startedSince = 0;
    this.#checkedAt = this.#now();
    this.#isWaiting = await this.#waitMs().then(
      (ms) => ms >= LONG_FROM_MS,
      () => false,
    );
    return this.#isWaiting;
  }
}
