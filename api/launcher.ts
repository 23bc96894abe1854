import { setTimeout as sleep } from 'node:timers/promises';
import type { LaunchableOrder } from './temporal.ts';

export interface LauncherDeps {
  /** Starts one workflow. */
  readonly launch: (order: LaunchableOrder) => Promise<void>;
  /** Notes in the database that these workflows run. */
  readonly stamp: (orderIds: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** True while many orders come in at once. */
  readonly isBusy?: () => boolean;
}

const CAPACITY = 2_000;
const BATCH = 32;
/** While busy: one at a time, with so much room between two. */
const BUSY_PAUSE_MS = 100;

/**
 * Starts the workflows of new orders after the API has answered: a bounded queue, worked off in batches. It may lose
 * what it holds at any moment (a full queue, a crash, Temporal away): the sweeper finds every order that is unstamped.
 * A start costs the machine several times what the order did, so in a rush taking orders comes first
 * (docs/decisions/0029).
 */
export class Launcher {
  readonly #deps: LauncherDeps;
  readonly #queue: LaunchableOrder[] = [];
  #working: Promise<void> | undefined;

  constructor(deps: LauncherDeps) {
    this.#deps = deps;
  }

  /** Never waits and never throws. */
  launch(...orders: readonly LaunchableOrder[]): void {
    const room = CAPACITY - this.#queue.length;
    this.#queue.push(...orders.slice(0, room));
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when the queue is empty. */
  async drained(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const isBusy = this.#deps.isBusy?.() ?? false;
      await this.#launchBatch(this.#queue.splice(0, isBusy ? 1 : BATCH));
      if (isBusy) await sleep(BUSY_PAUSE_MS);
    }
  }

  async #launchBatch(batch: readonly LaunchableOrder[]): Promise<void> {
    const results = await Promise.allSettled(batch.map((order) => this.#deps.launch(order)));
    const launched = batch.filter((_, index) => results[index]?.status === 'fulfilled');
    const failure = results.find((result) => result.status === 'rejected');
    try {
      if (launched.length > 0) await this.#deps.stamp(launched.map(({ id }) => id));
    } catch (error) {
      this.#deps.onError(error);
    }
    if (failure) this.#giveUp(failure.reason);
  }

  /** Where one start fails the others most likely would: leave them to the sweeper instead of piling up calls. */
  #giveUp(error: unknown): void {
    this.#queue.length = 0;
    this.#deps.onError(error);
  }
}
