/** So many at once are a rush: at the pace of single bookings two hardly ever meet. */
const RUSH_FROM = 4;
/** Milliseconds: in the midst of a rush there are moments with nothing under way. */
const LINGER_MS = 500;

/** Tells whether many of one kind of request are being worked on in this process. */
export class Rush {
  #running = 0;
  #lastOnAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOn(): boolean {
    return this.#running >= RUSH_FROM || this.#now() - this.#lastOnAt < LINGER_MS;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    if (this.#running >= RUSH_FROM) this.#lastOnAt = this.#now();
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
