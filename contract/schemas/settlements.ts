/** Commission statements (docs/architecture.md, "HTTP"; docs/settlement.md). */
import { type Static, Type } from 'typebox';
import { LINE_ID_PATTERN, SETTLEMENT_ID_PATTERN } from '../../domain/ids.ts';
import { POSTING_KINDS } from '../../domain/ledger.ts';
import { DISPUTE_STATES, SETTLEMENT_STATES } from '../../domain/settlement.ts';
import { MONTH_PATTERN } from '../../domain/settlement-month.ts';
import { PAYERS } from '../../domain/settlement-view.ts';
import { CurrencyCode, Cursor, Instant, nullable, oneOf, Prose } from './common.ts';

const MAX_LINES_PAGE = 1_000;

export const SettlementId = Type.String({
  pattern: SETTLEMENT_ID_PATTERN,
  description: 'Statement identifier: `STL` and digits',
  examples: ['STL1000000001'],
});
export const LineId = Type.String({
  pattern: LINE_ID_PATTERN,
  description: 'Line identifier: `LIN` and digits',
  examples: ['LIN123'],
});
export const Month = Type.String({
  pattern: MONTH_PATTERN,
  description: "Calendar month in the platform's time zone",
  examples: ['2027-01'],
});
export const SettlementStatus = oneOf(
  SETTLEMENT_STATES,
  '`open` collects the lines of the current month; `issued` is to be paid; `disputed` waits for an operator; `paid` is final',
);
const Amount = (description: string) =>
  Type.Number({ description: `${description}; decimal, in \`currency\`` });

export const SettlementPath = Type.Object({ settlementId: SettlementId });

export const SettlementListQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
    status: Type.Optional(SettlementStatus),
    month: Type.Optional(Month),
    currency: Type.Optional(CurrencyCode),
  },
  { additionalProperties: false },
);
export type SettlementListQuery = Static<typeof SettlementListQuery>;

export const Payer = oneOf(PAYERS, 'Who pays the balance');
export const SettlementSummary = Type.Object({
  settlementId: SettlementId,
  month: Month,
  part: Type.Integer({
    minimum: 1,
    description: '1, or more if the month was closed before its end, for what came after that',
  }),
  closedUntil: nullable(Instant),
  timeZone: Type.String({
    description: "The platform's time zone (IANA name), for `month` and `day`; instants are in UTC",
    examples: ['Europe/Lisbon'],
  }),
  status: SettlementStatus,
  currency: CurrencyCode,
  lineCount: Type.Integer({ description: 'Number of lines' }),
  gross: Amount(
    "Sum of the lines' gross amounts: a studio's earnings, or, if negative, what the ordering merchant owes",
  ),
  commission: Amount("The platform's share of it"),
  balance: Amount('gross − commission: positive is due to you, negative is due from you'),
  payer: Payer,
  issuedAt: nullable(Instant),
  paidAt: nullable(Instant),
  paymentReference: nullable(Type.String({ description: 'Reference of the payment' })),
});

export type SettlementSummary = Static<typeof SettlementSummary>;

export const SettlementList = Type.Object({
  list: Type.Array(SettlementSummary),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type SettlementList = Static<typeof SettlementList>;

export const DisputeStatus = oneOf(DISPUTE_STATES, '`adjusted`: corrected by a line of a later statement');
export const Dispute = Type.Object({
  status: DisputeStatus,
  reason: Type.String({ description: "The merchant's reason" }),
  openedAt: Instant,
  resolution: nullable(Type.String({ description: "The operator's answer" })),
  resolvedAt: nullable(Instant),
});

export const SettlementLineKind = oneOf(POSTING_KINDS, 'What the line is for');
export const Counterparty = Type.Object(
  { merchantKey: Type.String({ description: 'Its key' }), name: Type.String({ description: 'Its name' }) },
  { description: 'The other side of the order: the studio, or the merchant that ordered' },
);
export const SettlementLine = Type.Object({
  lineId: LineId,
  kind: SettlementLineKind,
  occurredAt: Instant,
  day: Type.String({
    format: 'date',
    description: "Day of `occurredAt` in the statement's time zone",
    examples: ['2027-01-31'],
  }),
  orderId: nullable(Type.String({ description: 'Of the order' })),
  clientReference: nullable(
    Type.String({ description: 'Of the order; only for the merchant that placed it' }),
  ),
  counterparty: nullable(Counterparty),
  guideId: nullable(Type.String({ description: 'Of the guide' })),
  tripDate: nullable(Type.String({ description: 'First day of the trip' })),
  reason: nullable(Type.String({ description: 'Reason of a manual correction' })),
  commissionRate: nullable(
    Type.Integer({
      description: "Basis points, as agreed when the order was placed; on the studio's side of an order",
    }),
  ),
  gross: Amount('Positive: earned; negative: owed'),
  commission: Amount("The platform's commission; rounded half to even, once per line"),
  amount: Amount('gross − commission'),
  dispute: nullable(Dispute),
});
export type SettlementLine = Static<typeof SettlementLine>;

export const SettlementDetailQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_LINES_PAGE, default: 100, description: 'Lines; JSON only' }),
    ),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type SettlementDetailQuery = Static<typeof SettlementDetailQuery>;

export const SettlementDetail = Type.Object({
  ...SettlementSummary.properties,
  lines: Type.Array(SettlementLine, { description: 'In the order in which they were posted' }),
  nextCursor: nullable(Type.String({ description: 'Cursor for more lines; null on the last page' })),
});
export type SettlementDetail = Static<typeof SettlementDetail>;

export const DisputeBody = Type.Object(
  { lineId: LineId, reason: Prose(500, 'What is wrong with it', true) },
  { additionalProperties: false },
);
export type DisputeBody = Static<typeof DisputeBody>;
