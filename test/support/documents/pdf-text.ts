import { inflateSync } from 'node:zlib';

/** A run of text where it stands: points from the left edge, and from the bottom of its page. */
export interface PlacedText {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly text: string;
}

/** The text that a reader of this PDF sees; knows what PDFKit writes, and no other producer's PDF. */
export function readPdfText(pdf: Buffer): PlacedText[] {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  const pages = [...objects.values()].filter((object) => / BT |\nBT\n/.test(object.stream));
  return pages.flatMap(({ stream }, page) => textsOf(stream, page, fonts));
}

/** Its lines from top to bottom, each from left to right. */
export function linesOf(texts: readonly PlacedText[]): string[] {
  const lines = Map.groupBy(texts, ({ page, y }) => page * 10_000 + (10_000 - Math.round(y)));
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, line]) =>
      line
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' '),
    );
}

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const found = source.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g);
  return new Map([...found].map(([, number, body]) => [number!, objectOf(body!)]));
}

function objectOf(body: string): PdfObject {
  const start = body.indexOf('stream\n');
  if (start < 0) return { head: body, stream: '' };
  const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
  const head = body.slice(0, start);
  return { head, stream: (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') };
}

type Glyphs = ReadonlyMap<number, string>;

/** Font name of a page's resources → what its glyphs mean. */
function fontsOf(objects: ReadonlyMap<string, PdfObject>): Map<string, Glyphs> {
  const named = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    named.map(([, name, number]) => {
      const [, cmap] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!)?.head ?? '') ?? [];
      return [name!, glyphsOf(objects.get(cmap ?? '')?.stream ?? '')];
    }),
  );
}

function glyphsOf(cmap: string): Glyphs {
  const glyphs = new Map<number, string>();
  for (const [, first, list] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    for (const [index, [, code]] of [...list!.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const units = code!.match(/[0-9a-f]{4}/g) ?? [];
      const text = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
      glyphs.set(Number.parseInt(first!, 16) + index, text);
    }
  }
  return glyphs;
}

function textsOf(content: string, page: number, fonts: ReadonlyMap<string, Glyphs>): PlacedText[] {
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block]) => {
    const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block!) ?? [];
    const [, font = ''] = /\/(F\d+) /.exec(block!) ?? [];
    const glyphs = [...block!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
    const text = glyphs.map((hex) => fonts.get(font)?.get(Number.parseInt(hex, 16)) ?? '').join('');
    return { page, x: Number(x), y: Number(y), font, text };
  });
}
