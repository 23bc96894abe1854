import { LRUCache } from 'lru-cache';
import type { AttemptError } from '../../domain/notification.ts';
import { NoCapacity, Semaphore } from '../../lib/callbacks/semaphore.ts';

export const ENDPOINT_LIMITS = {
  /** Requests at once to an endpoint that nothing is known of. Grows with each success, halves with each failure. */
  startConcurrency: 8,
  maxConcurrency: 32,
  /** Deliveries that may wait for a place, holding a slot of the worker meanwhile. */
  maxWaiting: 48,
  /** Milliseconds that one waits; without any answer for so long nobody begins to wait, and an endpoint that takes so long is slow. */
  waitMs: 1_000,
  /** Milliseconds from one answer to the next, as long as that is not known. */
  paceMs: 20,
  /** Milliseconds after which one that found no place comes back, at least. */
  minTurnMs: 250,
  /** Milliseconds for which a slow one gets no inline attempts. */
  slowMs: 300_000,
  /** This many failures to connect in a row open the circuit, … */
  failuresToOpen: 5,
  /** … for so many milliseconds, doubling, at most a minute. Then one delivery tries. */
  openMs: 5_000,
  maxOpenMs: 60_000,
} as const;

/** Turns are a little closer than answers, so that places are never free, and the pace is measured again. */
const EAGER = 0.8;
/** How much one answer counts for the pace. */
const LEARNING = 0.1;

export type EndpointLimits = { readonly [limit in keyof typeof ENDPOINT_LIMITS]: number };

/** The endpoint did not answer recently: no attempt was made. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';
  /** Until somebody may try again. */
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('the circuit is open');
    this.waitMs = waitMs;
  }
}

type Circuit =
  /** Requests go through; the last so many could not reach the endpoint. */
  | { readonly state: 'closed'; readonly failures: number }
  /**
   * Until that instant only urgent requests go through; afterwards (half open) one at a time, until one reaches the
   * endpoint. One that does not opens it again, for `nextMs`.
   */
  | { readonly state: 'open'; readonly until: number; readonly nextMs: number };

const CLOSED: Circuit = { state: 'closed', failures: 0 };

/** What may be asked of an endpoint. */
export type Manner =
  /** Waits for a place; is refused while the circuit is open. */
  | 'patient'
  /** Waits for a place, also while the circuit is open: somebody asked for it. */
  | 'urgent'
  /** Never waits, since an order's workflow waits for it: takes a place that is free now, at an endpoint that is quick and does not fail. */
  | 'inline';

/** What an attempt taught. */
export interface Answer {
  /** Null when acknowledged. */
  readonly error: AttemptError | null;
  readonly durationMs: number;
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
 * One endpoint's share of a process, for first attempts and deliveries alike (docs/decisions/0024): how many requests run at once (adaptive, additive increase and
 * multiplicative decrease), and a circuit breaker. What has no place fails at once and is tried later, so that an endpoint
 * that hangs holds no more than a fraction of the worker's slots, and after some failures a single one. What this rules
 * out (test/activities/notifications/endpoint-limiter.test.ts):
 *
 * - A thousand that are due at once at an endpoint that answers go into back-off, and it has nothing to do meanwhile: what finds no place
 *   there is given a turn, one after the other at the pace of its answers.
 * - An order's workflow waits for an endpoint that is known to be slow, or to fail: an inline attempt is refused there at once.
 *
 * - Requests that were under way when the circuit opened fail, and each keeps it open for longer: while it is open nothing
 *   more is learnt of failures.
 * - All that wait try at once when the time is over: as long as one request is under way no other begins.
 * - A merchant saves its address again and again, and gets more requests at once: what is under way to the old one counts.
 */
export class EndpointLimiter {
  readonly #limits: EndpointLimits;
  readonly #now: () => number;
  readonly #semaphore: Semaphore;
  #circuit = CLOSED;
  #lastAnswerAt: number;
  #slowUntil = Number.NEGATIVE_INFINITY;
  #version: string | undefined;
  /** Milliseconds from one answer to the next while all places are taken: a mean that forgets. */
  #paceMs: number;
  #nextTurnAt = Number.NEGATIVE_INFINITY;

  constructor(limits: EndpointLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#semaphore = new Semaphore(limits.startConcurrency);
    this.#lastAnswerAt = now();
    this.#paceMs = limits.paceMs;
  }

  /** Forgets what was learnt of another version of the endpoint; what is under way there still counts. */
  turnTo(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#semaphore.capacity = this.#limits.startConcurrency;
    this.#slowUntil = Number.NEGATIVE_INFINITY;
    this.#paceMs = this.#limits.paceMs;
    this.#nextTurnAt = Number.NEGATIVE_INFINITY;
    this.closeCircuit();
  }

  /** Others reach it: what this worker learnt is out of date. */
  closeCircuit(): void {
    this.#circuit = CLOSED;
  }

