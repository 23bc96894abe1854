import { CancellationScope } from '@temporalio/workflow';

/** Work that is done one piece at a time, in the order in which it was asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Once begun, a cancellation of the workflow does not end it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => CancellationScope.nonCancellable(work));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }
}
