import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm, type OrmOptions } from '../db/orm.ts';
import type { Config } from '../lib/config.ts';
import { LOCAL_STATEMENT_TIMEOUT_MS } from './transitions.ts';

interface WorkerDatabases {
  readonly orm: MikroORM;
  /** The same database, with LOCAL_STATEMENT_TIMEOUT_MS; undefined: no local activity runs here. */
  readonly localOrm: MikroORM | undefined;
  readonly closeDatabases: () => Promise<void>;
}

/**
 * A worker's way to the database. Where orders are worked on there are two pools, since a statement of a local activity has less time;
 * together they hold DATABASE_POOL_MAX connections, by which operators count.
 */
export function openDatabases(
  {
    databaseUrl,
    databasePoolMax,
    workerRoles,
  }: Pick<Config, 'databaseUrl' | 'databasePoolMax' | 'workerRoles'>,
  { onSuperuser, ...watching }: Pick<OrmOptions, 'onPool' | 'watchStatement' | 'onSuperuser'> = {},
): WorkerDatabases {
  const forLocal = workerRoles.includes('orders') ? Math.floor(databasePoolMax / 2) : 0;
  const orm = createOrm({
    ...{ databaseUrl, poolMax: databasePoolMax - forLocal },
    ...watching,
    ...(onSuperuser && { onSuperuser }),
  });
  const limits = { statementMs: LOCAL_STATEMENT_TIMEOUT_MS };
  const localOrm =
    forLocal === 0 ? undefined : createOrm({ databaseUrl, poolMax: forLocal, limits, ...watching });
  return {
    orm,
    localOrm,
    closeDatabases: async () => void (await Promise.all([orm.close(), localOrm?.close()])),
  };
}
