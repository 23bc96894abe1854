import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Settlement } from '../../db/entities/index.ts';
import type { StatementLine } from '../../db/queries/money/statement-lines.ts';
import { lineId } from '../../domain/ids.ts';
import { toDecimalText } from '../../domain/money.ts';
import { dayOf } from '../../domain/settlement-month.ts';
import { csvOf, harmless } from '../lists/csv.ts';
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
 * The statement as CSV. Amounts have all decimals of the currency; the rate is in basis points; `day` is in the platform's time
 * zone, as months are.
 */
export function statementCsv(em: EntityManager, settlement: Settlement, timeZone: string): Readable {
  return csvOf(COLUMNS, rowsOf(em, settlement, timeZone));
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
