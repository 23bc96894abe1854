import { STATEMENT_PROOF_FORMAT } from '../../../../domain/settlement.ts';
import { misused } from '../failure.ts';

/** The proof of a statement's lines, as the platform answers it. What its lines are is judged line by line. */
export interface ProofDocument {
  readonly checkpoint: string | null;
  readonly key: string | null;
  readonly lines: readonly unknown[];
  readonly statement: StatementHead;
}

/** Amounts are minor units of the currency. */
export interface StatementHead {
  readonly settlementId: string;
  readonly merchantKey: string;
  readonly sandbox: boolean;
  readonly month: string;
  readonly status: string;
  readonly currency: string;
  readonly lineCount: number;
  readonly gross: number;
  readonly commission: number;
  readonly balance: number;
}

const HEAD: Readonly<Record<keyof StatementHead, 'string' | 'boolean' | 'integer'>> = {
  settlementId: 'string',
  merchantKey: 'string',
  sandbox: 'boolean',
  month: 'string',
  status: 'string',
  currency: 'string',
  lineCount: 'integer',
  gross: 'integer',
  commission: 'integer',
  balance: 'integer',
};
const ASK =
  'Ask for settlement/detail with "Accept: application/vnd.guidepost.proof+json", and keep the answer as it is.';

/** @throws CommandFailure for what is no such document, or only the beginning of one. */
export function parseDocument(text: string): ProofDocument {
  let document: Partial<ProofDocument> & { readonly format?: unknown };
  try {
    document = JSON.parse(text);
  } catch {
    throw misused('it is not JSON: it may have broken off', ASK);
  }
  const isProof = isObject(document) && document.format === STATEMENT_PROOF_FORMAT;
  if (!isProof) throw misused(`it is no proof of a statement (${STATEMENT_PROOF_FORMAT})`, ASK);
  const { checkpoint, key, lines, statement } = document;
  const isWhole = isTextOrNull(checkpoint) && isTextOrNull(key) && Array.isArray(lines) && isHead(statement);
  if (!isWhole) throw misused('members of the proof are missing', ASK);
  return { checkpoint, key, lines, statement };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

function isHead(value: unknown): value is StatementHead {
  if (!isObject(value)) return false;
  return Object.entries(HEAD).every(([name, type]) =>
    type === 'integer' ? Number.isSafeInteger(value[name]) : typeof value[name] === type,
  );
}
