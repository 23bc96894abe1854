/** `npm run migrate`: brings the database at DATABASE_URL to the newest schema. */
import { loadConfig } from '../config.ts';
import { createOrm } from './orm.ts';

/** A migration may take its time. */
const QUIET_AND_PATIENT = { logger: () => {}, driverOptions: {} };

/**
 * Applies every migration that is missing, each in a transaction. Safe to call from several processes at once:
 * an advisory lock lets one of them work while the others wait.
 * @returns the names of those applied.
 */
export async function migrateToLatest(databaseUrl: string): Promise<string[]> {
  const orm = createOrm({ databaseUrl, poolMax: 4, overrides: QUIET_AND_PATIENT });
  try {
    return await orm.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(20261121)');
      const applied = await orm.migrator.up();
      return applied.map(({ name }) => name);
    });
  } finally {
    await orm.close();
  }
}

if (import.meta.main) {
  const applied = await migrateToLatest(loadConfig().databaseUrl);
  console.log(applied.length === 0 ? 'the schema is up to date' : `applied: ${applied.join(', ')}`);
}
