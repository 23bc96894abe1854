import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import PDFDocument from 'pdfkit';
import type { Settlement } from '../../../db/entities/index.ts';
import type { StatementLine } from '../../../db/queries/statement-lines.ts';
import { toDecimalText } from '../../../domain/money.ts';
import { allLines } from './lines.ts';

/** DejaVu knows Latin, Greek, Cyrillic and more; PDF's own fonts know Western Europe only. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const MARGIN = 40;
const PAGE_BOTTOM = 790;
const ROW = 15;
/** Some 40 pages. Nobody reads more on paper, and rendering takes the process's time; the CSV has every line. */
export const MAX_PDF_LINES = 2_000;

type Align = 'left' | 'right';
interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly align: Align;
  readonly text: (line: StatementLine, currency: string) => string;
}

const COLUMNS: readonly Column[] = [
  {
    title: 'Date',
    x: 40,
    width: 48,
    align: 'left',
    text: (line) => line.occurredAt.toISOString().slice(0, 10),
  },
  { title: 'Line', x: 91, width: 48, align: 'left', text: (line) => `LIN${line.entryId}` },
  { title: 'Kind', x: 142, width: 64, align: 'left', text: (line) => line.kind.replaceAll('_', ' ') },
  {
    title: 'Order / reason',
    x: 209,
    width: 116,
    align: 'left',
    text: (line) => line.orderId ?? line.reason ?? '',
  },
  {
    title: 'Gross',
    x: 328,
    width: 62,
    align: 'right',
    text: (line, currency) => toDecimalText(line.gross, currency),
  },
  { title: 'Rate', x: 393, width: 35, align: 'right', text: (line) => percent(line.commissionRate) },
  {
    title: 'Commission',
    x: 430,
    width: 60,
    align: 'right',
    text: (line, currency) => toDecimalText(line.commission, currency),
  },
  {
    title: 'Amount',
    x: 493,
    width: 63,
    align: 'right',
    text: (line, currency) => toDecimalText(line.gross - line.commission, currency),
  },
];

/** The statement on A4: who, what, the balance, the lines. It is written while it is read. */
export function statementPdf(em: EntityManager, settlement: Settlement, merchantName: string): Readable {
  const title = `Settlement ${settlement.id}`;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Creator: 'Guidepost' },
  });
  document.registerFont('plain', join(FONTS, 'DejaVuSans.ttf'));
  document.registerFont('bold', join(FONTS, 'DejaVuSans-Bold.ttf'));
  write(document, em, settlement, merchantName).then(
    () => document.end(),
    (error: Error) => document.destroy(error),
  );
  return document as unknown as Readable;
}

type Document = InstanceType<typeof PDFDocument>;

async function write(
  document: Document,
  em: EntityManager,
  settlement: Settlement,
  name: string,
): Promise<void> {
  writeHead(document, settlement, name);
  let y = writeTitles(document, document.y + 18);
  let count = 0;
  for await (const line of allLines(em, settlement)) {
    if (++count > MAX_PDF_LINES) break;
    if (y > PAGE_BOTTOM) {
      document.addPage();
      y = writeTitles(document, MARGIN);
    }
    writeRow(document, y, (column) => column.text(line, settlement.currency));
    y += ROW;
  }
}

function writeHead(document: Document, settlement: Settlement, name: string): void {
  const { id, month, currency, status, balance, issuedAt, paidAt, paymentReference } = settlement;
  const money = (minor: number) => `${toDecimalText(minor, currency)} ${currency}`;
  document.font('bold').fontSize(18).text('Commission statement', MARGIN, MARGIN);
  document.font('plain').fontSize(10).moveDown(0.5);
  const facts: [string, string][] = [
    ['Merchant', `${name} (${settlement.merchantKey})`],
    ['Statement', `${id}, ${month}, ${status}`],
    ['Issued', issuedAt?.toISOString().slice(0, 10) ?? 'not yet'],
    ...(paidAt
      ? [['Paid', `${paidAt.toISOString().slice(0, 10)}, ${paymentReference ?? ''}`] as [string, string]]
      : []),
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

function linesOf({ lineCount }: Settlement): string {
  if (lineCount <= MAX_PDF_LINES) return String(lineCount);
  return `${lineCount}; the first ${MAX_PDF_LINES} are here, the CSV has them all`;
}

function payee(balance: number): string {
  if (balance === 0) return ': nothing to pay';
  return balance > 0 ? ', due to the merchant' : ', due to the platform';
}

/** The heads of the columns; returns where the first row goes. */
function writeTitles(document: Document, y: number): number {
  document.font('bold').fontSize(7.5);
  for (const { title, x, width, align } of COLUMNS) put(document, title, { x, y, width, align });
  document
    .moveTo(MARGIN, y + 12)
    .lineTo(556, y + 12)
    .lineWidth(0.5)
    .strokeColor('#888')
    .stroke();
  document.font('plain').fontSize(7);
  return y + ROW + 2;
}

function writeRow(document: Document, y: number, textOf: (column: Column) => string): void {
  for (const column of COLUMNS) put(document, textOf(column), { ...column, y });
}

function put(
  document: Document,
  text: string,
  { x, y, width, align }: { x: number; y: number; width: number; align: Align },
): void {
  document.text(text, x, y, { width, align, lineBreak: false, ellipsis: true, height: ROW });
}

function percent(basisPoints: number | null): string {
  return basisPoints === null ? '' : `${basisPoints / 100} %`;
}
