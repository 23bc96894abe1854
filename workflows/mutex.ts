import { CancellationScope } from '@temporalio/workflow';

/** Does work one piece at a time, in the order of its requests. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;

  /** Whether some of it is not done yet. */
  get isBusy(): boolean {
    return this.#asked > 0;
  }

  /** Once begun, a cancellation of the workflow does not end it. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#asked += 1;
    const mine = this.#last.then(() => CancellationScope.nonCancellable(work));
    this.#last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.#asked -= 1;
    }
  }
}
