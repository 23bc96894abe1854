/** The proof of a statement's lines (docs/security.md, "Proofs of statements"). */
import { type Static, Type } from 'typebox';
import { STATEMENT_PROOF_FORMAT } from '../../domain/settlement.ts';
import { CurrencyCode, nullable } from './common.ts';
import { LineId, Month, SettlementId, SettlementStatus } from './settlements.ts';

/** SHA-256, base64. */
const HASH = '^[A-Za-z0-9+/]{43}=$';
/** 16 bytes, base64. */
const SALT = '^[A-Za-z0-9+/]{22}==$';
const Hash = (description: string) => Type.String({ pattern: HASH, description: `${description}; base64` });
const Minor = (description: string) =>
  Type.Integer({ description: `${description}; in minor units of \`currency\`, cents of EUR` });

export const StatementProofLine = Type.Object(
  {
    lineId: LineId,
    kind: Type.Literal('ledger_entry', { description: 'The table that the leaf is of' }),
    rowId: Type.Integer({ minimum: 1, description: "The row's id: that of `lineId`" }),
    facts: Type.String({ description: "The leaf's content: JSON on one line, to be hashed as it is" }),
    proof: nullable(
      Type.Object(
        {
          salt: Type.String({ pattern: SALT, description: '16 random bytes of the leaf; base64' }),
          withheld: nullable(Hash('The commitment to what merchants are not shown; null: nothing is hidden')),
          leafIndex: Type.Integer({ minimum: 0, description: 'Position of the leaf in the log' }),
          path: Type.Array(Hash('A hash of the inclusion path'), {
            description: 'RFC 6962, 2.1.1, in the tree of the checkpoint',
          }),
        },
        { description: 'Null: the log has no leaf of the entry yet. Ask again a few seconds later' },
      ),
    ),
  },
  { description: 'A line with the leaf of its ledger entry' },
);
export type StatementProofLine = Static<typeof StatementProofLine>;

const StatementProofHead = Type.Object(
  {
    settlementId: SettlementId,
    merchantKey: Type.String({ description: 'Whose statement it is' }),
    sandbox: Type.Boolean({ description: 'True: its money is not real' }),
    month: Month,
    part: Type.Integer({ minimum: 1, description: 'Part of the month, if it was closed before its end' }),
    status: SettlementStatus,
    currency: CurrencyCode,
    lineCount: Type.Integer({ description: 'Number of lines' }),
    gross: Minor("Sum of the lines' gross amounts"),
    commission: Minor("The platform's share of it"),
    balance: Minor('gross − commission'),
  },
  { description: 'What the lines sum to' },
);
export type StatementProofHead = Static<typeof StatementProofHead>;

/** Without an envelope: it is a file, to be kept and checked elsewhere. */
export const StatementProof = Type.Object(
  {
    format: Type.Literal(STATEMENT_PROOF_FORMAT),
    checkpoint: nullable(
      Type.String({ description: 'Signed (c2sp.org/tlog-checkpoint); null: nothing was logged yet' }),
    ),
    key: nullable(
      Type.String({
        description:
          'The public key of the log, as at /log/key. A proof is worth as much as where you have the key from: keep it from the first day on',
      }),
    ),
    lines: Type.Array(StatementProofLine, {
      description: 'All lines, in the order in which they were posted',
    }),
    statement: StatementProofHead,
  },
  { description: 'The proof that the lines of a statement are in the transparency log' },
);
