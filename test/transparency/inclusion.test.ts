/** Inclusion paths against those that RFC 6962 defines, for trees of every small size and around the edges of tiles. */
import { expect, test } from '@jest/globals';
import { createPaths, rootOf, type Tile, tilesFor } from '../../lib/transparency/inclusion.ts';
import { createTree, leafHash, nodeHash } from '../../lib/transparency/merkle.ts';

const LARGEST = 66_100;
const LEAVES = Array.from({ length: LARGEST }, (_, number) => leafHash(`${number}`));

/** Hashes of complete subtrees do not change while the tree grows. */
const complete = new Map<string, Buffer>();

/** MTH of RFC 6962, section 2.1, over leaves [from, to). */
function mth(from: number, to: number): Buffer {
  if (to - from === 1) return LEAVES[from]!;
  const key = `${from}-${to}`;
  const known = complete.get(key);
  if (known !== undefined) return known;
  const middle = from + split(to - from);
  const hash = nodeHash(mth(from, middle), mth(middle, to));
  if (Number.isInteger(Math.log2(to - from))) complete.set(key, hash);
  return hash;
}

/** PATH of RFC 6962, section 2.1.1. */
function path(index: number, from: number, to: number): Buffer[] {
  if (to - from === 1) return [];
  const middle = from + split(to - from);
  return index < middle
    ? [...path(index, from, middle), mth(middle, to)]
    : [...path(index, middle, to), mth(from, middle)];
}

/** The largest power of two below. */
const split = (count: number) => 2 ** (Math.ceil(Math.log2(count)) - 1);

/** As they are stored when the tree has all its leaves: further than the size that is asked for. */
const nodes = new Map<string, Buffer>();
const tree = createTree();
for (const leaf of LEAVES)
  for (const { level, number, hash } of tree.add(leaf)) nodes.set(`${level}/${number}`, hash);

const read = (indexes: readonly number[], size: number): Tile[] =>
  tilesFor(indexes, size).map(({ level, from, count }) => {
    const numbers = Array.from({ length: count }, (_, at) => from + at);
    const hashes = numbers.map((number) =>
      level === 0 ? LEAVES[number]! : nodes.get(`${level}/${number}`)!,
    );
    return { level, from, count, hashes: Buffer.concat(hashes) };
  });

function compare(indexes: readonly number[], size: number): void {
  const paths = createPaths(read(indexes, size), size);
  const root = mth(0, size);
  for (const index of indexes) {
    const made = paths(index);
    if (!Buffer.concat(made).equals(Buffer.concat(path(index, 0, size))))
      throw new Error(`path ${index} of ${size}`);
    if (!rootOf({ index, size, path: made }, LEAVES[index]!)?.equals(root))
      throw new Error(`root ${index} of ${size}`);
  }
}

test('every leaf of every tree of up to 130 leaves, and of those around the end of a tile, has the path of RFC 6962, which leads to the root', () => {
  const sizes = [...Array(130).keys()].map((below) => below + 1);
  for (const size of [...sizes, 254, 255, 256, 257, 258, 300]) compare([...Array(size).keys()], size);
});

test.each([511, 512, 513, 4_096, 65_535, 65_536, 65_537, 65_792, 65_793, 66_048, LARGEST])(
  'leaves at the edges of tiles have their paths in a tree of %i',
  (size) => {
    const edges = [
      0,
      1,
      255,
      256,
      257,
      size / 2,
      65_279,
      65_280,
      65_535,
      65_536,
      65_791,
      65_792,
      size - 2,
      size - 1,
    ];
    compare(
      edges.map(Math.floor).filter((index) => index < size),
      size,
    );
  },
);

test('however many leaves are asked for, a tile is read once', () => {
  const tiles = tilesFor([...Array(1_000).keys()], LARGEST);
  expect(tiles.length).toBe(new Set(tiles.map(({ level, from }) => `${level}/${from}`)).size);
  // Four tiles of leaves and the one above them; the edge: a tile of leaves, one above, one on top.
  expect(tiles).toHaveLength(8);
});

test('a leaf elsewhere, another leaf, a path that was changed and one of a tree of another size lead to no root, or another', () => {
  const [index, size] = [130, 300];
  const root = mth(0, size);
  const right = { index, size, path: path(index, 0, size) };
  expect(rootOf(right, LEAVES[index]!)).toEqual(root);
  const swapped = right.path.with(0, right.path[1]!).with(1, right.path[0]!);
  for (const [proof, leaf] of [
    [right, LEAVES[131]],
    [{ ...right, index: 131 }, LEAVES[index]],
    [{ ...right, path: swapped }, LEAVES[index]],
    [{ ...right, path: right.path.slice(1) }, LEAVES[index]],
    [{ ...right, path: [...right.path, root] }, LEAVES[index]],
    [{ ...right, size: 130 }, LEAVES[index]],
    [{ ...right, size: 1_024 }, LEAVES[index]],
    [{ ...right, index: -1 }, LEAVES[index]],
    [{ ...right, index: 0.5 }, LEAVES[index]],
    [{ ...right, index: Number.NaN }, LEAVES[index]],
  ] as const)
    expect(rootOf(proof, leaf!)).not.toEqual(root);
});

test('a tile that is not there, or too short, is an error and no wrong path', () => {
  const [tile, edge] = [0, 256].map(
    (from) => read([130], 300).find((one) => one.level === 0 && one.from === from)!,
  );
  for (const broken of [[tile!], [edge!], [tile!, { ...edge!, hashes: edge!.hashes.subarray(32) }]])
    expect(() => createPaths(broken, 300)(130)).toThrow(RangeError);
  expect(createPaths([tile!, edge!], 300)(130)).toEqual(path(130, 0, 300));
});
