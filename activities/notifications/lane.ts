import { NoSlot } from '../../callbacks/semaphore.ts';
import { type AttemptError, MAX_RETRY_MS } from '../../domain/notification.ts';

export const LANE_LIMITS = {
  /** Requests at once to an endpoint that nothing is known of. Grows with each success, halves with each failure. */
  startWidth: 8,
  maxWidth: 32,
  /** Deliveries that may wait for their turn, holding a place in the worker meanwhile. */
  maxWaiting: 48,
  /** Milliseconds that one waits; also: without any answer for so long, nobody begins to wait. */
  waitMs: 1_000,
  /** So many unreachable in a row, and the endpoint is left in peace, … */
  failuresToRest: 5,
  /** … for so many milliseconds, doubling, at most a minute. Then one delivery tries. */
  restMs: 5_000,
  maxRestMs: 60_000,
} as const;

export type LaneLimits = { readonly [limit in keyof typeof LANE_LIMITS]: number };

/** The endpoint did not answer lately, and is left in peace: no attempt was made. */
export class EndpointResting extends Error {
  override readonly name = 'EndpointResting';
  /** Until somebody may try again. */
  readonly restMs: number;

  constructor(restMs: number) {
    super('the endpoint rests');
    this.restMs = restMs;
  }
}

/** Failures that cost time or sockets; an endpoint that answers quickly, whatever it answers, costs little. */
const UNREACHABLE: readonly (AttemptError | null)[] = [
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_lost',
];

/**
 * One merchant's share of a worker: how many requests run at once (adaptive, additive increase and multiplicative
 * decrease), and a circuit breaker. What has no place fails at once and is tried later, so that an endpoint that
 * hangs holds no more than a fraction of the worker's slots, and after some failures a single one.
 */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();
  #width: number;
  #running = 0;
  #failures = 0;
  #restMs: number;
  #restUntil = 0;
  #lastAnswerAt: number;
  #version: string | undefined;

  constructor(limits: LaneLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#width = limits.startWidth;
    this.#restMs = limits.restMs;
    this.#lastAnswerAt = now();
  }

  /** Forgets what was learnt of another version of the endpoint; what is under way there still counts. */
  turnTo(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#width = this.#limits.startWidth;
    this.endRest();
  }

  /** Others reach it: what this worker learnt is out of date. */
  endRest(): void {
    this.#failures = 0;
    this.#restUntil = 0;
    this.#restMs = this.#limits.restMs;
  }

  /**
   * Takes a place; the caller gives it back with `leave`.
   * @param isUrgent true: also while the endpoint rests.
   * @throws EndpointResting, NoSlot; the signal's reason.
   */
  async enter(isUrgent: boolean, signal: AbortSignal): Promise<void> {
    if (!isUrgent) this.#refuseWhileResting();
    if (this.#running === 0) this.#lastAnswerAt = this.#now();
    if (this.#running < this.#width) {
      this.#running += 1;
      return;
    }
    const isStalled = this.#now() - this.#lastAnswerAt >= this.#limits.waitMs;
    if (isStalled || this.#waiting.size >= this.#limits.maxWaiting) throw new NoSlot();
    await this.#turn(signal);
  }

  /** @param error of the attempt; null when acknowledged, undefined when nothing was learnt. */
  leave(error: AttemptError | null | undefined): void {
    this.#running -= 1;
    if (error !== undefined) this.#learn(error);
    for (const proceed of this.#waiting) {
      if (this.#running >= this.#width) return;
      this.#running += 1;
      proceed();
    }
  }

  #refuseWhileResting(): void {
    const left = this.#restUntil - this.#now();
    if (left > 0) throw new EndpointResting(left);
    const isTrying = this.#failures >= this.#limits.failuresToRest;
    if (isTrying && this.#running > 0) throw new EndpointResting(this.#restMs);
  }

  #learn(error: AttemptError | null): void {
    this.#lastAnswerAt = this.#now();
    if (!UNREACHABLE.includes(error)) {
      this.endRest();
      this.#width = Math.min(this.#width + 1, this.#limits.maxWidth);
      return;
    }
    this.#failures += 1;
    this.#width = Math.max(Math.floor(this.#width / 2), 1);
    const isResting = this.#restUntil > this.#now();
    if (this.#failures < this.#limits.failuresToRest || isResting) return;
    this.#restUntil = this.#now() + this.#restMs;
    this.#restMs = Math.min(this.#restMs * 2, this.#limits.maxRestMs, MAX_RETRY_MS);
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(proceed);
        settle();
      };
      const proceed = () => end(resolve);
      const onAbort = () => end(() => reject(signal.reason));
      const timer = setTimeout(() => end(() => reject(new NoSlot())), this.#limits.waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(proceed);
    });
  }
}
