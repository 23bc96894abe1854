/** What the console's money routes take and answer. Amounts are decimals in `currency`, seen from the merchant. */
import { type Static, Type } from 'typebox';
import { CurrencyCode, Cursor, Instant, nullable, oneOf } from '../../../contract/schemas/common.ts';
import {
  DisputeStatus,
  LineId,
  Month,
  SettlementDetail,
  SettlementId,
  SettlementLine,
  SettlementLineKind,
  SettlementStatus,
  SettlementSummary,
} from '../../../contract/schemas/settlements.ts';
import { THREAD_SIDES } from '../../../domain/dispute-thread.ts';
import { DISPUTE_ID_PATTERN, FILE_ID_PATTERN, ORDER_ID_PATTERN } from '../../../domain/ids.ts';

export const MAX_PAGE = 200;
const Amount = Type.Number();
const Size = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 50 }));

const DisputeId = Type.String({ pattern: DISPUTE_ID_PATTERN });
export const DisputePath = Type.Object({ disputeId: DisputeId });
export const DisputeFilePath = Type.Object({
  disputeId: DisputeId,
  fileId: Type.String({ pattern: FILE_ID_PATTERN }),
});

export const LinesQuery = Type.Object(
  {
    size: Size,
    cursor: Type.Optional(Cursor),
    orderId: Type.Optional(Type.String({ pattern: ORDER_ID_PATTERN })),
    isDisputed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export const DisputesQuery = Type.Object(
  { size: Size, cursor: Type.Optional(Cursor), isOpen: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

const Sums = { lineCount: Type.Integer(), gross: Amount, commission: Amount, amount: Amount };

export const MonthSoFar = Type.Object({
  currencies: Type.Array(
    Type.Object({
      ...SettlementSummary.properties,
      closesOn: Type.String({ format: 'date', description: "In the platform's time zone" }),
      kinds: Type.Array(Type.Object({ kind: SettlementLineKind, ...Sums })),
      days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...Sums, balance: Amount })),
    }),
  ),
});

const DisputeSummary = Type.Object({
  disputeId: DisputeId,
  status: DisputeStatus,
  reason: Type.String(),
  openedAt: Instant,
  resolution: nullable(Type.String()),
  resolvedAt: nullable(Instant),
  settlementId: SettlementId,
  settlementStatus: SettlementStatus,
  month: Month,
  part: Type.Integer(),
  currency: CurrencyCode,
  merchantKey: Type.String(),
  merchantName: Type.String(),
  sandbox: Type.Boolean(),
  lineId: LineId,
  kind: SettlementLineKind,
  orderId: nullable(Type.String()),
  gross: Amount,
  commission: Amount,
  amount: Amount,
  adjusted: nullable(Amount),
  postingId: nullable(Type.String()),
  messages: Type.Integer(),
  unread: Type.Integer(),
});
export const DisputeList = Type.Object({
  list: Type.Array(DisputeSummary),
  nextCursor: nullable(Type.String()),
});

const File = Type.Object({
  fileId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
});
export const DisputeThread = Type.Object({
  ...DisputeSummary.properties,
  conversation: Type.Array(
    Type.Object({
      messageId: Type.String(),
      side: oneOf(THREAD_SIDES),
      name: Type.String({ description: 'Of the person' }),
      isOwn: Type.Boolean({ description: 'The viewer wrote it' }),
      text: Type.String(),
      createdAt: Instant,
      readAt: nullable(Instant),
      files: Type.Array(File),
    }),
  ),
  writeUntil: nullable(Instant),
  closedBecause: nullable(Type.String()),
});

/** A statement with a page of its lines, what of it is disputed, and what can be done about it now. */
export const StatementPage = Type.Object({
  statement: Type.Object({
    ...SettlementDetail.properties,
    lines: Type.Array(Type.Object({ ...SettlementLine.properties, guideName: nullable(Type.String()) })),
  }),
  disputes: Type.Array(DisputeSummary),
  canDispute: Type.Boolean(),
});

export const StatementPath = Type.Object({ settlementId: SettlementId });

/** A form's key, made when it was opened: a part of the posting's id, and limited like that. */
export const FormKey = Type.String({ pattern: '^[\\w.-]{8,40}$' });

/** For the pages. */
export type MonthSoFar = Static<typeof MonthSoFar>;
export type StatementPage = Static<typeof StatementPage>;
export type DisputeList = Static<typeof DisputeList>;
export type DisputeThread = Static<typeof DisputeThread>;
