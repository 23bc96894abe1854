import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartableOrder } from '../lib/temporal/order-gateway.ts';
import { FairQueue } from './fair-queue.ts';

export interface StarterDeps<Subject> {
  /** Starts one workflow. */
  readonly start: (subject: Subject) => Promise<void>;
  /** Notes in the database that these workflows run. */
  readonly markStarted: (ids: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** While others need the machine more, milliseconds to leave between two (pace/index.ts); 0: no need to wait. */
  readonly pauseMs?: () => Promise<number>;
  /** Called with how many have been started. */
  readonly onStarted?: (count: number) => void;
}

/** Merchants take turns. */
export interface Startable {
  readonly id: string;
  readonly merchantKey?: string;
}

/** What is to be started, within its request's context, which traces follow. */
interface Queued<Subject> {
  readonly subject: Subject;
  readonly within: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

const CAPACITY = 2_000;
const BATCH = 32;

/**
 * Starts the workflows of new orders, or of new holds, after the API has answered: a bounded queue, worked off in batches, in which
 * merchants take turns. It may lose what it holds at any moment (a full queue, a crash, Temporal unavailable): the sweeper finds all that is not
 * marked as started. A start costs the machine several times what the order did, so under load taking orders comes
 * first (docs/decisions/0001).
 */
export class Starter<Subject extends Startable = StartableOrder> {
  readonly #deps: StarterDeps<Subject>;
  readonly #queue = new FairQueue<Queued<Subject>>(CAPACITY);
  #working: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(deps: StarterDeps<Subject>) {
    this.#deps = deps;
  }

  /** Never waits and never throws. */
  start(...subjects: readonly Subject[]): void {
    const within = AsyncLocalStorage.snapshot();
    for (const subject of subjects)
      this.#queue.add(subject.merchantKey ?? '', subject.id, { subject, within });
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Somebody else has started it meanwhile. */
  forget(id: string): void {
    this.#queue.delete(id);
  }

  /** Resolves when the queue is empty; nothing makes it wait any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.drained();
  }

  /** Resolves when the queue is empty. */
  async drained(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#queue.size > 0) {
      const { signal } = this.#closing;
      const pauseMs = signal.aborted ? 0 : ((await this.#deps.pauseMs?.()) ?? 0);
      const taken = this.#queue.take(pauseMs > 0 ? 1 : BATCH);
      await this.#startBatch(taken.map(({ item }) => item));
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #startBatch(batch: readonly Queued<Subject>[]): Promise<void> {
    const { start } = this.#deps;
    const results = await Promise.allSettled(
      batch.map(({ subject, within }) => within(() => start(subject))),
    );
    const started = batch.filter((_, index) => results[index]?.status === 'fulfilled');
    this.#deps.onStarted?.(started.length);
    const failure = results.find((result) => result.status === 'rejected');
    try {
      if (started.length > 0) await this.#deps.markStarted(started.map(({ subject }) => subject.id));
    } catch (error) {
      this.#deps.onError(error);
    }
    if (failure) this.#giveUp(failure.reason);
  }

  /** If one start fails, the others most likely would: they are left to the sweeper instead of piling up calls. */
  #giveUp(error: unknown): void {
    this.#queue.clear();
    this.#deps.onError(error);
  }
}
