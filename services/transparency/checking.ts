/**
 * Compares the transparency log with the rows that it is of, and with the checkpoint that was signed over it (docs/decisions/0040). All of it
 * is read, in steps: each row against its leaf, each leaf and each hash above against the signed root, that root against checkpoints that
 * were kept elsewhere.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import {
  countLeaves,
  type LoggedRow,
  loggedRows,
  readHashes,
  readLog,
} from '../../db/queries/transparency/leaves.ts';
import { LOGGED_TABLES, type LoggedTable } from '../../db/queries/transparency/logged-rows.ts';
import { commitmentTo, hashOf } from '../../lib/transparency/leaf.ts';
import { createTree, type TreeNode } from '../../lib/transparency/merkle.ts';
import { type Checkpoint, NoteError, openCheckpoint, type Verifier } from '../../lib/transparency/note.ts';
import { type AppendDeps, appendRows } from './appending.ts';
import { openLogKey } from './log-key.ts';

/** What can be wrong. */
export const FINDINGS = [
  'row_changed',
  'row_missing',
  'tree_changed',
  'checkpoint_wrong',
  'rolled_back',
] as const;

export interface Finding {
  readonly finding: (typeof FINDINGS)[number];
  /** `audit_entry 17`, `leaf 17`, or what else it is about. */
  readonly subject: string;
}

export interface CheckOptions {
  /** Checkpoints that were seen before, or kept elsewhere: the log has to contain each of them. */
  readonly kept?: readonly Checkpoint[];
  readonly onFinding: (found: Finding) => void;
  /** Called between two steps, with the milliseconds that the last one took. */
  readonly pause?: (tookMs: number) => Promise<void>;
  /** Rows that have no leaf, although newer ones have, are appended. */
  readonly isAppending?: boolean;
}

export interface Checked {
  /** The newest checkpoint; undefined: it is not the log's, or nothing was logged yet. */
  readonly checkpoint: Checkpoint | undefined;
  /** As it is signed. */
  readonly note: string | undefined;
  readonly verifier: Verifier | undefined;
  readonly rows: number;
}

/** Rows that a step reads: some 30 ms. */
const ROWS = 1_000;
const HASHES = 10_000;

/** One walk over all of it; what is appended meanwhile belongs to the next one. */
export async function checkLog(deps: AppendDeps, options: CheckOptions): Promise<Checked> {
  const walk = { deps, ...options, step: stepper(options.pause) };
  const { checkpoint, note, verifier } = await readCheckpoint(walk);
  let rows = 0;
  for (const table of LOGGED_TABLES) rows += await checkRows(walk, table);
  if (checkpoint !== undefined) await checkTree(walk, checkpoint);
  return { checkpoint, note, verifier, rows };
}

interface Walk extends CheckOptions {
  readonly deps: AppendDeps;
  readonly step: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

function stepper(pause: CheckOptions['pause']): Walk['step'] {
  return async (work) => {
    const began = performance.now();
    const result = await work();
    await pause?.(performance.now() - began);
    return result;
  };
}

const fork = ({ orm }: { orm: MikroORM }): EntityManager => orm.em.fork();

async function readCheckpoint({ deps, onFinding, kept = [] }: Walk): Promise<Omit<Checked, 'rows'>> {
  const log = await readLog(fork(deps));
  if (log === undefined) {
    if ((await countLeaves(fork(deps))) > 0) onFinding({ finding: 'checkpoint_wrong', subject: 'deleted' });
    for (const { size } of kept) onFinding({ finding: 'rolled_back', subject: `checkpoint ${size}` });
    return { checkpoint: undefined, note: undefined, verifier: undefined };
  }
  const { verifier } = await openLogKey(log.keyEncrypted, deps.cipher, deps.installation);
  try {
    return { checkpoint: openCheckpoint(log.note, verifier), note: log.note, verifier };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    onFinding({ finding: 'checkpoint_wrong', subject: error.message });
    return { checkpoint: undefined, note: log.note, verifier };
  }
}

/** Every row of a table against its leaf. */
async function checkRows({ deps, step, onFinding, isAppending }: Walk, table: LoggedTable): Promise<number> {
  let rows = 0;
  for (let after = 0; ; ) {
    const found = await step(() => loggedRows(fork(deps), table, after, ROWS));
    for (const row of found) {
      const finding = findingOf(table, row);
      if (finding !== undefined) onFinding({ finding, subject: `${table.kind} ${row.rowId}` });
    }
    rows += found.length;
    const last = found.at(-1);
    if (last === undefined) return rows;
    const ids = { after, upTo: last.rowId };
    if (isAppending) await step(() => appendRows(deps, table, ids));
    if (found.length < ROWS) return rows;
    after = last.rowId;
  }
}

function findingOf(table: LoggedTable, row: LoggedRow): Finding['finding'] | undefined {
  const { facts, rowWithheld, withheld, salt } = row;
  if (facts === null) return 'row_missing';
  const isErased = table.isErasable && rowWithheld === null;
  const isKept = isErased || isEqual(commitmentTo(rowWithheld, salt), withheld);
  return isKept && hashOf({ kind: table.kind, ...row, facts }).equals(row.hash) ? undefined : 'row_changed';
}

const isEqual = (one: Buffer | null, other: Buffer | null) =>
  one === null || other === null ? one === other : one.equals(other);

/** Every leaf and every hash above against the signed root. */
async function checkTree(walk: Walk, checkpoint: Checkpoint): Promise<void> {
  const { deps, step, onFinding, kept = [] } = walk;
  const changed = (subject: string) => onFinding({ finding: 'tree_changed', subject });
  const tree = createTree();
  const nodes: TreeNode[] = [];
  const isRolledBack = ({ size, root }: Checkpoint) => size === tree.size && !tree.root().equals(root);
  const compareKept = () => {
    for (const one of kept.filter(isRolledBack))
      onFinding({ finding: 'rolled_back', subject: `checkpoint ${one.size}` });
  };
  for (const { size } of kept)
    if (size > checkpoint.size) onFinding({ finding: 'rolled_back', subject: `checkpoint ${size}` });
  const sizes = new Set(kept.map(({ size }) => size));
  while (tree.size < checkpoint.size) {
    const count = Math.min(HASHES, checkpoint.size - tree.size);
    const leaves = await step(() => readHashes(fork(deps), { level: 0, from: tree.size, count }));
    for (const { number, hash } of leaves) {
      if (number !== tree.size) return changed(`leaf ${tree.size}`);
      nodes.push(...tree.add(hash));
      if (sizes.has(tree.size)) compareKept();
    }
    if (leaves.length < count) return changed(`leaf ${tree.size}`);
  }
  if (!tree.root().equals(checkpoint.root)) changed('the root');
  await checkNodes(walk, nodes, changed);
}

/** What tiles are made of, against what the leaves make. */
async function checkNodes(
  { deps, step }: Walk,
  nodes: readonly TreeNode[],
  changed: (subject: string) => void,
): Promise<void> {
  const levels = Map.groupBy(nodes, ({ level }) => level);
  for (const [level, made] of levels) {
    for (let from = 0; from < made.length; from += HASHES) {
      const expected = made.slice(from, from + HASHES);
      const there = await step(() => readHashes(fork(deps), { level, from, count: expected.length }));
      const wrong = expected.find(({ hash }, at) => !there[at]?.hash.equals(hash));
      if (wrong !== undefined) changed(`hash ${wrong.number} of level ${level}`);
    }
  }
}
