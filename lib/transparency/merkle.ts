/**
 * Merkle trees of RFC 6962, section 2.1, and the subtrees of 256 that tiles are made of (c2sp.org/tlog-tiles). No I/O: who has the hashes
 * gives them.
 */
import { createHash } from 'node:crypto';

/** Leaves of a tile, and subtrees that one hash of the next level covers. */
export const TILE_WIDTH = 256;
/** 2 to the power of this is TILE_WIDTH. */
export const TILE_HEIGHT = 8;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafHash = (data: string | Uint8Array): Buffer => sha256(LEAF, data);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** A hash above the leaves that tiles have: the `number`-th complete subtree of 256 to the power of `level` leaves. */
export interface TreeNode {
  /** From 1. */
  readonly level: number;
  readonly number: number;
  readonly hash: Buffer;
}

/** A tree that leaves are added to; it keeps a hash for each complete subtree that is in no larger one. */
export interface Tree {
  readonly size: number;
  /** @returns the subtrees of tiles that are complete with it. */
  add(hash: Buffer): TreeNode[];
  /** Of an empty tree, the hash of nothing. */
  root(): Buffer;
}

/** @param edge what `edgeOf(size)` names, in its order; none: the tree is empty. */
export function createTree(edge: readonly EdgeHash[] = []): Tree {
  const peaks: (Buffer | undefined)[] = [];
  let size = 0;

  /** Adds a complete subtree of 2^height leaves; all that is there is at least as high. */
  function push(hash: Buffer, height: number): TreeNode[] {
    size += 2 ** height;
    const completed: TreeNode[] = [];
    let [carried, at] = [hash, height];
    for (let left = peaks[at]; left !== undefined; left = peaks[at]) {
      peaks[at] = undefined;
      carried = nodeHash(left, carried);
      at += 1;
      if (at % TILE_HEIGHT === 0)
        completed.push({ level: at / TILE_HEIGHT, number: size / 2 ** at - 1, hash: carried });
    }
    peaks[at] = carried;
    return completed;
  }

  for (const { level, hash } of edge) push(hash, level * TILE_HEIGHT);
  return {
    get size() {
      return size;
    },
    add: (hash) => push(hash, 0),
    root: () => {
      const whole = peaks.reduce<Buffer | undefined>(
        (right, left) => (left && right ? nodeHash(left, right) : (left ?? right)),
        undefined,
      );
      return whole ?? sha256();
    },
  };
}

/** Hashes that follow one another in a tile of a level; level 0 are the leaves. */
export interface TileRange {
  readonly level: number;
  readonly from: number;
  readonly count: number;
}

export interface EdgeHash {
  readonly level: number;
  readonly hash: Buffer;
}

/** What a tree of that size is continued from: the partial tile of each level, the highest first. */
export function edgeOf(size: number): TileRange[] {
  const ranges: TileRange[] = [];
  for (let level = 0, left = size; left > 0; level += 1, left = Math.floor(left / TILE_WIDTH)) {
    const count = left % TILE_WIDTH;
    if (count > 0) ranges.unshift({ level, from: left - count, count });
  }
  return ranges;
}
