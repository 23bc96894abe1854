/** A file of guides, or of days on which they don't work, as a spreadsheet program writes it. */
import { parse } from 'csv-parse/browser/esm/sync';

/** What a column holds: a text, several of them, a number, yes or no. */
type Kind = 'text' | 'list' | 'number' | 'boolean';

/** Members of `guide/create` that have room in a cell. */
export const GUIDE_COLUMNS = {
  name: 'text',
  area: 'text',
  languages: 'list',
  serviceTypes: 'list',
  dayRate: 'number',
  currency: 'text',
  timeZone: 'text',
  maxGuests: 'number',
  profile: 'text',
  serviceAreas: 'list',
  confirmationHours: 'number',
  minimumNoticeHours: 'number',
  instantConfirmation: 'boolean',
  visibility: 'text',
  status: 'text',
} as const satisfies Record<string, Kind>;
const DAY_COLUMNS = { guideId: 'text', startDate: 'text', endDate: 'text' } as const satisfies Record<
  string,
  Kind
>;

type Row = Readonly<Record<string, unknown>>;

export type ImportFile =
  | { readonly kind: 'guides' | 'days'; readonly rows: readonly Row[] }
  | { readonly problem: 'unreadable' | 'empty' | 'columns'; readonly columns?: readonly string[] };

/** UTF-8, or what older spreadsheet programs write. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A file with `guideId` is of closed days, any other of guides. Empty cells are members that are left out. */
export function readImport(text: string): ImportFile {
  let lines: string[][];
  try {
    lines = parse(text, {
      ...{ bom: true, delimiter: delimiterOf(text), trim: true, skip_empty_lines: true },
      relax_column_count_less: true,
    });
  } catch {
    return { problem: 'unreadable' };
  }
  const [head = [], ...body] = lines;
  if (body.length === 0) return { problem: 'empty' };
  const kind = head.some((name) => same(name, 'guideId')) ? 'days' : 'guides';
  const known: Readonly<Record<string, Kind>> = kind === 'days' ? DAY_COLUMNS : GUIDE_COLUMNS;
  const columns = head.map((name) => Object.keys(known).find((one) => same(one, name)));
  const unknown = head.filter((name, at) => columns[at] === undefined && name !== '');
  if (unknown.length > 0) return { problem: 'columns', columns: unknown };
  const rows = body.map((cells) => rowOf(cells, columns, known));
  return { kind, rows: kind === 'days' ? rows.map(withEnd) : rows };
}

/** The one that the head has most of: spreadsheet programs write their country's. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function rowOf(
  cells: readonly string[],
  columns: readonly (string | undefined)[],
  known: Readonly<Record<string, Kind>>,
): Row {
  const members = columns.flatMap((name, at) => {
    const cell = cells[at] ?? '';
    return name === undefined || cell === '' ? [] : [[name, cellOf(cell, known[name]!)]];
  });
  return Object.fromEntries(members);
}

/** What can't be read goes as it is: the server says what is wrong with it. */
function cellOf(cell: string, kind: Kind): unknown {
  if (kind === 'list')
    return cell
      .split(/[|,;]/)
      .map((one) => one.trim())
      .filter(Boolean);
  if (kind === 'number') {
    const number = Number(/^\d+,\d{1,2}$/.test(cell) ? cell.replace(',', '.') : cell);
    return Number.isFinite(number) ? number : cell;
  }
  if (kind === 'boolean') return BOOLEANS[cell.toLowerCase()] ?? cell;
  return cell;
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

/** One day where no other end is said. */
const withEnd = (row: Row): Row => ({ endDate: row.startDate, ...row });

/** A file to begin with: the columns, and a row that could be a guide. */
export const GUIDE_SAMPLE = [
  Object.keys(GUIDE_COLUMNS).join(','),
  'Inês Tavares,Lisbon,"pt, en","city_walk, museum",140,EUR,Europe/Lisbon,12,Knows every tile of the town.,,24,48,no,public,active',
].join('\r\n');
export const DAY_SAMPLE = [Object.keys(DAY_COLUMNS).join(','), 'G1001,2027-08-01,2027-08-14'].join('\r\n');

/** `body.guides.3.currency`: line 5 of the file, whose first is the head. */
export function placeOf(path: string): { readonly line: number; readonly column: string } | undefined {
  const [, row, column = ''] = /^body\.(?:guides|days)\.(\d+)(?:\.([^.]+))?/.exec(path) ?? [];
  return row === undefined ? undefined : { line: Number(row) + 2, column };
}
