import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepSecret } from './os/files.ts';

const KEY_BYTES = 32;

/** The places below the data folder. */
export interface DataFolder {
  readonly dir: string;
  readonly logs: string;
  /** Who runs on this folder now, see run-lock.ts. */
  readonly lock: string;
  readonly ports: string;
  readonly temporalDb: string;
  readonly bundles: string;
  /** Mails, one file each, unless there is a mail server. */
  readonly outbox: string;
  /** Where tools find the platform that runs on this folder. */
  readonly devFile: string;
}

/** @param chosen GUIDEPOST_DATA; without it the data is kept in `.guidepost` in the checkout. */
export function dataFolderOf(checkout: string, chosen: string | undefined): string {
  return chosen ? resolve(chosen) : join(checkout, '.guidepost');
}

/** Makes the folder where it is not there yet. */
export function openDataFolder(checkout: string, chosen: string | undefined): DataFolder {
  const dir = dataFolderOf(checkout, chosen);
  mkdirSync(join(dir, 'logs'), { recursive: true });
  return {
    dir,
    logs: join(dir, 'logs'),
    lock: join(dir, 'running.json'),
    ports: join(dir, 'ports.json'),
    temporalDb: join(dir, 'temporal', 'temporal.db'),
    bundles: join(dir, 'bundles'),
    outbox: join(dir, 'outbox'),
    devFile: join(dir, 'dev.json'),
  };
}

/**
 * The key that encrypts secrets in the database, base64; made once. Without it they can't be read again.
 * @throws where the file was damaged since.
 */
export function encryptionKey(data: DataFolder): string {
  const path = join(data.dir, 'encryption.key');
  const key = keepSecret(path, () => randomBytes(KEY_BYTES).toString('base64'));
  if (Buffer.from(key, 'base64').length === KEY_BYTES) return key;
  throw new Error(`${path} is damaged: it must hold ${KEY_BYTES} bytes, base64. Restore it from a backup.`);
}

/** Of the console's sandbox logins; made once. */
export function consolePassword(data: DataFolder): string {
  return keepSecret(join(data.dir, 'console.password'), () => randomBytes(12).toString('base64url'));
}
