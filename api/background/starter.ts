import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartableOrder } from '../../temporal/order-gateway.ts';

export interface StarterDeps<Subject> {
  /** Starts one workflow. */
  readonly start: (subject: Subject) => Promise<void>;
  /** Notes in the database that these workflows run. */
  readonly markStarted: (ids: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** True while many orders come in at once. */
  readonly isBusy?: () => boolean;
}

/** What is to be started, within the request that asked for it: traces follow it. */
interface Queued<Subject> {
  readonly subject: Subject;
  readonly within: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

const CAPACITY = 2_000;
const BATCH = 32;
/** While busy: one at a time, with so much room between two. */
const BUSY_PAUSE_MS = 100;

/**
 * Starts the workflows of new orders, or of new holds, after the API has answered: a bounded queue, worked off in batches. It may lose
 * what it holds at any moment (a full queue, a crash, Temporal unavailable): the sweeper finds all that is not
 * marked as started. A start costs the machine several times what the order did, so under load taking orders comes
 * first (docs/decisions/0029).
 */
export class Starter<Subject extends { readonly id: string } = StartableOrder> {
  readonly #deps: StarterDeps<Subject>;
  readonly #queue: Queued<Subject>[] = [];
  #working: Promise<void> | undefined;

  constructor(deps: StarterDeps<Subject>) {
    this.#deps = deps;
  }

  /** Never waits and never throws. */
  start(...subjects: readonly Subject[]): void {
    const room = CAPACITY - this.#queue.length;
    const within = AsyncLocalStorage.snapshot();
    this.#queue.push(...subjects.slice(0, room).map((subject) => ({ subject, within })));
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
      await this.#startBatch(this.#queue.splice(0, isBusy ? 1 : BATCH));
      if (isBusy) await sleep(BUSY_PAUSE_MS);
    }
  }

  async #startBatch(batch: readonly Queued<Subject>[]): Promise<void> {
    const { start } = this.#deps;
    const results = await Promise.allSettled(
      batch.map(({ subject, within }) => within(() => start(subject))),
    );
    const started = batch.filter((_, index) => results[index]?.status === 'fulfilled');
    const failure = results.find((result) => result.status === 'rejected');
    try {
      if (started.length > 0) await this.#deps.markStarted(started.map(({ subject }) => subject.id));
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

/** So many at once are too many: at the pace of single bookings two hardly ever meet. */
const SHED_FROM = 4;
/** Milliseconds: also under load there are moments with nothing under way. */
const LINGER_MS = 500;

/** Tells whether so many requests of one kind are being worked on that work which can wait should (docs/decisions/0029). */
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
