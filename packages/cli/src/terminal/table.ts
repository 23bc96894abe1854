import { printable } from './printable.ts';
import type { Style } from './style.ts';

/** Columns as wide as their widest value, under their names; `nothing` without rows. */
export function table(rows: readonly Readonly<Record<string, unknown>>[], style: Style): string {
  const [first] = rows;
  if (first === undefined) return style.dim('nothing');
  const names = Object.keys(first);
  const cells = rows.map((row) => names.map((name) => printable(String(row[name] ?? '-'))));
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]!.length)),
  );
  const line = (values: readonly string[]) =>
    values
      .map((value, column) => value.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [style.dim(line(names)), ...cells.map(line)].join('\n');
}

/** `name  value`, one a line, values in one column. */
export function pairs(values: Readonly<Record<string, unknown>>, style: Style): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${style.dim(name.padEnd(width))}  ${printable(String(value ?? '-'))}`)
    .join('\n');
}
