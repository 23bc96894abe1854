import { misused } from '../failure.ts';

/** A notification as somebody kept it. */
export interface Received {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Header lines, `name: value`, or a JSON object. A request line before them is skipped. @throws CommandFailure */
export function parseHeaders(text: string): Record<string, string> {
  const entries = text.trim().startsWith('{') ? entriesOfJson(text) : text.split(/\r?\n/).map(entryOfLine);
  const headers = Object.fromEntries(entries.filter((entry) => entry !== undefined));
  if (Object.keys(headers).length > 0) return headers;
  throw misused('there are no headers in it', 'One on each line, `name: value`, or a JSON object.');
}

function entryOfLine(line: string): readonly [string, string] | undefined {
  const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : [name.toLowerCase(), value!.trim()];
}

function entriesOfJson(text: string): (readonly [string, string])[] {
  try {
    return Object.entries(JSON.parse(text)).map(([name, value]) => [
      name.toLowerCase(),
      [value].flat().join(', '),
    ]);
  } catch {
    throw misused('the headers are neither lines nor JSON');
  }
}

/** A whole request: perhaps its first line, headers, an empty line, the body. @throws CommandFailure */
export function parseRequest(bytes: Buffer): Received {
  const text = bytes.toString('latin1');
  const [end] = /\r?\n\r?\n/.exec(text) ?? [];
  if (end === undefined) throw misused('there is no empty line between headers and body in it');
  const at = text.indexOf(end);
  return { headers: parseHeaders(text.slice(0, at)), body: bytes.subarray(at + end.length) };
}
