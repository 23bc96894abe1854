import { Migrator } from '@mikro-orm/migrations';
import type { MikroORM, Options } from '@mikro-orm/postgresql';
import { MIGRATIONS } from './migrations/index.ts';
import { createOrm } from './orm.ts';

interface MigratingOptions {
  readonly databaseUrl: string;
  /** Whether it notes the schema for the next migration that is generated; where migrations only run nothing is written. */
  readonly keepSnapshot?: boolean;
  readonly overrides?: Partial<Options>;
}

/** The ORM with all migrations. Only who runs or writes them has it: processes that serve need not load them. */
export function createMigratingOrm({
  databaseUrl,
  keepSnapshot = false,
  overrides,
}: MigratingOptions): MikroORM {
  return createOrm({
    databaseUrl,
    poolMax: 4,
    overrides: {
      extensions: [Migrator],
      migrations: {
        migrationsList: MIGRATIONS,
        path: new URL('./migrations', import.meta.url).pathname,
        snapshot: keepSnapshot,
        snapshotName: '.snapshot-guidepost',
        tableName: 'schema_migration',
        // Each by itself: an index is made beside those who write.
        allOrNothing: false,
        emit: 'ts',
      },
      ...overrides,
    },
  });
}
