import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { ENTITIES } from './entities/index.ts';
import { MIGRATIONS } from './migrations/index.ts';

export interface OrmOptions {
  readonly databaseUrl: string;
  /** Connections at most. */
  readonly poolMax?: number;
  /** What a statement may take, in milliseconds. */
  readonly statementTimeoutMs?: number;
  readonly overrides?: Partial<Options>;
}

/** A database that does not answer is away: better a refusal that says so than a request that hangs. */
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * The ORM over one connection pool. It connects with the first query, not here.
 * Use one `em.fork()` per request or activity (design, chapter 6).
 */
export function createOrm(options: OrmOptions): MikroORM {
  const { databaseUrl, poolMax = 16, statementTimeoutMs = STATEMENT_TIMEOUT_MS, overrides = {} } = options;
  return new MikroORM({
    clientUrl: databaseUrl,
    entities: ENTITIES,
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS,
      path: new URL('./migrations', import.meta.url).pathname,
      snapshotName: '.snapshot-guidepost',
      tableName: 'schema_migration',
      emit: 'ts',
    },
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    driverOptions: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: statementTimeoutMs,
    },
    ...overrides,
  });
}
