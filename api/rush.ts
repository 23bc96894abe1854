/** So many at once are a rush: at the pace of single bookings two hardly ever meet. */
const RUSH_FROM = 4;

/** Tells whether many of one kind of request are being worked on in this process. */
export class Rush {
  #running = 0;

  get isOn(): boolean {
    return this.#running >= RUSH_FROM;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
