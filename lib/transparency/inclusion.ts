/** Inclusion proofs (RFC 6962, section 2.1.1): made from the hashes that tiles have, checked without them. No I/O. */
import { edgeOf, nodeHash, TILE_HEIGHT, TILE_WIDTH, type TileRange } from './merkle.ts';

/** That a leaf is in a tree. */
export interface Inclusion {
  /** From 0. */
  readonly index: number;
  /** Of the tree, in leaves. */
  readonly size: number;
  /** Hashes of the subtrees beside the leaf and what is above it, the lowest first. */
  readonly path: readonly Uint8Array[];
}

/** What the paths of these leaves are made of: for each the tile of each level that it is below, and the edge of the tree. */
export function tilesFor(indexes: readonly number[], size: number): TileRange[] {
  const ranges = new Map(edgeOf(size).map((range) => [keyOf(range), range]));
  for (
    let level = 0, complete = size;
    complete > 0;
    level += 1, complete = Math.floor(complete / TILE_WIDTH)
  ) {
    for (const index of indexes) {
      const from = Math.floor(index / TILE_WIDTH ** (level + 1)) * TILE_WIDTH;
      const range = { level, from, count: Math.min(TILE_WIDTH, complete - from) };
      if (range.count > 0) ranges.set(keyOf(range), range);
    }
  }
  return [...ranges.values()];
}

const keyOf = ({ level, from }: Pick<TileRange, 'level' | 'from'>) => `${level}/${from}`;

/** A tile with its hashes, one behind the other. */
export interface Tile extends TileRange {
  readonly hashes: Buffer;
}

const HASH_BYTES = 32;

/**
 * Makes inclusion paths for one size of a tree. A hash that several leaves have in their paths is computed once.
 * @param tiles what `tilesFor` names.
 * @throws RangeError where a tile is missing, or shorter than its range.
 */
export function createPaths(tiles: readonly Tile[], size: number): (index: number) => Buffer[] {
  const stored = new Map(tiles.map((tile) => [keyOf(tile), tile.hashes]));
  const known = new Map<string, Buffer>();

  function storedHash(level: number, number: number): Buffer {
    const at = number % TILE_WIDTH;
    const hash = stored
      .get(keyOf({ level, from: number - at }))
      ?.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
    if (hash?.length !== HASH_BYTES) throw new RangeError(`hash ${number} of level ${level} is not there`);
    return hash;
  }

  /** Of the `number`-th subtree of 2^height leaves; the last one may have fewer. */
  function hashAt(height: number, number: number): Buffer {
    const isComplete = (number + 1) * 2 ** height <= size;
    if (isComplete && height % TILE_HEIGHT === 0) return storedHash(height / TILE_HEIGHT, number);
    const key = `${height}/${number}`;
    const hash = known.get(key) ?? joined(height - 1, number * 2);
    known.set(key, hash);
    return hash;
  }

  function joined(height: number, left: number): Buffer {
    const hasRight = (left + 1) * 2 ** height < size;
    return hasRight ? nodeHash(hashAt(height, left), hashAt(height, left + 1)) : hashAt(height, left);
  }

  return (index) => siblingsOf(index, size).map(({ height, number }) => hashAt(height, number));
}

/** The subtrees beside a leaf and what is above it, the lowest first. */
function siblingsOf(index: number, size: number) {
  const siblings: { readonly height: number; readonly number: number; readonly isLeft: boolean }[] = [];
  for (let [height, at, last] = [0, index, size - 1]; last > 0; height += 1) {
    const isLeft = at % 2 === 1;
    // The last one of an odd number is beside nothing, and goes up as it is.
    if (isLeft || at < last) siblings.push({ height, number: isLeft ? at - 1 : at + 1, isLeft });
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return siblings;
}

/** The root of the tree that has this leaf there; undefined: no tree of that size has such a path. */
export function rootOf({ index, size, path }: Inclusion, leaf: Buffer): Buffer | undefined {
  const isThere = Number.isSafeInteger(size) && Number.isSafeInteger(index) && index >= 0 && index < size;
  const siblings = isThere ? siblingsOf(index, size) : undefined;
  if (siblings?.length !== path.length) return undefined;
  return siblings.reduce(
    (hash, { isLeft }, at) => (isLeft ? nodeHash(path[at]!, hash) : nodeHash(hash, path[at]!)),
    leaf,
  );
}
