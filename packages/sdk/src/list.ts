/** Lists: `await` answers the first page, `for await` goes on to the last entry. Nothing is sent before either. */

type QueryOf = Readonly<Record<string, unknown>>;

/** How a kind of list is read. */
export interface ListSource<Page, Item> {
  readonly query: QueryOf;
  readonly read: (query: QueryOf) => Promise<Page>;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** What the query of the next page has besides; undefined: this is the last one. */
  readonly next: (page: Page, query: QueryOf) => QueryOf | undefined;
}

/** A list whose entries are `list`. */
export type Listed<Page extends { list: readonly unknown[] }> = List<Page, Page['list'][number]>;

export class List<Page, Item> implements Promise<Page>, AsyncIterable<Item> {
  readonly #source: ListSource<Page, Item>;
  #first: Promise<Page> | undefined;
  #cursor: string | undefined;
  readonly [Symbol.toStringTag] = 'List';

  /** @internal */
  constructor(source: ListSource<Page, Item>) {
    this.#source = source;
    this.#cursor = source.query.cursor as string | undefined;
  }

  /**
   * From where to go on another time: everything before it was handled. It moves on when the loop asks for more than the page
   * that it has. Undefined: from the beginning.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** Page by page, as the platform answers them. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { read, next } = this.#source;
    for (let query: QueryOf | undefined = this.#source.query; query !== undefined; ) {
      const page = await read(query);
      yield page;
      this.#cursor = (page as { nextCursor?: string | null }).nextCursor ?? this.#cursor;
      const more = next(page, query);
      query = more === undefined ? undefined : { ...query, ...more };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#source.itemsOf(page);
  }

  /** The first entries, at most `limit` of them. */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it answers the first page.
  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#first ??= this.#source.read(this.#source.query);
    return this.#first.then(onPage, onError);
  }

  catch<Failure = never>(
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Page | Failure> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page> {
    return this.then().finally(onEnd);
  }
}

/**
 * After a page with a cursor: `hasMore` says whether there is more where it is given, as the cursor is there in any case.
 * @param startOnly parameters that say where to begin, which the cursor does from now on.
 */
export function nextByCursor(page: object, startOnly: readonly string[] = []): QueryOf | undefined {
  const { nextCursor, hasMore } = page as { nextCursor?: string | null; hasMore?: boolean };
  if (nextCursor == null || hasMore === false) return undefined;
  return { ...Object.fromEntries(startOnly.map((name) => [name, undefined])), cursor: nextCursor };
}
