import { type Figure, isMet, ratioOf } from './figures.ts';
import { shortly } from './numbers.ts';

export const COLUMNS = ['what', 'ours', 'limit', 'ratio', 'bar', '', 'note'] as const;

/** One figure in the words of COLUMNS; empty where there is nothing to say. */
export function cellsOf(figure: Figure): string[] {
  const { what, value, unit, limit, bar, note = '' } = figure;
  return [
    what,
    `${shortly(value)} ${unit}`,
    limit ? `${shortly(limit.value)} ${unit} (${limit.what})` : '',
    limit ? ratioOf(figure).toFixed(2) : '',
    bar ? ('atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`) : '',
    { true: 'met', false: 'MISSED', undefined: '' }[`${isMet(figure)}`] ?? '',
    note,
  ];
}

/** For a terminal: columns in line with each other, two spaces apart; empty ones are left out. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.keys() ?? [];
  const widths = [...columns].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (widths[column] ? `${cell.padEnd(widths[column])}  ` : ''))
      .join('')
      .trimEnd();
  return rows.map(line).join('\n');
}

/** Of the Markdown that GitHub reads. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...body.map(line)].join('\n');
}
