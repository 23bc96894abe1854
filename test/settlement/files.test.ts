import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import PDFDocument from 'pdfkit';
import { Order, Settlement } from '../../db/entities/index.ts';
import { closeStatement } from '../../db/queries/money/closing.ts';
import { adjustAccount } from '../../db/queries/money/corrections.ts';
import { createSettlementService, type SettlementService } from '../../services/settlements/index.ts';
import { AGENCIES, type Books, createBooks, STUDIOS } from '../support/data/books.ts';
import { linesOf, type PlacedText, readPdfText } from '../support/documents/pdf-text.ts';

/** Statements as files, with what hostile or careless merchants and operators may have written in them. */
const [AGENCY, STUDIO] = [AGENCIES[0]!, STUDIOS[0]!];
/** Fourteen hours ahead of UTC: nothing else has the same days. */
const TIME_ZONE = 'Pacific/Kiritimati';
const AT = new Date('2027-01-15T12:00:00Z');
const DAY = '2027-01-16';
const HUGE = { EUR: 5_999_999_999_999, KWD: 9_999_999_999_999, JPY: 9_999_999_999_999 } as const;

const DANGEROUS = [
  '=1+1',
  '+1',
  '-1',
  '@x',
  '\t=1',
  '\r=1',
  '\n=1',
  '\r\n=1',
  ' =1',
  '\u{b}-1',
  '＝1',
  '\nx',
  '\rx',
];
const AWKWARD = ['a\nb', 'a\rb', 'a\r\nb', 'say "hi"', 'a,b;c', '"', "it's", 'Łódź €'];

let books: Books;
let service: SettlementService;
const statements = new Map<string, Settlement>();

beforeAll(async () => {
  books = await createBooks();
  const gateway = { dispute: () => Promise.reject(new Error('not here')) };
  service = createSettlementService({ orm: books.orm, gateway, timeZone: TIME_ZONE });
  for (const [index, reason] of [...DANGEROUS, ...AWKWARD].entries()) await adjust('EUR', index + 1, reason);
  for (const [currency, amount] of Object.entries(HUGE)) await adjust(currency, -amount, 'x'.repeat(500));
  const id = await books.order({
    agency: AGENCY,
    studio: STUDIO,
    currency: 'EUR',
    total: 3,
    rate: 1_000,
    refundShare: 0,
  });
  await books.orm.em.fork().nativeUpdate(Order, { id }, { clientReference: '\n=cmd|calc' });
  await books.move(id, ['confirmed', 'in_progress', 'completed'], AT);
  for (const one of await books.orm.em.fork().find(Settlement, {})) await close(one.id);
});
afterAll(() => books.close());

async function adjust(currency: string, amount: number, reason: string): Promise<void> {
  const key = `k${currency}${Math.abs(amount)}`;
  const correction = { key, reason, operator: 'ops', at: AT, timeZone: TIME_ZONE };
  await adjustAccount(books.orm.em.fork(), { merchantKey: STUDIO, currency, amount }, correction);
}

async function close(id: string): Promise<void> {
  const closing = { month: '2027-01', closeAt: new Date('2027-02-01T00:00:00Z'), isWholeMonth: true };
  const settlement = await closeStatement(books.orm.em.fork(), id, closing, AT);
  statements.set(`${settlement.merchantKey}/${settlement.currency}`, settlement);
}

const caller = (key: string) =>
  ({ key, kind: 'studio', sandbox: false }) as Parameters<SettlementService['detail']>[0];
const statement = (key: string, currency: string) => statements.get(`${key}/${currency}`)!;
async function csvOf(key: string): Promise<string> {
  const { content } = await service.csv(caller(key), statement(key, 'EUR').id);
  return (await buffer(content)).toString('utf8');
}

