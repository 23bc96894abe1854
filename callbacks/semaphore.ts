/** What waits longer than this at an address that is fully taken gives its place in the worker to another. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot';
}

/** A counting semaphore with bounded waiting, first come first served. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Takes a slot; the caller gives it back with `release`.
   * @param waitMs milliseconds at most.
   * @throws NoSlot when none became free in time; the signal's reason when that came first.
   */
  async acquire(waitMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(proceed);
      };
      const proceed = () => {
        stopWaiting();
        resolve();
      };
      const onAbort = () => {
        stopWaiting();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(new NoSlot());
      }, waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(proceed);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }
}
