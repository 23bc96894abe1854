import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { type Tracing, wordOf } from './tracing.ts';

const MOST_CHARACTERS = 1_000;

/**
 * A span for each statement below a span that is under way; what runs in the background has none. It shows the statement's
 * text, in which values are `$1`, `$2` … (db/bound-connection.ts), and never the values.
 */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  pool.on('connect', (client: PoolClient) => traceClient(client, tracing));
  keepContext(pool);
}

type Callback = (error: unknown, result: unknown) => void;
type Query = (...args: unknown[]) => unknown;

function traceClient(client: PoolClient, tracing: Tracing): void {
  const query = client.query.bind(client) as Query;
  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const statement = statementOf(args[0]);
      if (statement === undefined || tracing.current() === undefined) return query(...args);
      const { name, text } = statement;
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MOST_CHARACTERS) };
      const span = tracing.begin({ name, kind: 'client', attributes });
      const end = (error: unknown) => span.end(error == null ? undefined : wordOf(error));
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const answer: Callback = (error, result) => {
          end(error);
          (callback as Callback)(error, result);
        };
        return query(...args.slice(0, -1), answer);
      }
      const result = query(...args);
      if (result instanceof Promise) result.then(() => end(undefined), end);
      else end(undefined);
      return result;
    },
  });
}

/** `insert-orders` of a prepared statement, `select`, `update` of others. Undefined for a cursor or the like. */
function statementOf(query: unknown): { readonly name: string; readonly text: string } | undefined {
  const { text, name } = typeof query === 'string' ? { text: query, name: undefined } : (query as Named);
  if (typeof text !== 'string') return undefined;
  return {
    name: `SQL ${name ?? /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'}`,
    text: text.trim(),
  };
}

interface Named {
  readonly text?: unknown;
  readonly name?: string;
}

/** Who waits for a connection gets it when another gives one back, and would go on within that one's request. */
function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Query;
  Object.assign(pool, {
    connect(callback?: (...args: unknown[]) => void): unknown {
      return callback === undefined ? connect() : connect(AsyncResource.bind(callback));
    },
  });
}
