/** The lines of a statement as a table on A4. Every amount fits its column, up to the largest; words wrap. */

import type PDFDocument from 'pdfkit';
import type { StatementLine } from '../../db/queries/money/statement-lines.ts';
import { lineId } from '../../domain/ids.ts';
import { toDecimalText } from '../../domain/money.ts';
import { dayOf } from '../../domain/settlement-month.ts';

export type Document = InstanceType<typeof PDFDocument>;
export const MARGIN = 40;
const PAGE_BOTTOM = 800;
/** Between two rows. */
const GAP = 6.5;

/** What a line is read with. */
interface Reading {
  readonly currency: string;
  readonly timeZone: string;
}

interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly text: (line: StatementLine, reading: Reading) => string;
}

/** Wide enough for -90071992547409.91: the largest amount that minor units hold exactly. */
const AMOUNT = { width: 72, align: 'right' } as const;

const COLUMNS: readonly Column[] = [
  {
    title: 'Date',
    x: MARGIN,
    width: 38,
    align: 'left',
    text: (line, { timeZone }) => dayOf(line.occurredAt, timeZone),
  },
  { title: 'Line', x: 81, width: 52, align: 'left', text: (line) => lineId(line.entryId) },
  { title: 'Kind', x: 136, width: 53, align: 'left', text: (line) => line.kind.replaceAll('_', ' ') },
  {
    title: 'Order / reason',
    x: 192,
    width: 102,
    align: 'left',
    text: (line) => line.orderId ?? oneLine(line.reason ?? ''),
  },
  {
    title: 'Gross',
    x: 297,
    ...AMOUNT,
    text: (line, { currency }) => toDecimalText(line.gross, currency),
  },
  { title: 'Rate', x: 372, width: 32, align: 'right', text: (line) => percent(line.commissionRate) },
  {
    title: 'Commission',
    x: 407,
    ...AMOUNT,
    text: (line, { currency }) => toDecimalText(line.commission, currency),
  },
  {
    title: 'Amount',
    x: 483,
    ...AMOUNT,
    text: (line, { currency }) => toDecimalText(line.gross - line.commission, currency),
  },
];

/** Writes rows one below the other, on as many pages as they need, each page under the columns' titles. */
export class LineTable {
  readonly #document: Document;
  readonly #reading: Reading;
  #y: number;

  constructor(document: Document, reading: Reading, top: number) {
    this.#document = document;
    this.#reading = reading;
    this.#y = this.#writeTitles(top);
  }

  write(line: StatementLine): void {
    const cells = COLUMNS.map((column) => ({ ...column, text: column.text(line, this.#reading) }));
    const height = Math.max(
      ...cells.map(({ text, width }) => this.#document.heightOfString(text, { width })),
    );
    if (this.#y + height > PAGE_BOTTOM) {
      this.#document.addPage();
      this.#y = this.#writeTitles(MARGIN);
    }
    for (const { text, x, width, align } of cells) this.#document.text(text, x, this.#y, { width, align });
    this.#y += height + GAP;
  }

  /** Returns where the first row goes. */
  #writeTitles(y: number): number {
    this.#document.font('bold').fontSize(7);
    for (const { title, x, width, align } of COLUMNS) this.#document.text(title, x, y, { width, align });
    this.#document
      .moveTo(MARGIN, y + 12)
      .lineTo(555, y + 12)
      .lineWidth(0.5)
      .strokeColor('#888')
      .stroke();
    this.#document.font('plain').fontSize(7);
    return y + 17;
  }
}

/** Text that people wrote, without its line breaks. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function percent(basisPoints: number | null): string {
  return basisPoints === null ? '' : `${basisPoints / 100} %`;
}
