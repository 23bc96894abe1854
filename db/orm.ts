import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { boundDriver, type WatchStatement } from './bound-connection.ts';
import { ENTITIES } from './entities/index.ts';
import { askWhetherSuperuser, freeLostPlaces } from './pool.ts';

export interface OrmOptions {
  readonly databaseUrl: string;
  /** Connections at most. */
  readonly poolMax?: number;
  /** Over the usual ones; a transaction may have its own by `withLimits`. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Called once, with the first connection, if its role is a superuser (docs/security.md, "Roles of the database"). */
  readonly onSuperuser?: () => void;
  /** Called with the pool when it is made, with the first query. */
  readonly onPool?: (pool: Pool) => void;
  readonly watchStatement?: WatchStatement | undefined;
  readonly overrides?: Partial<Options>;
}

/** In milliseconds; 0: none. They hold for every connection of the pool. */
interface ConnectionLimits {
  /** A statement, the time that it waits included. */
  readonly statementMs: number;
  /** Of these, for waiting for locks. */
  readonly lockMs: number;
  /** A transaction that waits for its next statement: it holds locks, and holds up the pull feed for everybody. */
  readonly idleMs: number;
}

/** A database that does not answer is unavailable: better a refusal that says so than a request that hangs. */
const CONNECT_TIMEOUT_MS = 3_000;
const LIMITS: ConnectionLimits = { statementMs: 10_000, lockMs: 5_000, idleMs: 15_000 };

/**
 * The ORM over one connection pool. It connects with the first query, not here.
 * Use one `em.fork()` per request or activity (docs/architecture.md, "Persistence").
 */
export function createOrm(options: OrmOptions): MikroORM {
  const { databaseUrl, poolMax = 16, onSuperuser, onPool, watchStatement, overrides = {} } = options;
  const { statementMs, lockMs, idleMs } = { ...LIMITS, ...options.limits };
  return new MikroORM({
    driver: boundDriver(watchStatement),
    clientUrl: databaseUrl,
    entities: ENTITIES,
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    driverOptions: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
      onPoolCreated: (pool: Pool) => {
        freeLostPlaces(pool);
        onPool?.(pool);
        if (onSuperuser) askWhetherSuperuser(pool, onSuperuser);
      },
    },
    ...overrides,
  });
}
