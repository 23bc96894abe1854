import { hashOf, type LeafParts, SHOWN_BYTES } from '../../../../lib/transparency/leaf.ts';
import { isObject } from './document.ts';

/** A line of a proof that has the form of one. */
export interface ProofLine {
  readonly lineId: string;
  readonly rowId: number;
  readonly facts: Facts;
  /** Null: the log had no leaf of it. */
  readonly proof: { readonly leaf: Buffer; readonly index: number; readonly path: readonly Buffer[] } | null;
}

/** What a leaf says of a ledger entry; amounts in minor units. */
interface Facts {
  readonly kind: unknown;
  readonly orderId: unknown;
  readonly reason: unknown;
  readonly occurredAt: unknown;
  readonly account: unknown;
  readonly accountKind: unknown;
  readonly merchantKey: unknown;
  readonly sandbox: unknown;
  readonly currency: unknown;
  readonly gross: number;
  readonly commission: number;
  readonly amount: number;
}

const KIND = 'ledger_entry';
const LINE_ID = /^LIN[1-9]\d{0,15}$/;
/** More than any tree has levels. */
const MAX_PATH = 64;

/** What keeps it from being a line, as words behind "its". */
export class MalformedLine extends Error {
  override readonly name = 'MalformedLine';
}

/** @throws MalformedLine */
export function parseLine(value: unknown): ProofLine {
  if (!isObject(value)) throw new MalformedLine('form is no object');
  const { lineId, kind, rowId, facts, proof } = value;
  if (typeof lineId !== 'string' || !LINE_ID.test(lineId)) throw new MalformedLine('lineId is none');
  if (kind !== KIND) throw new MalformedLine(`kind is not ${KIND}`);
  if (!isCount(rowId)) throw new MalformedLine('rowId is no number of a row');
  if (typeof facts !== 'string') throw new MalformedLine('facts are no text');
  // A leaf has its parts on lines of their own: with a break in it, one part could pass for two.
  if (/[\r\n]/.test(facts)) throw new MalformedLine('facts have a line break');
  const parsed = parseFacts(facts);
  return {
    lineId,
    rowId,
    facts: parsed,
    proof: proof === null ? null : parseProof(proof, { kind, rowId, facts }),
  };
}

function parseFacts(text: string): Facts {
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch {
    throw new MalformedLine('facts are not JSON');
  }
  if (!isObject(facts)) throw new MalformedLine('facts are no object');
  const hasAmounts = [facts.gross, facts.commission, facts.amount].every(Number.isSafeInteger);
  if (!hasAmounts) throw new MalformedLine('facts have no amounts');
  return facts as unknown as Facts;
}

function parseProof(
  proof: unknown,
  parts: Pick<LeafParts, 'kind' | 'rowId' | 'facts'>,
): NonNullable<ProofLine['proof']> {
  if (!isObject(proof)) throw new MalformedLine('proof is no object');
  const { salt, withheld, leafIndex, path } = proof;
  if (!isCount(leafIndex)) throw new MalformedLine('leafIndex is no place in a log');
  if (!Array.isArray(path) || path.length > MAX_PATH) throw new MalformedLine('path is no list of hashes');
  const leaf = hashOf({
    ...parts,
    salt: bytesOf(salt, SHOWN_BYTES, 'salt'),
    withheld: withheld === null ? null : bytesOf(withheld, HASH_BYTES, 'withheld'),
  });
  return { leaf, index: leafIndex, path: path.map((hash) => bytesOf(hash, HASH_BYTES, 'path')) };
}

const HASH_BYTES = 32;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function bytesOf(value: unknown, length: number, name: string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  const isExact = bytes?.length === length && bytes.toString('base64') === value;
  if (!isExact) throw new MalformedLine(`${name} is not ${length} bytes in base64`);
  return bytes;
}
