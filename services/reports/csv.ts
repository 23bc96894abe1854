import type { Readable } from 'node:stream';
import { type CsvRow, csvOf, harmless } from '../lists/csv.ts';

/** Columns of each report's file: what its table has. */
const COLUMNS = {
  orders: [
    ...['period', 'currency', 'orders', 'completed', 'open', 'refused', 'cancelled'],
    ...['amount', 'keptAmount'],
  ],
  requests: [
    ...['key', 'name', 'requests', 'confirmed', 'rejected', 'expired', 'withdrawn', 'otherwise', 'waiting'],
    ...['medianHours', 'p90Hours', 'instant'],
  ],
  cancellations: [
    ...['key', 'name', 'confirmed', 'cancelled', 'byAgency', 'byStudio', 'byOperator', 'medianHours'],
  ],
  days: ['guideId', 'guideName', 'month', 'days', 'trips'],
} as const;

/** A report's rows as CSV. Names and areas are what people wrote. */
export function reportCsv(report: keyof typeof COLUMNS, rows: readonly object[]): Readable {
  return csvOf(COLUMNS[report], harmlessRows(rows));
}

async function* harmlessRows(rows: readonly object[]): AsyncGenerator<CsvRow> {
  for (const row of rows)
    yield Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? harmless(value) : value]),
    );
}
