import type { Logger } from 'pino';

/**
 * A superuser may run programs on the database's host and change what must never be changed: no process of the
 * application may be one. Ends the process in production (docs/decisions/0060).
 */
export function refuseSuperuser(log: Logger, { isProduction }: { readonly isProduction: boolean }): void {
  const message =
    'DATABASE_URL names a superuser: create the roles with "npm run migrate" (docs/database.md)';
  if (isProduction) {
    log.fatal(message);
    process.exit(1);
  }
  log.warn(message);
}
