import { pipeline, Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stringify } from 'csv-stringify';
import type { Settlement } from '../../../db/entities/index.ts';
import type { StatementLine } from '../../../db/queries/statement-lines.ts';
import { toDecimalText } from '../../../domain/money.ts';
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
] as const;

type Row = Record<(typeof COLUMNS)[number], string | number | null>;

/** Where a spreadsheet would begin a formula (OWASP, "CSV injection"). */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * The statement as CSV (RFC 4180) in UTF-8, with the byte order mark without which spreadsheets garble names. Amounts
 * have all decimals of the currency; the rate is in basis points.
 */
export function statementCsv(em: EntityManager, settlement: Settlement): Readable {
  const rows = stringify({ header: true, columns: [...COLUMNS], bom: true, record_delimiter: 'windows' });
  // Whoever reads the rows hears of a failure: the answer breaks off.
  pipeline(Readable.from(rowsOf(em, settlement)), rows, () => undefined);
  return rows;
}

async function* rowsOf(em: EntityManager, settlement: Settlement): AsyncGenerator<Row> {
  for await (const line of allLines(em, settlement)) yield rowOf(line, settlement);
}

function rowOf(line: StatementLine, { id, month, currency }: Settlement): Row {
  const money = (minor: number) => toDecimalText(minor, currency);
  return {
    settlementId: id,
    month,
    lineId: `LIN${line.entryId}`,
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
  };
}

/** What people wrote must not become a formula in the reader's spreadsheet. */
function harmless(text: string | null): string | null {
  return text !== null && FORMULA_START.test(text) ? `'${text}` : text;
}
