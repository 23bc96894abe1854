/** `npm run migrate`: brings the database's roles and schema up to date (docs/database.md, "The database's roles"). */
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { loadConfig } from '../lib/config.ts';
import { holdLock } from './advisory-locks.ts';
import { createMigratingOrm } from './migrating-orm.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { RELEASE_0_2, RELEASE_0_3, SCHEMA_NEEDED } from './migrations/names.ts';
import { grantPrivileges } from './privileges.ts';
import { prepareRoles } from './roles.ts';
import { readSchemaState, requireSchema, writeSchemaState } from './schema.ts';

/** A migration may take its time. */
const QUIET_AND_PATIENT = { logger: () => {}, driverOptions: {} };

export interface MigrationUrls {
  /** The application's: its role is given what it needs. */
  readonly databaseUrl: string;
  /** The URL whose role migrates and owns the tables; without it the application's role does both. */
  readonly migrationUrl?: string | undefined;
}

/**
 * Applies every migration that is missing, each in a transaction, and then gives the application's role what
 * db/privileges.ts says. Safe to call from several processes at once: an advisory lock lets one of them work while the
 * others wait.
 * What a newer release has migrated is left as it is.
 * @returns the names of those applied.
 * @throws SchemaMismatchError where this release can't work with what a newer one has migrated.
 * @throws Error where version 0.1 wrote the database, or a state between two releases; nothing was changed.
 */
export async function migrateToLatest({
  databaseUrl,
  migrationUrl = databaseUrl,
}: MigrationUrls): Promise<string[]> {
  const runtime = migrationUrl === databaseUrl ? undefined : (await placeOf(databaseUrl)).user;
  await refuseTwoDatabases([databaseUrl, migrationUrl]);
  const orm = createMigratingOrm({ databaseUrl: migrationUrl, overrides: QUIET_AND_PATIENT });
  try {
    return await orm.em.fork().transactional(async (em) => {
      await holdLock(em, 'migrations');
      refuseUnread(await orm.migrator.getExecuted());
      if (await isNewer(em)) return [];
      const applied = await orm.migrator.up();
      await writeSchemaState(em, MIGRATIONS.at(-1)!);
      if (runtime !== undefined) await grantTo(em, runtime);
      return applied.map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}

/** What an older version wrote, or one that was never released, is left as it is. */
function refuseUnread(executed: readonly { readonly name: string }[]): void {
  const names = executed.map(({ name }) => name);
  if (names.length === 0 || names.includes(RELEASE_0_3)) return;
  const begin = 'begin with an empty one (npm start: another folder in GUIDEPOST_DATA)';
  if (!names.includes(RELEASE_0_2))
    throw new Error(
      `version 0.1 wrote it, which is not read any more: start version 0.2 on it once, or ${begin}`,
    );
  if (names.some((name) => name > RELEASE_0_2))
    throw new Error(`a state between the versions 0.2 and 0.3 wrote it, which is not read: ${begin}`);
}

/** @throws SchemaMismatchError where the newer schema serves this release no more. */
async function isNewer(em: EntityManager): Promise<boolean> {
  const state = await readSchemaState(em);
  if (state === undefined || state.migration <= SCHEMA_NEEDED) return false;
  requireSchema(state);
  return true;
}

/** What a URL leads to. */
interface Place {
  readonly user: string;
  /** Which database of which server. */
  readonly database: string;
}

/** Asked of the server: a pooler in between may give user and database other names. */
async function placeOf(databaseUrl: string): Promise<Place> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Place>(
      `select session_user as user, concat(pg_postmaster_start_time(), ' ', d.oid) as database
       from pg_database d where d.datname = current_database()`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/** @throws Error where the URLs lead to the databases of two platforms; who can't log in yet is passed over. */
async function refuseTwoDatabases(urls: readonly string[]): Promise<void> {
  const places = await Promise.all([...new Set(urls)].map((url) => placeOf(url).catch(() => undefined)));
  const databases = new Set(places.flatMap((place) => place?.database ?? []));
  if (databases.size > 1)
    throw new Error(
      'DATABASE_URL, DATABASE_MIGRATION_URL and DATABASE_ADMIN_URL lead to different databases: nothing was changed',
    );
}

/** The owner can do everything with its tables; there is nothing to give or take. */
async function grantTo(em: EntityManager, runtime: string): Promise<void> {
  const [row] = await em.execute<{ isOwner: boolean }[]>('select current_user = ? as "isOwner"', [runtime]);
  if (!row?.isOwner) await grantPrivileges(em, runtime);
}

if (import.meta.main) {
  const { databaseUrl, databaseMigrationUrl, databaseAdminUrl } = loadConfig();
  if (databaseAdminUrl !== undefined) await makeRoles(databaseAdminUrl, databaseMigrationUrl, databaseUrl);
  const applied = await migrateToLatest({ databaseUrl, migrationUrl: databaseMigrationUrl });
  console.log(applied.length === 0 ? 'the schema is up to date' : `applied: ${applied.join(', ')}`);
}

async function makeRoles(adminUrl: string, migrationUrl: string | undefined, databaseUrl: string) {
  if (migrationUrl === undefined) throw new Error('DATABASE_ADMIN_URL needs DATABASE_MIGRATION_URL, too');
  await refuseTwoDatabases([adminUrl, migrationUrl, databaseUrl]);
  const refused = await prepareRoles({ adminUrl, migrationUrl, databaseUrl });
  console.log('the roles are in place');
  if (refused.length > 0) console.log(`set for the whole server, by hand: ${refused.join(', ')}`);
}
