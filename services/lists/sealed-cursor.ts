import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../../db/cipher.ts';
import { invalidParameter } from '../../domain/errors.ts';

const TAG_BYTES = 16;
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

/**
 * A cursor is its position encrypted by AES-256-CTR, behind a tag: HMAC-SHA-256 of owner and position, which is
 * the counter's start as well (a synthetic IV as in RFC 5297: two positions never share one). Keys are derived
 * from the platform's (docs/decisions/0020).
 */
export function createCursorSeal(cipher: Pick<Cipher, 'derive'>): CursorSeal {
  const keys = cipher.derive(PURPOSE, 64).map((bytes) => ({
    tag: bytes.subarray(0, 32),
    text: bytes.subarray(32),
  }));
  const [current] = keys;
  return {
    seal(owner, position) {
      const tag = tagOf(current!.tag, owner, position);
      const stream = createCipheriv('aes-256-ctr', current!.text, tag);
      return Buffer.concat([tag, stream.update(position, 'utf8'), stream.final()]).toString('base64url');
    },
    open(owner, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const tag = bytes.subarray(0, TAG_BYTES);
      for (const key of tag.length === TAG_BYTES ? keys : []) {
        const stream = createDecipheriv('aes-256-ctr', key.text, tag);
        const position = stream.update(bytes.subarray(TAG_BYTES)).toString('utf8');
        if (timingSafeEqual(tag, tagOf(key.tag, owner, position))) return position;
      }
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

function tagOf(key: Buffer, { list, merchantKey, filter }: CursorOwner, position: string): Buffer {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const canonical = JSON.stringify([list, merchantKey, given.sort(([a], [b]) => (a < b ? -1 : 1)), position]);
  return createHmac('sha256', key).update(canonical).digest().subarray(0, TAG_BYTES);
}
