export interface BatcherOptions<Item, Result> {
  /** Carries items out together. @returns the result of each, in their order. */
  readonly carryOut: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items that share a name are carried out one after the other, as they came. */
  readonly namesOf: (item: Item) => readonly string[];
  /** Items of one batch at most. */
  readonly size: number;
  /** Batches at the same time at most. */
  readonly batches: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly names: readonly string[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: who comes while others are being worked on waits for them, and those who wait are carried out together.
 * Who comes alone is carried out in the same turn of the event loop, so the batches are as large as the load makes them,
 * and nobody sets a clock.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #running = new Set<readonly Waiting<Item, Result>[]>();
  #waiting: Waiting<Item, Result>[] = [];
  #isBeginning = false;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  /** @throws what its batch failed with. */
  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, names: this.#options.namesOf(item), resolve, reject });
      this.#beginSoon();
    });
  }

  /** With all that this turn of the event loop has brought: a busy process receives several requests in each. */
  #beginSoon(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    setImmediate(() => {
      this.#isBeginning = false;
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#waiting.length > 0 && this.#running.size < this.#options.batches) {
      const batch = this.#take();
      if (batch.length === 0) return;
      this.#running.add(batch);
      void this.#carryOut(batch);
    }
  }

  /** The first that share no name with those before them, whether these run or wait. */
  #take(): Waiting<Item, Result>[] {
    const names = new Set([...this.#running].flatMap((batch) => batch.flatMap((running) => running.names)));
    const batch: Waiting<Item, Result>[] = [];
    this.#waiting = this.#waiting.filter((waiting) => {
      const isFree = batch.length < this.#options.size && !waiting.names.some((name) => names.has(name));
      for (const name of waiting.names) names.add(name);
      if (isFree) batch.push(waiting);
      return !isFree;
    });
    return batch;
  }

  async #carryOut(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.carryOut(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => void resolve(results[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running.delete(batch);
      this.#beginSoon();
    }
  }
}
