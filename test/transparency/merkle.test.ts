/** Against vectors that others published: the tree of Certificate Transparency's reference tests, a note of golang.org/x/mod/sumdb/note. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createTree, edgeOf, leafHash, type TreeNode } from '../../lib/transparency/merkle.ts';
import {
  NoteError,
  openCheckpoint,
  openNote,
  parseVerifier,
  signCheckpoint,
  verifierText,
} from '../../lib/transparency/note.ts';

const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('a tree has at every size the root that RFC 6962 gives it', () => {
  const tree = createTree();
  const roots = [tree.root().toString('hex')];
  for (const leaf of LEAVES) {
    tree.add(leafHash(Buffer.from(leaf, 'hex')));
    roots.push(tree.root().toString('hex'));
  }
  expect(roots).toEqual(ROOTS);
});

test.each([0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000])(
  'a tree of %i leaves is continued from the edge of its tiles as if it had never been interrupted',
  (size) => {
    const hashes = Array.from({ length: size + 300 }, (_, number) => leafHash(`${number}`));
    const tree = createTree();
    const nodes: TreeNode[] = [];
    for (const hash of hashes.slice(0, size)) nodes.push(...tree.add(hash));
    const rows = [...hashes.map((hash, number) => ({ level: 0, number, hash })), ...nodes];
    const edge = edgeOf(size).flatMap(({ level, from, count }) =>
      rows.filter((row) => row.level === level && row.number >= from && row.number < from + count),
    );
    const continued = createTree(edge);
    expect([continued.size, continued.root()]).toEqual([size, tree.root()]);
    for (const hash of hashes.slice(size)) expect(continued.add(hash)).toEqual(tree.add(hash));
    expect(continued.root()).toEqual(tree.root());
  },
);

const NEUMANN = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

test('a note that others signed opens with their key as they write it, and a changed one does not', () => {
  const verifier = parseVerifier(NEUMANN);
  expect(verifierText(verifier)).toBe(NEUMANN);
  expect(openNote(`${TEXT}\n${SIGNATURE}`, verifier)).toBe(TEXT);
  const other = '— Enoch af3xKTwBTNzc\n';
  expect(openNote(`${TEXT}\n${other}${SIGNATURE}`, verifier)).toBe(TEXT);
  for (const wrong of [`${TEXT.replace('answer', 'Answer')}\n${SIGNATURE}`, `${TEXT}\n${other}`, TEXT, ''])
    expect(() => openNote(wrong, verifier)).toThrow(NoteError);
});

test('a checkpoint is signed as the specification writes it, and opens with the key of its log only', () => {
  const [ours, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const verifier = { name: 'guidepost/1', key: ours.publicKey };
  const checkpoint = { origin: 'guidepost/1', size: 3, root: Buffer.from(ROOTS[3]!, 'hex') };
  const note = signCheckpoint(checkpoint, ours.privateKey);
  expect(note.split('\n').slice(0, 4)).toEqual(['guidepost/1', '3', checkpoint.root.toString('base64'), '']);
  expect(openCheckpoint(note, parseVerifier(verifierText(verifier)))).toEqual(checkpoint);
  expect(() => openCheckpoint(note.replace('\n3\n', '\n4\n'), verifier)).toThrow('wrong');
  for (const other of [
    { ...verifier, key: theirs.publicKey },
    { ...verifier, name: 'guidepost/2' },
  ])
    expect(() => openCheckpoint(note, other)).toThrow('not signed with the key of the log');
});
