/** Which page of the other world one comes to from a page of this one. Pure. */

interface Known {
  /** The paths of a merchant's pages: `/orders/$orderId`. */
  readonly pages: readonly string[];
  /** Whether the page of that path is for this person there. */
  readonly isFor: (path: string) => boolean;
}

/**
 * The same page; of one thing, whose id is of one world only, the page above it that there is; else home (``).
 * @param path after company and world: `/orders/ORD1/change`.
 */
export function pageInOtherWorld(path: string, { pages, isFor }: Known): string {
  const parts = path.split('/').filter((part) => part !== '');
  const whole = `/${parts.join('/')}`;
  // Fixed parts come before parameters: `/guides/new` is no guide.
  const own = pages.includes(whole) ? whole : pages.find((page) => matches(page.split('/').slice(1), parts));
  const named = own?.split('/').findIndex((part) => part.startsWith('$')) ?? -1;
  const common = named === -1 ? parts : parts.slice(0, named - 1);
  for (let length = common.length; length > 0; length -= 1) {
    const candidate = `/${common.slice(0, length).join('/')}`;
    if (pages.includes(candidate) && isFor(candidate)) return candidate;
  }
  return '';
}

function matches(page: readonly string[], parts: readonly string[]): boolean {
  return page.length === parts.length && page.every((part, at) => part.startsWith('$') || part === parts[at]);
}
