import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds: nobody waits longer, whatever the commands do. */
const MAX_WAIT_MS = 5_000;
const POLL_EVERY_MS = 20;
const POLLS_PER_SECOND = 1_000 / POLL_EVERY_MS;
/** Orders a second that go on, at first and at least. */
const FIRST_RATE = 50;
const LOWEST_RATE = 10;
/** How the rate changes when a check finds commands quick, and when the first check finds them slow. */
const FASTER = 1.03;
const SLOWER = 0.5;

interface Waiting {
  readonly until: number;
  readonly go: () => void;
}

/**
 * Holds new orders back while commands on earlier ones are slow, then lets them go on at a rate that it finds out as TCP
 * does (docs/decisions/0001). Lots are drawn for who is next: in the order of arrival, clients that wait for each other's
 * commands come in swarms.
 */
export class IntakeGate {
  readonly #waiting: Waiting[] = [];
  readonly #areSlow: () => boolean;
  readonly #random: () => number;
  readonly #maxWaitMs: number;
  /** Orders a second. */
  #rate = FIRST_RATE;

  constructor(areSlow: () => boolean, { random = Math.random, maxWaitMs = MAX_WAIT_MS } = {}) {
    this.#areSlow = areSlow;
    this.#random = random;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Resolves when it is this order's turn: mostly at once, after MAX_WAIT_MS at the latest. */
  async pass(): Promise<void> {
    const isFirst = this.#waiting.length === 0;
    if (isFirst && !this.#areSlow()) return;
    const until = performance.now() + this.#maxWaitMs;
    const turn = new Promise<void>((go) => this.#waiting.push({ until, go }));
    if (isFirst) void this.#open();
    await turn;
  }

  async #open(): Promise<void> {
    let wereSlow = false;
    for (let due = 0; this.#waiting.length > 0; ) {
      await sleep(POLL_EVERY_MS);
      const areSlow = this.#areSlow();
      if (areSlow && !wereSlow) this.#rate = Math.max(this.#rate * SLOWER, LOWEST_RATE);
      if (!areSlow) {
        this.#rate *= FASTER;
        due += this.#rate / POLLS_PER_SECOND;
        for (; due >= 1 && this.#waiting.length > 0; due--) this.#letOneGo();
      }
      wereSlow = areSlow;
      this.#letGoWhoseTimeIsOver();
    }
  }

  #letOneGo(): void {
    const drawn = Math.floor(this.#random() * this.#waiting.length);
    this.#waiting.splice(drawn, 1)[0]?.go();
  }

  #letGoWhoseTimeIsOver(): void {
    const now = performance.now();
    while (this.#waiting[0] !== undefined && this.#waiting[0].until <= now) this.#waiting.shift()?.go();
  }
}
