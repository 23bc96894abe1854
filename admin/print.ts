/** `name: value`, one a line: easy to read, and to cut apart. */
export function print(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) console.log(`${name}: ${String(value)}`);
}

/** Columns as wide as their widest value, under their names; `none` without rows. */
export function printTable(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const names = Object.keys(rows[0] ?? { none: '' });
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines)
    console.log(
      line
        .map((value, column) => value.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}
