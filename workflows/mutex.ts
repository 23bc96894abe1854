import { CancellationScope } from '@temporalio/workflow';

/** Work that is done one piece at a time, in the order in which it was asked for. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Once begun, a cancellation of the workflow does not end it. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => CancellationScope.nonCancellable(work));
    this.#last = mine.catch(() => undefined);
    return await mine;
  }
}
