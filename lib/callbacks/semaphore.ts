/** All places are taken, and none became free in time. */
export class NoCapacity extends Error {
  override readonly name = 'NoCapacity';
  /** Milliseconds after which there may be one; undefined where nobody knows. */
  readonly waitMs: number | undefined;

  constructor(waitMs?: number) {
    super('no capacity');
    this.waitMs = waitMs;
  }
}

/**
 * A counting semaphore with bounded waiting, first come first served. What this rules out (test/callbacks/semaphore.test.ts):
 *
 * - A place is given back, and a newcomer overtakes those that wait: it is handed on in the same step.
 * - A place is handed to somebody whose wait has just timed out or was aborted, and is lost: a waiter that stops waiting, for
 *   whatever reason, has left the queue before it is notified.
 */
export class Semaphore {
  /** Places in all. When it is lowered, those taken stay taken; when it is raised, the next release hands out more. */
  capacity: number;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Places that are taken. */
  get running(): number {
    return this.#running;
  }

  /** Callers that wait for one. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes a place where one is free; the caller gives it back with `release`. */
  tryAcquire(): boolean {
    if (this.#running >= this.capacity) return false;
    this.#running += 1;
    return true;
  }

  /**
   * Takes a place; the caller gives it back with `release`.
   * @param waitMs milliseconds at most.
   * @throws NoCapacity when none became free in time; the signal's reason when that came first.
   */
  async acquire(waitMs: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.tryAcquire()) return;
    await new Promise<void>((resolve, reject) => {
      const stopWaiting = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(proceed);
        settle();
      };
      const proceed = () => stopWaiting(resolve);
      const onAbort = () => stopWaiting(() => reject(signal?.reason));
      const timer = setTimeout(() => stopWaiting(() => reject(new NoCapacity())), waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(proceed);
    });
  }

  release(): void {
    this.#running -= 1;
    for (const proceed of this.#waiting) {
      if (!this.tryAcquire()) return;
      proceed();
    }
  }
}
