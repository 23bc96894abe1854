/** What the operators' money routes take and answer. Amounts are decimals in `currency`, seen from the merchant. */
import { type Static, Type } from 'typebox';
import {
  CurrencyCode,
  Cursor,
  Instant,
  Line,
  nullable,
  oneOf,
  Prose,
} from '../../../contract/schemas/common.ts';
import {
  LineId,
  Month,
  SettlementId,
  SettlementLineKind,
  SettlementStatus,
  SettlementSummary,
} from '../../../contract/schemas/settlements.ts';
import { ORDER_ID_PATTERN } from '../../../domain/ids.ts';
import { ACCOUNT_KINDS } from '../../../domain/ledger.ts';
import { SETTLEMENT_STATES } from '../../../domain/settlement.ts';
import { FormKey, MAX_PAGE, StatementPage } from '../money/schemas.ts';

const closed = { additionalProperties: false } as const;
const Amount = Type.Number();
/** As people type it: `-12.50`. */
const AmountText = Type.String({ minLength: 1, maxLength: 24 });
const MerchantKey = Type.String({ minLength: 1, maxLength: 64 });
const PostingId = Type.String({ minLength: 1, maxLength: 120 });
const Reason = Prose(500, 'Why; the merchant reads it', true);
const size = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 50 }));

export const Months = Type.Object({
  timeZone: Type.String(),
  months: Type.Array(
    Type.Object({
      month: Month,
      state: oneOf(['ahead', 'running', 'due', 'closed']),
      counts: Type.Object(Object.fromEntries(SETTLEMENT_STATES.map((state) => [state, Type.Integer()]))),
      isUnderWay: nullable(Type.Boolean({ description: 'Null: not known now' })),
    }),
  ),
});

export const RunQuery = Type.Object(
  {
    month: Type.Optional(Month),
    partial: Type.Optional(Type.Boolean()),
    size,
    cursor: Type.Optional(Cursor),
  },
  closed,
);
const Due = { lineCount: Type.Integer(), gross: Amount, commission: Amount, balance: Amount };
export const RunPreview = Type.Object({
  month: Month,
  closeAt: Instant,
  isWholeMonth: Type.Boolean(),
  timeZone: Type.String(),
  totals: Type.Array(
    Type.Object({
      ...Due,
      currency: CurrencyCode,
      sandbox: Type.Boolean(),
      statements: Type.Integer(),
      dueTo: Amount,
      dueFrom: Amount,
    }),
  ),
  list: Type.Array(
    Type.Object({
      ...Due,
      settlementId: SettlementId,
      merchantKey: MerchantKey,
      merchantName: Type.String(),
      currency: CurrencyCode,
      sandbox: Type.Boolean(),
    }),
  ),
  nextCursor: nullable(Type.String()),
});
export const RunBody = Type.Object({ month: Month, partial: Type.Optional(Type.Boolean()) }, closed);
export const RunStarted = Type.Object({ month: Month });

export const StatementsQuery = Type.Object(
  {
    size,
    cursor: Type.Optional(Cursor),
    month: Type.Optional(Month),
    status: Type.Optional(SettlementStatus),
    merchantKey: Type.Optional(MerchantKey),
  },
  closed,
);
const OperatorStatement = Type.Object({
  ...SettlementSummary.properties,
  merchantKey: MerchantKey,
  merchantName: Type.String(),
  sandbox: Type.Boolean(),
});
export const OperatorStatements = Type.Object({
  list: Type.Array(OperatorStatement),
  nextCursor: nullable(Type.String()),
});
export const OperatorStatementPage = Type.Object({
  ...StatementPage.properties,
  merchantKey: MerchantKey,
  merchantName: Type.String(),
  sandbox: Type.Boolean(),
  canPay: Type.Boolean(),
});

/** Without an amount the line is unchanged. */
export const ResolveBody = Type.Object(
  { key: FormKey, lineId: LineId, amount: Type.Optional(AmountText), reason: Reason },
  closed,
);
export const PayBody = Type.Object({ key: FormKey, reference: Line(140) }, closed);
/** As it is now: with a proposal it waits for another operator. */
export const Moved = Type.Object({
  settlementId: SettlementId,
  status: SettlementStatus,
  proposalId: nullable(Type.String()),
});

/** One of three corrections; `kind` says which. */
export const CorrectionBody = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('adjustment'),
      key: FormKey,
      reason: Reason,
      merchantKey: MerchantKey,
      currency: CurrencyCode,
      amount: AmountText,
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('refund'),
      key: FormKey,
      reason: Reason,
      orderId: Type.String({ pattern: ORDER_ID_PATTERN }),
      amount: AmountText,
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('reversal'), key: FormKey, reason: Reason, postingId: PostingId }, closed),
]);

export const Posting = Type.Object({
  postingId: PostingId,
  kind: SettlementLineKind,
  currency: CurrencyCode,
  orderId: nullable(Type.String()),
  reason: nullable(Type.String()),
  operator: nullable(Type.String()),
  occurredAt: Instant,
  reverses: nullable(Type.String()),
  reversedBy: nullable(Type.String()),
  canReverse: Type.Boolean(),
  parts: Type.Array(
    Type.Object({
      account: oneOf(ACCOUNT_KINDS),
      merchantKey: nullable(Type.String()),
      merchantName: nullable(Type.String()),
      gross: Amount,
      commission: Amount,
      amount: Amount,
    }),
  ),
});
export const Posted = Type.Object({ postingId: PostingId, isNew: Type.Boolean() });
export const PostingsQuery = Type.Object(
  { size, cursor: Type.Optional(Cursor), merchantKey: Type.Optional(MerchantKey) },
  closed,
);
export const PostingList = Type.Object({ list: Type.Array(Posting), nextCursor: nullable(Type.String()) });
export const PostingQuery = Type.Object({ postingId: PostingId }, closed);

/** For the pages. */
export type Moved = Static<typeof Moved>;
export type Months = Static<typeof Months>;
export type RunPreview = Static<typeof RunPreview>;
export type OperatorStatements = Static<typeof OperatorStatements>;
export type OperatorStatementPage = Static<typeof OperatorStatementPage>;
export type CorrectionBody = Static<typeof CorrectionBody>;
export type Posting = Static<typeof Posting>;
export type Posted = Static<typeof Posted>;
export type PostingList = Static<typeof PostingList>;
