import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import PDFDocument from 'pdfkit';
import type { Settlement } from '../../db/entities/index.ts';
import { toDecimalText } from '../../domain/money.ts';
import { dayOf, instantIn } from '../../domain/settlement-month.ts';
import { allLines } from './lines.ts';
import { type Document, LineTable, MARGIN, oneLine } from './pdf-table.ts';

/** DejaVu knows Latin, Greek, Cyrillic and more; PDF's own fonts know Western Europe only. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
/** Some 40 pages. Nobody reads more on paper, and rendering takes the process's time; the CSV has every line. */
const MAX_PDF_LINES = 2_000;

/** Who it is for, and in which time zone its days are. */
interface Reader {
  readonly name: string;
  /** The platform's. */
  readonly timeZone: string;
}

/** The statement on A4: who, what, the balance, the lines. It is written while it is read. */
export function statementPdf(em: EntityManager, settlement: Settlement, reader: Reader): Readable {
  const title = `Settlement ${settlement.id}`;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Creator: 'Guidepost' },
  });
  document.registerFont('plain', join(FONTS, 'DejaVuSansCondensed.ttf'));
  document.registerFont('bold', join(FONTS, 'DejaVuSansCondensed-Bold.ttf'));
  write(document, em, settlement, reader).then(
    () => document.end(),
    (error: Error) => document.destroy(error),
  );
  return document as unknown as Readable;
}

async function write(
  document: Document,
  em: EntityManager,
  settlement: Settlement,
  reader: Reader,
): Promise<void> {
  writeHead(document, settlement, reader);
  const { currency } = settlement;
  const table = new LineTable(document, { currency, timeZone: reader.timeZone }, document.y + 18);
  let count = 0;
  for await (const line of allLines(em, settlement)) {
    if (++count > MAX_PDF_LINES) break;
    table.write(line);
  }
}

type Fact = [label: string, value: string];

function writeHead(document: Document, settlement: Settlement, { name, timeZone }: Reader): void {
  const { id, currency, status, closedUntil, balance, issuedAt, paidAt, paymentReference } = settlement;
  const money = (minor: number) => `${toDecimalText(minor, currency)} ${currency}`;
  document.font('bold').fontSize(18).text('Commission statement', MARGIN, MARGIN);
  document.font('plain').fontSize(10).moveDown(0.5);
  const facts: Fact[] = [
    ['Merchant', `${oneLine(name)} (${settlement.merchantKey})`],
    ['Statement', `${id}, ${nameOf(settlement)}, ${status}`],
    ...(closedUntil
      ? [['Closed', `with what happened before ${instantIn(closedUntil, timeZone)}`] as Fact]
      : []),
    ['Issued', issuedAt ? dayOf(issuedAt, timeZone) : 'not yet'],
    ...(paidAt ? [paidFact(dayOf(paidAt, timeZone), paymentReference)] : []),
    ['Days and months', `in the time zone ${timeZone}`],
    ['Lines', linesOf(settlement)],
    ['Gross', money(settlement.gross)],
    ['Commission', money(settlement.commission)],
  ];
  for (const [label, value] of facts) {
    const { y } = document;
    document.fillColor('#555').text(label, MARGIN, y).fillColor('black');
    document.text(value, MARGIN + 90, y);
  }
  document.moveDown(0.5).font('bold').fontSize(12);
  document.text(`Balance ${money(Math.abs(balance))}${payee(balance)}`, MARGIN);
}

function paidFact(day: string, reference: string | null | undefined): Fact {
  return ['Paid', `${day}, ${oneLine(reference ?? '')}`];
}

/** `2027-01`, or `2027-01, part 2`. */
function nameOf({ month, part }: Settlement): string {
  return part === 1 ? month : `${month}, part ${part}`;
}

function linesOf({ lineCount }: Settlement): string {
  if (lineCount <= MAX_PDF_LINES) return String(lineCount);
  return `${lineCount}; the first ${MAX_PDF_LINES} are listed here, the CSV has them all`;
}

function payee(balance: number): string {
  if (balance === 0) return ': nothing to pay';
  return balance > 0 ? ', due to the merchant' : ', due to the platform';
}
