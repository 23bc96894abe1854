/** Values as a language writes them: on one line where it fits, and one member to a line where not. */

export interface Syntax {
  readonly indent: number;
  /** How wide a line may be. */
  readonly width: number;
  /** Between an object's braces, where it is on one line. */
  readonly padding: '' | ' ';
  /** The end of the last member, where each has a line. */
  readonly trailingComma: '' | ',';
  readonly key: (name: string) => string;
  /** A string, a number, true, false or null. */
  readonly atom: (value: unknown) => string;
  /** The value of a member that is read from a variable; undefined: its value is written there. */
  readonly variable: (member: string) => string | undefined;
}

/**
 * @param column where it begins on its line, what is behind it included
 * @param depth of the line
 */
export function literal(value: unknown, syntax: Syntax, column = 0, depth = 0): string {
  if (typeof value !== 'object' || value === null) return syntax.atom(value);
  const flat = onOneLine(value, syntax);
  return column + flat.length <= syntax.width ? flat : onLines(value, syntax, depth);
}

function onOneLine(value: unknown, syntax: Syntax): string {
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, syntax)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return syntax.atom(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${syntax.key(name)}: ${syntax.variable(name) ?? onOneLine(member, syntax)}`,
  );
  if (members.length === 0) return '{}';
  return `{${syntax.padding}${members.join(', ')}${syntax.padding}}`;
}

function onLines(value: object, syntax: Syntax, depth: number): string {
  const inner = ' '.repeat(syntax.indent * (depth + 1));
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Array.isArray(value)
    ? value.map((item) => inner + literal(item, syntax, inner.length + 1, depth + 1))
    : Object.entries(value).map(([name, member]) => {
        const start = `${inner}${syntax.key(name)}: `;
        return start + (syntax.variable(name) ?? literal(member, syntax, start.length + 1, depth + 1));
      });
  const end = ' '.repeat(syntax.indent * depth);
  return `${open}\n${lines.join(',\n')}${syntax.trailingComma}\n${end}${close}`;
}
