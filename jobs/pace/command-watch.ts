/** Milliseconds that a studio may wait before others make room. */
const SLOW_FROM_MS = 250;
/** If no command has succeeded for so long, Temporal is unavailable, and making room helps nobody. */
const STALLED_FROM_MS = 2_000;
/** Milliseconds. */
const LATELY_MS = 1_000;

/** Measures whether commands (confirm, cancel and their like) take long since the machine has too much to do. */
export class CommandWatch {
  /** When those under way began; the oldest first. */
  readonly #begun = new Map<symbol, number>();
  #movedAt = Number.NEGATIVE_INFINITY;
  #slowAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get areSlow(): boolean {
    const [oldest] = this.#begun.values();
    if (oldest === undefined) return false;
    const now = this.#now();
    return now - oldest >= SLOW_FROM_MS && now - this.#movedAt < STALLED_FROM_MS;
  }

  /** Now, or one that ended within the last second was. */
  get wereSlowLately(): boolean {
    return this.areSlow || this.#now() - this.#slowAt < LATELY_MS;
  }

  async during<T>(command: () => Promise<T>): Promise<T> {
    const begunAt = this.#now();
    if (this.#begun.size === 0) this.#movedAt = begunAt;
    const id = Symbol('command');
    this.#begun.set(id, begunAt);
    try {
      const result = await command();
      this.#movedAt = this.#now();
      if (this.#movedAt - begunAt >= SLOW_FROM_MS) this.#slowAt = this.#movedAt;
      return result;
    } finally {
      this.#begun.delete(id);
    }
  }
}
