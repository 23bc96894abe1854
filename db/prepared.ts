import type { EntityManager } from '@mikro-orm/postgresql';
import type { BoundConnection } from './bound-connection.ts';

/** A statement that PostgreSQL parses and plans once on each connection, under its name. */
export interface PreparedStatement {
  readonly name: string;
  /** With `?` for values, as `em.execute` takes it. */
  readonly sql: string;
  /** The same with `$1`, `$2` … */
  readonly numbered: string;
}

/** @param sql every `?` in it is a value; results name their columns, so that a new column changes nothing. */
export function prepared(name: string, sql: string): PreparedStatement {
  let values = 0;
  return { name, sql, numbered: sql.replaceAll('?', () => `$${++values}`) };
}

/**
 * `em.execute` for the hottest statements. That one writes the values into the text, so that no two calls are the same
 * to PostgreSQL and each is parsed and planned again: for a statement over five tables most of its cost. Within a
 * transaction it is `em.execute`, since only that knows the transaction's connection.
 * @throws DriverException, as `em.execute` does.
 */
export async function executePrepared<Row extends object>(
  em: EntityManager,
  { name, sql, numbered }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  if (em.isInTransaction()) return await em.execute<Row[]>(sql, values);
  try {
    return await (em.getConnection() as BoundConnection).executePrepared<Row>(name, numbered, values);
  } catch (error) {
    throw em.getDriver().convertException(error as Error);
  }
}
