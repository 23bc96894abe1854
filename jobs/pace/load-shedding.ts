/** So many at once are too many: at the rate of single bookings two hardly ever meet. */
const SHED_FROM = 4;
/** Milliseconds: also under load there are moments with nothing under way. */
const LINGER_MS = 500;

/** Says whether work that can wait should wait, since many requests of one kind are under way (docs/decisions/0001). */
export class LoadShedding {
  #running = 0;
  #lastOnAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOn(): boolean {
    return this.#running >= SHED_FROM || this.#now() - this.#lastOnAt < LINGER_MS;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    if (this.#running >= SHED_FROM) this.#lastOnAt = this.#now();
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
