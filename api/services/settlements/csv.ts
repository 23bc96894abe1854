import { pipeline, Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stringify } from 'csv-stringify';
import type { Settlement } from '../../../db/entities/index.ts';
import type { StatementLine } from '../../../db/queries/statement-lines.ts';
import { lineId } from '../../../domain/ids.ts';
import { toDecimalText } from '../../../domain/money.ts';
import { dayOf } from '../../../domain/settlement-month.ts';
import { allLines } from './lines.ts';

const COLUMNS = [
  'settlementId',
  'month',
  'lineId',
  'occurredAt',
  'kind',
  'orderId',
  'clientReference',
  'guideId',
  'tripDate',
  'reason',
  'currency',
  'gross',
  'commissionRate',
  'commission',
  'amount',
  'dispute',
  'day',
  'timeZone',
  'part',
  'counterpartyKey',
  'counterpartyName',
] as const;

type Row = Record<(typeof COLUMNS)[number], string | number | null>;

/**
 * Where a spreadsheet would begin a formula, also behind blanks and line breaks that it drops, and in its full-width
 * forms (OWASP, "CSV injection").
 */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u;

/**
 * The statement as CSV (RFC 4180) in UTF-8, with the byte order mark without which spreadsheets garble names. Every
 * field is quoted, so that no line break or separator in what people wrote ends it. Amounts have all decimals of the
 * currency; the rate is in basis points; `day` is in the platform's time zone, as months are.
 */
export function statementCsv(em: EntityManager, settlement: Settlement, timeZone: string): Readable {
  const rows = stringify({
    header: true,
    columns: [...COLUMNS],
    bom: true,
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
  });
  // Whoever reads the rows hears of a failure: the answer breaks off.
  pipeline(Readable.from(rowsOf(em, settlement, timeZone)), rows, () => undefined);
  return rows;
}

async function* rowsOf(em: EntityManager, settlement: Settlement, timeZone: string): AsyncGenerator<Row> {
  for await (const line of allLines(em, settlement)) yield rowOf(line, settlement, timeZone);
}

function rowOf(line: StatementLine, { id, month, part, currency }: Settlement, timeZone: string): Row {
  const money = (minor: number) => toDecimalText(minor, currency);
  return {
    settlementId: id,
    month,
    lineId: lineId(line.entryId),
    occurredAt: line.occurredAt.toISOString(),
    kind: line.kind,
    orderId: line.orderId,
    clientReference: harmless(line.clientReference),
    guideId: line.guideId,
    tripDate: line.tripDate,
    reason: harmless(line.reason),
    currency,
    gross: money(line.gross),
    commissionRate: line.commissionRate,
    commission: money(line.commission),
    amount: money(line.gross - line.commission),
    dispute: line.dispute?.status ?? null,
    day: dayOf(line.occurredAt, timeZone),
    timeZone,
    part,
    counterpartyKey: harmless(line.counterparty?.merchantKey ?? null),
    counterpartyName: harmless(line.counterparty?.name ?? null),
  };
}

/** What people wrote must not become a formula in the reader's spreadsheet. */
function harmless(text: string | null): string | null {
  return text !== null && FORMULA_START.test(text) ? `'${text}` : text;
}
