import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT, ENCRYPTION_KEY } from '../world.ts';

const run = promisify(execFile);

/** A PostgreSQL that is not the platform's own, by role. */
export interface Urls {
  readonly admin: string;
  readonly migration: string;
  readonly application: string;
}

/** @param admin who makes the roles; the other two get passwords made of their names. */
export function urlsOf(adminUrl: string, admin?: string): Urls {
  const as = (username: string) =>
    Object.assign(new URL(adminUrl), { username, password: `of-${username}` }).href;
  return {
    admin: admin === undefined ? adminUrl : as(admin),
    migration: as('guidepost_migration'),
    application: as('guidepost_app'),
  };
}

/** `npm run migrate` with all three URLs. */
export async function migrate({ admin, migration, application }: Urls): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_ADMIN_URL: admin,
    DATABASE_MIGRATION_URL: migration,
    DATABASE_URL: application,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  };
  await run(process.execPath, [join(CHECKOUT, 'db/migrate.ts')], { env });
}
