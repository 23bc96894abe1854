/**
 * Appends what was written to the audit log and the ledger to the transparency log (docs/decisions/0040). Leaves, the hashes above them and
 * the checkpoint that is signed over them are one transaction. What this rules out (test/transparency/appending.test.ts):
 *
 * - Two processes append the same row, or give two rows one place: who appends holds the lock on the log's row, and looks for rows only then.
 * - A process is killed between appending and signing: neither is there, and the next one does both.
 * - A row that is committed late is passed over: rows behind the newest are found here, all others by the walk (checking.ts).
 * - A log whose newest leaves somebody changed is signed again: what is added to has to be what the newest checkpoint was signed over.
 *   Changes of older leaves are found by the walk.
 */
import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import {
  countLeaves,
  insertLeaves,
  insertLog,
  insertNodes,
  lastLogged,
  lockLog,
  type NewLeaf,
  readHashes,
  readLog,
  type UnloggedRow,
  unloggedRows,
  writeNote,
} from '../../db/queries/transparency/leaves.ts';
import { LOGGED_TABLES, type LoggedTable } from '../../db/queries/transparency/logged-rows.ts';
import { commitmentTo, hashOf, SALT_BYTES } from '../../lib/transparency/leaf.ts';
import { createTree, edgeOf, type Tree, type TreeNode } from '../../lib/transparency/merkle.ts';
import { type Checkpoint, NoteError, openCheckpoint, signCheckpoint } from '../../lib/transparency/note.ts';
import { newLogKey, openLogKey, originOf } from './log-key.ts';

/** Leaves of one transaction: some 50 ms. */
const BATCH = 1_000;
/** Above every id. */
const NO_END = Number.MAX_SAFE_INTEGER;

export interface AppendDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  /** The id of the installation. */
  readonly installation: string;
}

/** Somebody changed the log: it is not appended to before it is as it was signed. */
class LogTampered extends Error {
  override readonly name = 'LogTampered';
}

/** Ids in (after, upTo]. */
interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** Appends what is newer than all that is logged. @returns whether there is more. @throws LogTampered */
export async function appendNewRows(deps: AppendDeps): Promise<boolean> {
  let isMore = false;
  for (const table of LOGGED_TABLES) {
    const after = await lastLogged(deps.orm.em.fork(), table);
    if ((await appendRows(deps, table, { after, upTo: NO_END })) === BATCH) isMore = true;
  }
  return isMore;
}

/** Appends those of these rows that have no leaf, at most BATCH. @returns how many. @throws LogTampered */
export async function appendRows(deps: AppendDeps, table: LoggedTable, ids: IdRange): Promise<number> {
  // Most of the time there is none: nobody is locked out to find that.
  const em = deps.orm.em.fork();
  if ((await unloggedRows(em, table, ids, 1)).length === 0) return 0;
  if ((await readLog(em)) === undefined) await createLog(em, deps);
  return await em.transactional(async (tx) => await append(tx, deps, table, ids));
}

async function append(
  em: EntityManager,
  { cipher, installation }: AppendDeps,
  table: LoggedTable,
  ids: IdRange,
): Promise<number> {
  const log = await lockLog(em);
  if (log === undefined) throw new LogTampered('the key of the log and its checkpoint were deleted');
  const { verifier, privateKey } = await openLogKey(log.keyEncrypted, cipher, installation);
  const tree = await continueTree(em, checkpointIn(log.note, verifier));
  const rows = await unloggedRows(em, table, ids, BATCH);
  if (rows.length === 0) return 0;
  const nodes: TreeNode[] = [];
  const leaves = rows.map((row) => {
    const leaf = leafOf(table, row, tree.size);
    nodes.push(...tree.add(leaf.hash));
    return leaf;
  });
  await insertLeaves(em, leaves);
  await insertNodes(em, nodes);
  const checkpoint = { origin: verifier.name, size: tree.size, root: tree.root() };
  await writeNote(em, signCheckpoint(checkpoint, privateKey));
  return rows.length;
}

function leafOf(
  { kind }: LoggedTable,
  { rowId, facts, withheld: text }: UnloggedRow,
  number: number,
): NewLeaf {
  const salt = randomBytes(SALT_BYTES);
  const withheld = commitmentTo(text, salt);
  return { number, kind, rowId, salt, withheld, hash: hashOf({ kind, rowId, salt, withheld, facts }) };
}

function checkpointIn(note: string, verifier: Parameters<typeof openCheckpoint>[1]): Checkpoint {
  try {
    return openCheckpoint(note, verifier);
  } catch (cause) {
    if (cause instanceof NoteError) throw new LogTampered(cause.message, { cause });
    throw cause;
  }
}

/** The tree as it was signed, to be added to. */
async function continueTree(em: EntityManager, { size, root }: Checkpoint): Promise<Tree> {
  const edge = [];
  for (const range of edgeOf(size)) edge.push(...(await readHashes(em, range)));
  const tree = createTree(edge);
  const isSame = tree.size === size && tree.root().equals(root) && (await countLeaves(em)) === size;
  if (!isSame) throw new LogTampered('the newest leaves are not those that the checkpoint was signed over');
  return tree;
}

/** With its first leaves; of two that do it at once, one does. */
async function createLog(em: EntityManager, { cipher, installation }: AppendDeps): Promise<void> {
  if ((await countLeaves(em)) > 0)
    throw new LogTampered('the key of the log and its checkpoint were deleted');
  const keyEncrypted = await newLogKey(cipher);
  const { privateKey } = await openLogKey(keyEncrypted, cipher, installation);
  const nothing = { origin: originOf(installation), size: 0, root: createTree().root() };
  await insertLog(em, { keyEncrypted, note: signCheckpoint(nothing, privateKey) });
}
