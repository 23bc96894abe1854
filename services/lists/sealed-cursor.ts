import type { Cipher } from '../../db/cipher.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { createTextSeal } from '../sealed-text.ts';

const PURPOSE = 'list cursors';

/** Which pages a cursor is for: of which list, whose, and under which filter. */
interface CursorOwner {
  readonly list: string;
  readonly merchantKey: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Turns positions in lists into cursors that reveal nothing and work for their owner only, and back. */
export interface CursorSeal {
  seal(owner: CursorOwner, position: string): string;
  /** @throws InvalidParameter for whatever was not sealed for this owner. */
  open(owner: CursorOwner, cursor: string): string;
}

/** Positions as sealed texts (services/sealed-text.ts). */
export function createCursorSeal(cipher: Pick<Cipher, 'derive'>): CursorSeal {
  const texts = createTextSeal(cipher, PURPOSE);
  return {
    seal: (owner, position) => texts.seal(partsOf(owner), position),
    open(owner, cursor) {
      const position = texts.open(partsOf(owner), cursor);
      if (position !== undefined) return position;
      throw invalidParameter('query.cursor', 'unknown_cursor', 'was not issued by this list');
    },
  };
}

/** The query of a page, without what may differ from page to page. */
interface PageQuery {
  readonly cursor?: string | undefined;
  readonly size?: number | undefined;
}

/**
 * Reads a page for a merchant: `read` gets the position in place of the cursor, and the position that it answers
 * leaves as a cursor for this merchant and this filter.
 * @param list names it; for the lines of one thing with that thing's id.
 */
export async function readPage<Query extends PageQuery, Page extends { nextCursor: string | null }>(
  seal: CursorSeal,
  { list, merchantKey, query }: { list: string; merchantKey: string; query: Query },
  read: (query: Query) => Promise<Page>,
): Promise<Page> {
  const { cursor, size: _size, ...filter } = query;
  const owner = { list, merchantKey, filter };
  const page = await read(cursor === undefined ? query : { ...query, cursor: seal.open(owner, cursor) });
  return { ...page, nextCursor: page.nextCursor === null ? null : seal.seal(owner, page.nextCursor) };
}

function partsOf({ list, merchantKey, filter }: CursorOwner): readonly unknown[] {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return [list, merchantKey, given.sort(([a], [b]) => (a < b ? -1 : 1))];
}
