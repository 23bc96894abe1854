import type { Io } from './io.ts';
import { type Style, styleFor } from './style.ts';
import { table } from './table.ts';

export interface OutputOptions {
  readonly json?: boolean | undefined;
  /** Commander's `--no-color`. */
  readonly color?: boolean | undefined;
}

/**
 * What a command says. Results go to stdout: text for people, or with `--json` one document (or a line for each event)
 * and nothing else. Progress, warnings and questions go to stderr.
 */
export interface Output {
  readonly isJson: boolean;
  /** For text on stdout. */
  readonly style: Style;
  /** For text on stderr. */
  readonly noteStyle: Style;
  /** A result: `value` with `--json`, else what `text` makes. */
  result(value: unknown, text: () => string): void;
  /** A line of a stream: compact JSON, or text. */
  line(value: unknown, text: () => string): void;
  /** Rows under their names. */
  rows(rows: readonly Readonly<Record<string, unknown>>[]): string;
  /** To stderr, whatever the form of the results is. */
  note(text: string): void;
}

/** @param io where it goes; colours by what it is. */
export function createOutput(io: Io, { json = false, color = true }: OutputOptions): Output {
  const style = styleFor(io.stdout, io.env, !color);
  const noteStyle = styleFor(io.stderr, io.env, !color);
  const print = (text: string) => void io.stdout.write(`${text}\n`);
  return {
    isJson: json,
    style,
    noteStyle,
    result: (value, text) => print(json ? JSON.stringify(value, null, 2) : text()),
    line: (value, text) => print(json ? JSON.stringify(value) : text()),
    rows: (rows) => table(rows, style),
    note: (text) => void io.stderr.write(`${text}\n`),
  };
}
