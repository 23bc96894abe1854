/** Whether a proof holds: the checkpoint's signature, each line's way to it, and that all lines together are the statement. */
import { rootOf } from '../../../../lib/transparency/inclusion.ts';
import {
  type Checkpoint,
  NoteError,
  openCheckpoint,
  parseVerifier,
} from '../../../../lib/transparency/note.ts';
import type { ProofDocument, StatementHead } from './document.ts';
import { MalformedLine, type ProofLine, parseLine } from './line.ts';
import { MISTAKES, type StatementMistakeWord } from './mistakes.ts';

/** What `guidepost verify --statement --json` prints. Members are added to it, and never taken away. */
export interface StatementVerdict {
  readonly valid: boolean;
  /** A sentence. */
  readonly verdict: string;
  readonly mistakes: readonly StatementMistake[];
  /** The key that the signature was held against; `pinned`: the caller's own, not that of the file. */
  readonly key: { readonly text: string | null; readonly pinned: boolean };
  /** Null: it is not signed with that key. */
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string } | null;
  readonly statement: StatementHead;
  /** Those that are in the log, with what their leaves say; amounts in minor units. */
  readonly lines: readonly ProvenLine[];
}

interface StatementMistake {
  readonly word: StatementMistakeWord;
  /** Null: it is of the whole. */
  readonly line: string | null;
  readonly problem: string;
  readonly mend: string;
}

interface ProvenLine {
  readonly lineId: string;
  readonly leafIndex: number;
  readonly kind: unknown;
  readonly orderId: unknown;
  readonly reason: unknown;
  readonly occurredAt: unknown;
  readonly gross: number;
  readonly commission: number;
  readonly amount: number;
}

/** @param key the caller's own, `NAME+ID+KEY`; without one that of the document. @throws NoteError where the caller's is no key. */
export function judgeStatement(document: ProofDocument, key?: string): StatementVerdict {
  const { statement } = document;
  const mistakes: StatementMistake[] = [];
  const report = (word: StatementMistakeWord, problem: string, line: string | null = null) =>
    void mistakes.push({ word, line, problem, mend: MISTAKES[word] });
  const checkpoint = openSigned(document, key, report);
  const lines = judgeLines(document, checkpoint, report);
  judgeSums(statement, lines, document.lines.length, report);
  const valid = mistakes.length === 0;
  return {
    valid,
    verdict: verdictOf(document, valid),
    mistakes,
    key: { text: key ?? document.key, pinned: key !== undefined },
    checkpoint: checkpoint && { ...checkpoint, root: checkpoint.root.toString('base64') },
    statement,
    lines: lines.filter(({ isProven }) => isProven).map(({ line }) => viewOf(line)),
  };
}

type Report = (word: StatementMistakeWord, problem: string, line?: string | null) => void;

function openSigned(
  { checkpoint, key: own }: ProofDocument,
  key: string | undefined,
  report: Report,
): Checkpoint | null {
  const pinned = key === undefined ? undefined : parseVerifier(key);
  if (checkpoint === null) {
    report('nothing_logged', 'The log had no checkpoint yet.');
    return null;
  }
  try {
    return openCheckpoint(checkpoint, pinned ?? parseVerifier(own ?? ''));
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    report('checkpoint_not_signed', `The checkpoint is not to be trusted: ${error.message}.`);
    return null;
  }
}

interface JudgedLine {
  readonly line: ProofLine;
  readonly isProven: boolean;
}

function judgeLines(
  { lines, statement }: ProofDocument,
  checkpoint: Checkpoint | null,
  report: Report,
): JudgedLine[] {
  const seen = new Set<number>();
  const judged: JudgedLine[] = [];
  for (const [at, value] of lines.entries()) {
    const line = parsed(value, at, report);
    if (line === undefined) continue;
    const problem =
      problemOfId(line, seen) ?? problemOfProof(line, checkpoint) ?? problemOfFacts(line, statement);
    if (problem !== undefined) report(problem[0], problem[1], line.lineId);
    judged.push({ line, isProven: problem === undefined && checkpoint !== null });
    seen.add(line.rowId);
  }
  return judged;
}

