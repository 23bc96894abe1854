import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { prepareRoles } from '../../../db/roles.ts';
import { keepSecret } from '../os/files.ts';
import type { RunningPostgres } from './index.ts';

/** Where the application and its migrations connect; with passwords: treat them as secrets. */
export interface DatabaseUrls {
  readonly url: string;
  readonly migrationUrl: string;
}

/**
 * Makes the roles that the application and the migrations run as, with passwords of their own that are made once. A
 * database of a version that had none is handed over as it is; so is a restored one, whose passwords may be others.
 */
export async function prepareOwnRoles({
  adminUrl,
  secretsDir,
}: Pick<RunningPostgres, 'adminUrl' | 'secretsDir'>): Promise<DatabaseUrls> {
  const url = urlFor(adminUrl, 'guidepost_app', secretsDir);
  const migrationUrl = urlFor(adminUrl, 'guidepost_migration', secretsDir);
  await prepareRoles({ adminUrl, migrationUrl, databaseUrl: url });
  return { url, migrationUrl };
}

function urlFor(adminUrl: string, role: string, secretsDir: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = keepSecret(join(secretsDir, `password-${role}`), () =>
    randomBytes(24).toString('base64url'),
  );
  return url.href;
}
