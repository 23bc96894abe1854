import {
  type AnyEntity,
  type Configuration,
  type Dictionary,
  type EntityData,
  isRaw,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type PostgreSqlPlatform,
  type QueryResult,
  raw,
  Utils,
} from '@mikro-orm/postgresql';

type Execute = PostgreSqlConnection['execute'];
type Query = Parameters<Execute>[0];
type Params = Parameters<Execute>[1];
type Transaction = NonNullable<Parameters<Execute>[3]>;

interface Bound {
  /** With `$1`, `$2` … */
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface SentStatement {
  /** The name of a prepared statement. */
  readonly name?: string;
  /** With `$1`, `$2` … in place of values. */
  readonly text: string;
}

/** Called with each statement when it is sent; what it returns is called at the statement's end, with the error if it failed. */
export type WatchStatement = (statement: SentStatement) => ((error?: unknown) => void) | undefined;

/**
 * MikroORM writes every value into its statements' text; there PostgreSQL shows it in its log, its list of
 * sessions, or the report of a deadlock. Here texts, dates and JSON travel beside the statement. Numbers, booleans and
 * null stay in it: they reveal nothing of anybody, and keep their types.
 */
export class BoundConnection extends PostgreSqlConnection {
  readonly #watch: WatchStatement | undefined;

  constructor(config: Configuration, watch?: WatchStatement) {
    super(config);
    this.#watch = watch;
  }

  /** A statement that PostgreSQL keeps under its name: see prepared.ts. Not within a transaction. */
  async executePrepared<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const pool = await this.getNativeClient();
    const { rows } = await this.#watched({ name, text }, () => pool.query<Row>({ name, text, values }));
    return rows;
  }

  override async execute<T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[]>(
    query: Query,
    params: Params = [],
    method?: 'all' | 'get' | 'run',
    ctx?: Transaction,
    loggerContext?: Parameters<Execute>[4],
  ): Promise<T> {
    const { sql, values } = bind(this.platform as PostgreSqlPlatform, query, params);
    const client = ctx ?? (this.getClient() as unknown as Transaction);
    const binding: Pick<Transaction, 'executeQuery'> = {
      executeQuery: (compiled: object, options?: object) =>
        client.executeQuery({ ...compiled, parameters: values } as never, options),
    };
    const context = { ...loggerContext, params: values };
    return await this.#watched({ text: sql }, () =>
      super.execute<T>(sql, [], method, binding as Transaction, context as typeof loggerContext),
    );
  }

  async #watched<Result>(statement: SentStatement, send: () => Promise<Result>): Promise<Result> {
    const end = this.#watch?.(statement);
    try {
      const result = await send();
      end?.();
      return result;
    } catch (error) {
      end?.(error);
      throw error;
    }
  }
}

/** The PostgreSQL driver, with values bound. */
export function boundDriver(watch?: WatchStatement) {
  return class BoundDriver extends PostgreSqlDriver {
    protected override readonly connection: BoundConnection;

    constructor(config: Configuration) {
      super(config);
      this.connection = new BoundConnection(config, watch);
    }
  };
}

/** Reads `?` (a value), `??` (an identifier) and `\?` (a question mark) as MikroORM does. */
function bind(platform: PostgreSqlPlatform, query: Query, params: Params = []): Bound {
  const values: unknown[] = [];
  const fragment = typeof query === 'string' ? query : isRaw(query) ? query : query.toRaw();
  return { sql: write(fragment, params), values };

  function write(part: string | { sql: string; params: unknown[] }, given: Params): string {
    if (typeof part !== 'string') return write(part.sql, part.params);
    if (given !== undefined && !Array.isArray(given)) return write(raw(part, given as Dictionary), []);
    const own = [...((given ?? []) as unknown[])];
    if (own.length === 0) return part;
    return part.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      const value = own.shift();
      return mark === '??' ? platform.quoteIdentifier(value as string) : place(value);
    });
  }

  function place(value: unknown): string {
    if (isRaw(value)) return write(value.sql, value.params);
    if (Array.isArray(value)) return value.map(place).join(', ');
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'boolean' || Number.isFinite(value)) return `${value}`;
    values.push(asText(value));
    return `$${values.length}`;
  }

  function asText(value: unknown): unknown {
    if (value instanceof Date) return platform.formatDate(value);
    if (ArrayBuffer.isView(value)) return value;
    if (Utils.isPlainObject(value)) return JSON.stringify(value);
    return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
  }
}
