/**
 * The proof that the lines of a statement are in the transparency log, for the merchant whose statement it is: of each line the leaf of its ledger entry,
 * without what merchants are not shown, and the way from it to a signed checkpoint. It is written while it is read. What it proves, and what it does not:
 * docs/security.md, "Proofs of statements".
 */
import { Readable } from 'node:stream';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { StatementProofHead, StatementProofLine } from '../../contract/schemas/settlement-proofs.ts';
import type { Cipher } from '../../db/cipher.ts';
import type { Settlement } from '../../db/entities/index.ts';
import { selectLines } from '../../db/queries/money/statement-lines.ts';
import { type RowInLog, rowsInLog } from '../../db/queries/transparency/leaves.ts';
import { LEDGER_ENTRIES } from '../../db/queries/transparency/logged-rows.ts';
import { readTiles } from '../../db/queries/transparency/tiles.ts';
import { lineId } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { STATEMENT_PROOF_FORMAT } from '../../domain/settlement.ts';
import { createPaths, tilesFor } from '../../lib/transparency/inclusion.ts';
import { shownSalt } from '../../lib/transparency/leaf.ts';
import { openCheckpoint, parseVerifier } from '../../lib/transparency/note.ts';
import { fileName, type StatementFile } from '../settlements/file.ts';
import { findSettlement } from '../settlements/reading.ts';
import { createLogPublisher, type LogPublisher } from './publishing.ts';

/** Lines for three round trips; each may have a tile of its own in the log, 250 hashes of which make its path. */
const PAGE = 100;

export interface StatementProofs {
  /** @throws SettlementNotFound also for another merchant's; NoteError where the checkpoint is not the log's own. */
  proof(merchant: Pick<CallingMerchant, 'key'>, settlementId: string): Promise<StatementFile>;
}

export function createStatementProofs(deps: {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
}): StatementProofs {
  const publisher = createLogPublisher(deps);
  return {
    async proof({ key }, settlementId) {
      const em = deps.orm.em.fork();
      const settlement = await findSettlement(em, key, settlementId);
      const log = await readSigned(publisher);
      const content = Readable.from(documentOf(em, settlement, log), { objectMode: false });
      return { name: fileName(settlement, 'proof.json'), content };
    },
  };
}

interface SignedLog {
  /** Null: nothing was ever logged. */
  readonly checkpoint: string | null;
  readonly key: string | null;
  /** Leaves that the checkpoint was signed over. */
  readonly size: number;
}

async function readSigned(publisher: LogPublisher): Promise<SignedLog> {
  const [checkpoint, key] = [await publisher.checkpoint(), await publisher.key()];
  if (checkpoint === undefined || key === undefined) return { checkpoint: null, key: null, size: 0 };
  return { checkpoint, key, size: openCheckpoint(checkpoint, parseVerifier(key)).size };
}

async function* documentOf(
  em: EntityManager,
  settlement: Settlement,
  { checkpoint, key, size }: SignedLog,
): AsyncGenerator<string> {
  const begin = JSON.stringify({ format: STATEMENT_PROOF_FORMAT, checkpoint, key });
  yield `${begin.slice(0, -1)},"lines":[`;
  const sums = { lineCount: 0, gross: 0, commission: 0 };
  for (let after = 0; ; ) {
    const lines = await selectLines(em, settlement, after, PAGE);
    const proven = await proveLines(
      em,
      lines.map(({ entryId }) => entryId),
      size,
    );
    if (proven.length > 0) yield `${sums.lineCount === 0 ? '' : ','}\n${proven.map(textOf).join(',\n')}`;
    for (const { gross, commission } of lines) {
      sums.lineCount += 1;
      sums.gross += gross;
      sums.commission += commission;
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < PAGE) break;
    after = last.entryId;
  }
  // What an open statement sums to is what was in it just now.
  const head = headOf(settlement.status === 'open' ? { ...settlement, ...sums } : settlement);
  yield `\n],"statement":${JSON.stringify(head)}}\n`;
}

const textOf = (line: StatementProofLine) => JSON.stringify(line);

/** However many lines there are: one query for the leaves, one for the hashes of their paths. */
async function proveLines(
  em: EntityManager,
  entryIds: readonly number[],
  size: number,
): Promise<StatementProofLine[]> {
  const rows = await rowsInLog(em, LEDGER_ENTRIES, entryIds, size);
  const ranges = tilesFor(
    rows.flatMap(({ leaf }) => leaf?.number ?? []),
    size,
  );
  const hashes = await readTiles(em, ranges);
  const tiles = ranges.map((range, at) => ({ ...range, hashes: hashes[at]! }));
  const pathOf = createPaths(tiles, size);
  return rows.map((row) => ({
    lineId: lineId(row.rowId),
    kind: LEDGER_ENTRIES.kind,
    rowId: row.rowId,
    facts: row.facts,
    proof: row.leaf && proofOf(row.leaf, pathOf),
  }));
}

function proofOf(
  { number, salt, withheld }: NonNullable<RowInLog['leaf']>,
  pathOf: (index: number) => Buffer[],
): StatementProofLine['proof'] {
  return {
    salt: base64(shownSalt(salt)),
    withheld: withheld && base64(withheld),
    leafIndex: number,
    path: pathOf(number).map(base64),
  };
}

const base64 = (bytes: Buffer) => bytes.toString('base64');

function headOf(settlement: Settlement): StatementProofHead {
  const { id, merchantKey, sandbox, month, part, status, currency, lineCount, gross, commission } =
    settlement;
  const balance = gross - commission;
  return {
    settlementId: id,
    ...{ merchantKey, sandbox, month, part, status, currency, lineCount, gross, commission, balance },
  };
}