function parsed(value: unknown, at: number, report: Report): ProofLine | undefined {
  try {
    return parseLine(value);
  } catch (error) {
    if (!(error instanceof MalformedLine)) throw error;
    const { lineId } = Object(value) as { readonly lineId?: unknown };
    const name = typeof lineId === 'string' ? lineId : `line ${at + 1}`;
    report('line_malformed', `Its ${error.message}.`, name);
    return undefined;
  }
}

type Problem = readonly [StatementMistakeWord, string];

function problemOfId({ lineId, rowId }: ProofLine, seen: ReadonlySet<number>): Problem | undefined {
  if (lineId !== `LIN${rowId}`)
    return ['line_of_other_row', `It is proven by the entry ${rowId}, which is another one.`];
  return seen.has(rowId) ? ['line_repeated', 'It is there more than once.'] : undefined;
}

function problemOfProof({ proof }: ProofLine, checkpoint: Checkpoint | null): Problem | undefined {
  if (proof === null) return ['line_not_logged', 'The log had no leaf of it when its checkpoint was signed.'];
  // That there is none to be trusted was said.
  if (checkpoint === null) return undefined;
  const root = rootOf({ index: proof.index, size: checkpoint.size, path: proof.path }, proof.leaf);
  if (root?.equals(checkpoint.root)) return undefined;
  return ['line_not_in_log', 'What it says is not in the log of the checkpoint, or not there.'];
}

function problemOfFacts({ facts }: ProofLine, statement: StatementHead): Problem | undefined {
  const { merchantKey, currency, sandbox, accountKind, kind, gross, commission, amount } = facts;
  if (accountKind !== 'merchant')
    return ['line_of_other_account', `It is of an account of the platform (${accountKind}).`];
  if (merchantKey !== statement.merchantKey)
    return [
      'line_of_other_merchant',
      `It is of ${merchantKey}, and the statement of ${statement.merchantKey}.`,
    ];
  if (currency !== statement.currency)
    return ['line_of_other_currency', `It is in ${currency}, and the statement in ${statement.currency}.`];
  if (sandbox !== statement.sandbox)
    return ['line_of_other_world', 'One of line and statement is of the sandbox.'];
  if (kind === 'payment') return ['line_is_payment', 'It pays a statement, and is no line of one.'];
  if (BigInt(gross) - BigInt(commission) !== BigInt(amount))
    return [
      'line_does_not_add_up',
      `Its amount is ${amount}, not gross ${gross} less commission ${commission}.`,
    ];
  return undefined;
}

/** All lines that have the form of one, proven or not: otherwise each mistake would be another one here. */
function judgeSums(
  statement: StatementHead,
  judged: readonly JudgedLine[],
  count: number,
  report: Report,
): void {
  if (count !== statement.lineCount)
    report('lines_missing', `The statement has ${statement.lineCount} lines, and here are ${count}.`);
  const names = { gross: 'gross', commission: 'commission', balance: 'amount' } as const;
  for (const [name, ofLine] of Object.entries(names) as [
    keyof typeof names,
    (typeof names)[keyof typeof names],
  ][]) {
    const sum = judged.reduce((all, { line }) => all + BigInt(line.facts[ofLine]), 0n);
    if (sum !== BigInt(statement[name]))
      report('sums_differ', `The statement has ${statement[name]} as ${name}, and its lines sum to ${sum}.`);
  }
}

function verdictOf({ statement, lines }: ProofDocument, valid: boolean): string {
  const { settlementId } = statement;
  if (!valid) return `${settlementId} is not proven:`;
  return `All ${lines.length} lines of ${settlementId} are in the log, and sum to what it states.`;
}

function viewOf({ lineId, proof, facts }: ProofLine): ProvenLine {
  const { kind, orderId, reason, occurredAt, gross, commission, amount } = facts;
  return {
    lineId,
    leafIndex: proof!.index,
    ...{ kind, orderId, reason, occurredAt, gross, commission, amount },
  };
}