describe('CSV', () => {
  test('has every field in quotes, so that no text ends its field or row', async () => {
    const [head, ...rows] = parseStrictly(await csvOf(STUDIO));
    const reason = head!.indexOf('reason');
    expect(rows).toHaveLength(DANGEROUS.length + AWKWARD.length + 2);
    expect(rows.filter((row) => row.length !== head!.length)).toEqual([]);
    const written = rows.map((row) => row[reason]);
    expect(written.slice(0, DANGEROUS.length)).toEqual(DANGEROUS.map((text) => `'${text}`));
    expect(written.slice(DANGEROUS.length, -2)).toEqual(AWKWARD);
  });

  test('shows a spreadsheet no formula, also behind a line break in a reference', async () => {
    const book = XLSX.read(await csvOf(AGENCY), { type: 'string' });
    const sheet = book.Sheets[book.SheetNames[0]!]!;
    const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'));
    expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([]);
    const [row] = XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet);
    expect(row!.clientReference).toBe("'\n=cmd|calc");
  });

  test('names the day in the platform’s time zone, and the zone', async () => {
    const [head, row] = parseStrictly(await csvOf(AGENCY));
    const value = (column: string) => row![head!.indexOf(column)];
    expect([value('day'), value('timeZone'), value('occurredAt')]).toEqual([
      DAY,
      TIME_ZONE,
      AT.toISOString(),
    ]);
  });
});

describe('a line', () => {
  test('on the studio’s side tells the rate, also where the commission rounds to nothing', async () => {
    const lines = async (key: string) =>
      (await service.detail(caller(key), statement(key, 'EUR').id, {})).lines.filter(
        ({ orderId }) => orderId,
      );
    expect(await lines(STUDIO)).toMatchObject([
      { gross: 0.03, commission: 0, commissionRate: 1_000, day: DAY },
    ]);
    expect(await lines(AGENCY)).toMatchObject([{ gross: -0.03, commission: 0, commissionRate: null }]);
  });
});

describe('PDF', () => {
  const pdfOf = async (currency: string): Promise<PlacedText[]> => {
    const { content } = await service.pdf(caller(STUDIO), statement(STUDIO, currency).id);
    return readPdfText(await buffer(content));
  };

  test.each([
    ['EUR', '-59999999999.99'],
    ['KWD', '-9999999999.999'],
    ['JPY', '-9999999999999'],
  ])('shows amounts of 13 digits in %s whole, beside each other', async (currency, amount) => {
    const texts = await pdfOf(currency);
    // Gross and amount.
    expect(texts.filter(({ text }) => text === amount)).toHaveLength(2);
    for (const line of Map.groupBy(texts, ({ page, y }) => `${page} ${y}`).values()) expectApart(line);
  });

  test('wraps words that people wrote, and cuts none', async () => {
    const texts = await pdfOf('JPY');
    expect(
      texts
        .map(({ text }) => text)
        .join('')
        .match(/x/g)!.length,
    ).toBeGreaterThanOrEqual(500);
    expect(texts.some(({ text }) => text.includes('…'))).toBe(false);
  });

  test('names days in the platform’s time zone, and the zone', async () => {
    const lines = linesOf(await pdfOf('KWD'));
    expect(lines).toContainEqual(expect.stringContaining(TIME_ZONE));
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^Issued.* ${DAY}$`)));
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${DAY} LIN`)));
  });
});

const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');
const ruler = new PDFDocument().font(FONT).fontSize(7);

/** No text of a line reaches into the next one's. */
function expectApart(line: readonly PlacedText[]): void {
  const sorted = line.toSorted((a, b) => a.x - b.x);
  for (const [index, { x, text }] of sorted.slice(0, -1).entries())
    expect([text, x + ruler.widthOfString(text) < sorted[index + 1]!.x]).toEqual([text, true]);
}

/** RFC 4180 to the letter: every field in quotes, CRLF between rows. @throws where it is not so */
function parseStrictly(csv: string): string[][] {
  const rows: string[][] = [[]];
  let rest = csv.replace(/^\uFEFF/, '');
  while (rest !== '') {
    const [all, field, end] = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(rest) ?? [];
    if (all === undefined) throw new Error(`no quoted field: ${JSON.stringify(rest.slice(0, 60))}`);
    rows.at(-1)!.push(field!.replaceAll('""', '"'));
    rest = rest.slice(all.length);
    if (end === '\r\n' && rest !== '') rows.push([]);
  }
  return rows;
}
