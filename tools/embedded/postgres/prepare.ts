/** Brings a database up to date: roles of our own server, schema, sandbox. A separate process (tools/embedded/os/one-shot.ts). */
import { migrateToLatest } from '../../../db/migrate.ts';
import { seedSandbox } from '../../../db/seed/index.ts';
import type { Credentials } from '../dev-file.ts';
import { answerOnce } from '../os/one-shot.ts';
import { type DatabaseUrls, prepareOwnRoles } from './roles.ts';

export interface Preparation {
  /** Of our own server, or of somebody else's. */
  readonly database: Parameters<typeof prepareOwnRoles>[0] | DatabaseUrls;
  readonly encryptionKey: Uint8Array;
  readonly encryptionKeysAccepted: readonly Uint8Array[];
}

export interface Prepared {
  readonly url: string;
  /** So many migrations. */
  readonly applied: number;
  readonly agency: Credentials;
  readonly studio: Credentials;
}

answerOnce(async ({ database, ...keys }: Preparation): Promise<Prepared> => {
  const { url, migrationUrl } = 'adminUrl' in database ? await prepareOwnRoles(database) : database;
  const applied = await migrateToLatest({ databaseUrl: url, migrationUrl }).catch((cause: Error) => {
    throw new Error(`the database's schema could not be brought up to date: ${cause.message}`, { cause });
  });
  const sandbox = await seedSandbox({
    databaseUrl: url,
    encryptionKey: Buffer.from(keys.encryptionKey),
    encryptionKeysAccepted: keys.encryptionKeysAccepted.map((key) => Buffer.from(key)),
  });
  return { url, applied: applied.length, ...sandbox };
});
