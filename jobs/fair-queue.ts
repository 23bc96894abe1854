interface Entry<Item> {
  readonly id: string;
  readonly item: Item;
}

/**
 * A bounded queue in which keys take turns, and entries of one key go in their order: one key's burst holds up no other.
 * An entry that is added twice keeps its first place. A full queue drops the last entry of the key that has the most.
 */
export class FairQueue<Item> {
  readonly #capacity: number;
  /** The key whose turn comes next is the first. */
  readonly #byKey = new Map<string, Map<string, Item>>();
  readonly #keys = new Map<string, string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#keys.size;
  }

  add(key: string, id: string, item: Item): void {
    if (this.#keys.has(id)) return;
    const own = this.#byKey.get(key) ?? new Map<string, Item>();
    this.#byKey.set(key, own.set(id, item));
    this.#keys.set(id, key);
    if (this.size > this.#capacity) this.delete(this.#lastOfTheLongest());
  }

  delete(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    const own = this.#byKey.get(key);
    own?.delete(id);
    if (own?.size === 0) this.#byKey.delete(key);
  }

  /** Takes up to `count`, one of each key in turn. */
  take(count: number): Entry<Item>[] {
    const taken: Entry<Item>[] = [];
    while (taken.length < count) {
      const next = this.#next();
      if (next === undefined) break;
      taken.push(next);
    }
    return taken;
  }

  clear(): void {
    this.#byKey.clear();
    this.#keys.clear();
  }

  #next(): Entry<Item> | undefined {
    for (const [key, own] of this.#byKey) {
      for (const [id, item] of own) {
        this.delete(id);
        // Its next turn comes after everybody else's.
        if (this.#byKey.delete(key)) this.#byKey.set(key, own);
        return { id, item };
      }
    }
    return undefined;
  }

  #lastOfTheLongest(): string {
    const [longest] = [...this.#byKey.values()].sort((one, other) => other.size - one.size);
    return [...(longest?.keys() ?? [])].at(-1) ?? '';
  }
}
