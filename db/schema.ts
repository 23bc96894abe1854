/**
 * Whether this program and the database's schema belong together. Migrations write one row: the newest of them, and which
 * programs the schema still serves; a program says which migration it needs. So one that is older than the schema allows refuses as
 * clearly as one that is newer than the schema.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { SCHEMA_NEEDED } from './migrations/names.ts';
import { UnusableDatabaseError } from './unusable.ts';

/** The row that migrations write. */
export interface SchemaState {
  /** The newest migration. */
  readonly migration: string;
  /** The earliest that a program may need, to go on with this schema. */
  readonly servesFrom: string;
}

/** The database's schema is not for this program; the message is for the operator. */
export class SchemaMismatchError extends UnusableDatabaseError {
  override readonly name = 'SchemaMismatchError';
}

/**
 * In the transaction of the migrations. An older program's run leaves what a newer one has written.
 * @param newest of MIGRATIONS.
 */
export async function writeSchemaState(
  em: EntityManager,
  newest: { readonly name: string; readonly servesFrom: string },
): Promise<void> {
  await em.execute(
    `insert into schema_state as s (migration, serves_from) values (?, ?)
     on conflict (singleton) do update set migration = excluded.migration, serves_from = excluded.serves_from
     where s.migration < excluded.migration`,
    [newest.name, newest.servesFrom],
  );
}

/** Undefined where migrations of this program have never run. */
export async function readSchemaState(em: EntityManager): Promise<SchemaState | undefined> {
  // Asked first, since a statement that names what is not there ends a transaction.
  const [{ exists }] = await em.execute<[{ exists: boolean }]>(
    `select to_regclass('schema_state') is not null as exists`,
  );
  if (!exists) return undefined;
  const [row] = await em.execute<SchemaState[]>(
    'select migration, serves_from as "servesFrom" from schema_state',
  );
  return row;
}

/** @throws SchemaMismatchError where the program must not work with this schema. @param needed by the program. */
export function requireSchema(state: SchemaState | undefined, needed = SCHEMA_NEEDED): void {
  if (state === undefined || state.migration < needed)
    throw new SchemaMismatchError(
      `the schema is older than this release: it is at ${state?.migration ?? 'none that this release knows'}, and ${needed} is ` +
        'needed; run "npm run migrate" of this release',
    );
  if (needed < state.servesFrom)
    throw new SchemaMismatchError(
      `the schema is newer than this release: it is at ${state.migration} and serves releases that need ${state.servesFrom} or later, ` +
        `and this one is of ${needed}; start the release that migrated it`,
    );
}
