import { condition } from '@temporalio/workflow';

export interface Serving {
  /** No message is left: the workflow task ends. The next one brings the next message. */
  onIdle(): void;
  /** Asked afterwards: is there nothing more to come? */
  isDone(): boolean;
}

/**
 * What happens to a workflow (Updates, signals, timers, results of activities) is taken in one message at a time, in
 * history's order. Handlers post a message and issue no command; only a message that is being
 * handled does. What this rules out (docs/decisions/0070; test/workflows/mailbox.test.ts, storm.test.ts):
 *
 * - A local activity outlasts its workflow task, and a signal or a timer comes meanwhile. In replay both come
 *   in one activation, so what follows from them would mix differently. Here the other one waits as a message until the
 *   handling of the local activity's result is over.
 * - An Update's answer and the next message's commands. The next message is taken only when nothing else can go on, so
 *   the answer always comes first.
 * - An Update, a signal or the clock judges a state that a write under way is about to change.
 */
export class Mailbox {
  readonly #messages: (() => Promise<void>)[] = [];

  /**
   * Leaves a message; the handling never begins within this call.
   * @returns what `handle` returns, once its turn has come.
   */
  post<T>(handle: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#messages.push(async () => {
        try {
          resolve(await handle());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Takes messages until none is left and `isDone`. To be run once. */
  async serve({ onIdle, isDone }: Serving): Promise<void> {
    for (;;) {
      await untilQuiet();
      const message = this.#messages.shift();
      if (message !== undefined) {
        await message();
        continue;
      }
      onIdle();
      if (isDone()) return;
      await condition(() => this.#messages.length > 0);
    }
  }
}

/**
 * Resolves when everything that waited for the last message has run on: a condition is checked once when it is made, and
 * then only when no promise can be resolved any more.
 */
async function untilQuiet(): Promise<void> {
  let checks = 0;
  await condition(() => ++checks > 1);
}
