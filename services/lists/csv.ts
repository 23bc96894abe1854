import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** One row; what people wrote goes through `harmless` first. */
export type CsvRow = Readonly<Record<string, string | number | null>>;

/**
 * Rows as CSV (RFC 4180) in UTF-8, with the byte order mark without which spreadsheets garble names. Every field is quoted, so
 * that no line break or separator in what people wrote ends it. Rows are fetched as they are read.
 */
export function csvOf(columns: readonly string[], rows: AsyncIterable<CsvRow>): Readable {
  const text = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
  });
  // The reader notices a failure: the answer breaks off.
  pipeline(Readable.from(rows), text, () => undefined);
  return text;
}

/**
 * Where a spreadsheet would begin a formula, also behind blanks and line breaks that it drops, and in its full-width
 * forms (OWASP, "CSV injection").
 */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u;

/** What people wrote must not become a formula in the reader's spreadsheet. */
export function harmless(text: string | null): string | null {
  return text !== null && FORMULA_START.test(text) ? `'${text}` : text;
}
