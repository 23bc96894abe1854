/** If there is more, `next` is the position after which the next page begins. */
export interface Page<R> {
  readonly list: readonly R[];
  readonly next: string | null;
}

export interface PageOptions {
  readonly limit: number;
  readonly after?: string;
}

/** @param found up to one more than the page holds. */
export function pageOf<R>(found: readonly R[], limit: number, placeOf: (row: R) => string): Page<R> {
  const list = found.slice(0, limit);
  const last = list.at(-1);
  return { list, next: found.length > limit && last !== undefined ? placeOf(last) : null };
}
