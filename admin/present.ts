import type { Page } from '../services/lists/page.ts';
import { type Answer, noneOf, type Row, type Shape } from './shape.ts';

/** Prints what a command answers: for people, or for programs. */
export function present(shape: Shape, answer: unknown, isJson: boolean): void {
  if (shape.kind === 'lines') return;
  if (isJson) console.log(JSON.stringify(declaredOf(shape, answer), null, 2));
  else for (const line of linesOf(shape, answer)) console.log(line);
}

/** Shows people what would happen: beside the answer, which programs read. */
export function showPreview<S extends DeclaredShape>(shape: S, answer: Answer<S>): void {
  for (const line of linesOf(shape, answer)) console.error(line);
}

/** One whose answer is printed by what it declares. */
type DeclaredShape = Exclude<Shape, { kind: 'lines' }>;

/** What is declared, and nothing else that came along. */
function declaredOf(shape: DeclaredShape, answer: unknown): unknown {
  if (shape.kind === 'sections') {
    const parts = Object.entries(shape.parts);
    return Object.fromEntries(
      parts.map(([name, part]) => [name, declaredOf(part, (answer as Record<string, unknown>)[name])]),
    );
  }
  const pick = (row: Row) =>
    Object.fromEntries(Object.keys(shape.fields).map((name) => [name, row[name] ?? null]));
  if (shape.kind === 'record') return pick(answer as Row);
  const { list, next } = pageIn(answer as readonly Row[] | Page<Row>);
  return { list: list.map(pick), next };
}

const pageIn = (answer: readonly Row[] | Page<Row>): Page<Row> =>
  'list' in answer ? answer : { list: answer, next: null };

function linesOf(shape: DeclaredShape, answer: unknown): string[] {
  if (shape.kind === 'record') return recordLines(shape.fields, answer as Row);
  if (shape.kind === 'list') return listLines(shape.fields, answer as readonly Row[] | Page<Row>);
  const parts = Object.entries(shape.parts);
  const hasTitles = parts.filter(([, part]) => part.kind === 'list').length > 1;
  return parts.flatMap(([name, part], index) => [
    ...(index === 0 ? [] : ['']),
    ...(hasTitles && part.kind === 'list' ? [labelOf(name).toUpperCase()] : []),
    ...linesOf(part, (answer as Record<string, unknown>)[name]),
  ]);
}

type Fields = Extract<Shape, { kind: 'record' }>['fields'];

/** `name: value`, one a line: easy to read, and to cut apart. `says` is a sentence, without a name. */
function recordLines(fields: Fields, row: Row): string[] {
  return Object.keys(fields).map((name) => {
    const text = textOf(row[name], noneOf(fields[name]));
    return name === 'says' ? text : `${labelOf(name)}: ${text}`;
  });
}

/** Columns as wide as their widest value, under their names; `none` without rows. */
function listLines(fields: Fields, answer: readonly Row[] | Page<Row>): string[] {
  const { list, next } = pageIn(answer);
  if (list.length === 0) return ['none'];
  const names = Object.keys(fields);
  const cells = [
    names.map(labelOf),
    ...list.map((row) => names.map((name) => textOf(row[name], noneOf(fields[name])))),
  ];
  // Not Math.max(...): a list may be longer than a call's arguments.
  const widths = names.map((_, column) =>
    cells.reduce((max, line) => Math.max(max, line[column]!.length), 0),
  );
  const lines = cells.map((line) =>
    line
      .map((value, column) => value.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return next === null ? lines : [...lines, `more: --after ${next}`];
}

/** `lastUsed` is `last used` for people; names with an underscore are the protocol's own. */
function labelOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown, none: string): string {
  if (value === null || value === undefined || value === '') return none;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return value.length === 0 ? none : value.map((one) => textOf(one, none)).join(' ');
  return String(value);
}
