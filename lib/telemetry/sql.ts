import { type Tracing, wordOf } from './tracing.ts';

const MOST_CHARACTERS = 1_000;

interface SentStatement {
  readonly name?: string;
  readonly text: string;
}

/**
 * For `createOrm`: a span for each statement below a span that is under way; what runs in the background has none. It shows the
 * statement's text, in which values are `$1`, `$2` … (db/bound-connection.ts), and never the values.
 */
export function traceStatements(tracing: Tracing) {
  return ({ name, text }: SentStatement): ((error?: unknown) => void) | undefined => {
    if (tracing.current() === undefined) return undefined;
    const span = tracing.begin({
      name: `SQL ${name ?? /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'}`,
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.trim().slice(0, MOST_CHARACTERS) },
    });
    return (error) => span.end(error === undefined ? undefined : wordOf(error));
  };
}
