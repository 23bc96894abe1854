/**
 * Whether this program and the database's schema belong together. Migrations write one row: the newest of them, and which
 * programs the schema still serves; a program says which migration it needs. So one that is older than the schema allows refuses as
 * clearly as one that is newer than the schema.
 */
import type { EntityManager } from '@mikro-orm/postgresql';

/** Of a migration, as MIGRATIONS lists it. */
interface Step {
  readonly name: string;
  readonly servesFrom: string;
}

/** The row that migrations write. */
export interface SchemaState {
  /** The newest. */
  readonly migration: string;
  /** A program that needs no later one than this can't work with it any more, if that is an earlier one. */
  readonly servesFrom: string;
}

/** In the transaction of the migrations. An older program's run leaves what a newer one has written. */
export async function writeSchemaState(em: EntityManager, { name, servesFrom }: Step): Promise<void> {
  await em.execute(
    `insert into schema_state as s (migration, serves_from) values (?, ?)
     on conflict (singleton) do update set migration = excluded.migration, serves_from = excluded.serves_from
     where s.migration < excluded.migration`,
    [name, servesFrom],
  );
}