  /**
   * Takes a place; the caller gives it back with `release`.
   * @throws CircuitOpen, NoCapacity; the signal's reason.
   */
  async acquire(manner: Manner, signal: AbortSignal): Promise<void> {
    if (manner !== 'urgent') this.#refuseWhileOpen();
    const { running, capacity, waiting } = this.#semaphore;
    if (running === 0) this.#lastAnswerAt = this.#now();
    const isStalled = this.#now() - this.#lastAnswerAt >= this.#limits.waitMs;
    if (manner === 'inline') {
      const isSlow = isStalled || this.#now() < this.#slowUntil;
      if (isSlow || !this.#semaphore.tryAcquire()) throw new NoCapacity();
      return;
    }
    if (running >= capacity) {
      if (isStalled) throw new NoCapacity();
      if (waiting >= this.#limits.maxWaiting) throw new NoCapacity(this.#takeTurn());
    }
    await this.#semaphore.acquire(this.#limits.waitMs, signal);
  }

  /** @returns milliseconds after which it may come back: behind those that wait, and those that were given a turn before it. */
  #takeTurn(): number {
    const behindMs = Math.max(this.#semaphore.waiting * this.#paceMs, this.#limits.minTurnMs);
    const turnAt = Math.max(this.#now() + behindMs, this.#nextTurnAt);
    this.#nextTurnAt = turnAt + this.#paceMs * EAGER;
    return Math.ceil(turnAt - this.#now());
  }

  /** @param answer undefined when nothing was learnt. */
  release(answer: Answer | undefined): void {
    if (answer !== undefined) this.#learn(answer);
    this.#semaphore.release();
  }

  #refuseWhileOpen(): void {
    if (this.#circuit.state === 'closed') return;
    const leftMs = this.#circuit.until - this.#now();
    if (leftMs > 0) throw new CircuitOpen(leftMs);
    if (this.#semaphore.running > 0) throw new CircuitOpen(this.#circuit.nextMs);
  }

  #learn({ error, durationMs }: Answer): void {
    const { capacity, running } = this.#semaphore;
    if (running >= capacity) this.#paceMs += (this.#now() - this.#lastAnswerAt - this.#paceMs) * LEARNING;
    this.#lastAnswerAt = this.#now();
    if (durationMs >= this.#limits.waitMs) this.#slowUntil = this.#now() + this.#limits.slowMs;
    if (UNREACHABLE.includes(error)) {
      this.#semaphore.capacity = Math.max(Math.floor(capacity / 2), 1);
      this.#circuit = this.#afterFailure(this.#circuit);
    } else {
      this.#semaphore.capacity = Math.min(capacity + 1, this.#limits.maxConcurrency);
      this.closeCircuit();
    }
  }

  #afterFailure(circuit: Circuit): Circuit {
    const { failuresToOpen, openMs } = this.#limits;
    if (circuit.state === 'open')
      return circuit.until > this.#now() ? circuit : this.#openFor(circuit.nextMs);
    const failures = circuit.failures + 1;
    return failures < failuresToOpen ? { state: 'closed', failures } : this.#openFor(openMs);
  }

  #openFor(ms: number): Circuit {
    return { state: 'open', until: this.#now() + ms, nextMs: Math.min(ms * 2, this.#limits.maxOpenMs) };
  }
}

interface LimitedEndpoint {
  readonly endpointId: string;
  /** Another one each time the merchant saves its address: what was learnt of the old one is forgotten. */
  readonly version: string;
  /** The last answer that any worker had was no acknowledgement. */
  readonly isFailing: boolean;
}

/** Keeps endpoints out of each other's way in one process. */
export interface Limiter {
  /**
   * Sends when the endpoint has room.
   * @throws CircuitOpen, NoCapacity; whatever `send` throws.
   */
  run<Sent>(
    endpoint: LimitedEndpoint,
    manner: Manner,
    signal: AbortSignal,
    send: () => Promise<Sent>,
    /** Undefined where nothing was learnt. */
    answerOf: (sent: Sent) => Answer | undefined,
  ): Promise<Sent>;
}

/** More than these are forgotten, the least recently used first. */
const KNOWN_ENDPOINTS = 20_000;

/** @param now milliseconds of a clock that never goes back. */
export function createLimiter(
  changed: Partial<EndpointLimits> = {},
  now: () => number = () => performance.now(),
): Limiter {
  const limits = { ...ENDPOINT_LIMITS, ...changed };
  const known = new LRUCache<string, EndpointLimiter>({ max: KNOWN_ENDPOINTS });
  return {
    async run({ endpointId, version, isFailing }, manner, signal, send, answerOf) {
      // Whichever worker found it: its deliveries try it.
      if (manner === 'inline' && isFailing) throw new CircuitOpen(0);
      const endpoint = known.get(endpointId) ?? new EndpointLimiter(limits, now);
      known.set(endpointId, endpoint);
      endpoint.turnTo(version);
      if (!isFailing) endpoint.closeCircuit();
      await endpoint.acquire(manner, signal);
      let answer: Answer | undefined;
      try {
        const sent = await send();
        answer = answerOf(sent);
        return sent;
      } finally {
        endpoint.release(answer);
      }
    },
  };
}
