/** The database under test, as one of those that its application is not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../tools/embedded/run.ts';

/** Owns the tables; and the superuser, who may change the server's settings. */
export type DatabaseRole = 'guidepost_migration' | 'guidepost';

/** Where `npm start`, and `npm run topology`, keep their passwords. */
const PASSWORDS: Readonly<Record<DatabaseRole, readonly string[]>> = {
  guidepost_migration: ['postgres/password-guidepost_migration', 'secrets/GUIDEPOST_DB_MIGRATION_PASSWORD'],
  guidepost: ['postgres/password', 'secrets/GUIDEPOST_DB_PASSWORD'],
};

/** The database's address with the role's password: treat it as a secret. */
export function databaseAddress(
  { dataDir, info }: Pick<Platform, 'dataDir' | 'info'>,
  role: DatabaseRole,
): string {
  const file = PASSWORDS[role].map((name) => join(dataDir, name)).find(existsSync);
  if (file === undefined) throw new Error(`the password of ${role} is not in ${dataDir}`);
  const password = readFileSync(file, 'utf8').trim();
  return Object.assign(new URL(info.database), { username: role, password }).href;
}
