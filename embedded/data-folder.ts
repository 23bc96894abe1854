import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepSecret } from './files.ts';

/** The places below the data folder. */
export interface DataFolder {
  readonly dir: string;
  readonly logs: string;
  /** Who runs on this folder now, see run-lock.ts. */
  readonly lock: string;
  readonly ports: string;
  readonly temporalDb: string;
  readonly bundles: string;
  /** Where tools look for the running platform: first here, then, by default, in the checkout's own folder. */
  readonly devFiles: readonly string[];
}

/** @param chosen GUIDEPOST_DATA; without it the data is kept in `.guidepost` in the checkout. */
export function openDataFolder(checkout: string, chosen: string | undefined): DataFolder {
  const usual = join(checkout, '.guidepost');
  const dir = chosen ? resolve(chosen) : usual;
  mkdirSync(join(dir, 'logs'), { recursive: true });
  return {
    dir,
    logs: join(dir, 'logs'),
    lock: join(dir, 'running.json'),
    ports: join(dir, 'ports.json'),
    temporalDb: join(dir, 'temporal', 'temporal.db'),
    bundles: join(dir, 'bundles'),
    devFiles: [...new Set([join(dir, 'dev.json'), join(usual, 'dev.json')])],
  };
}

/** The key that encrypts secrets in the database, base64; made once. Without it they can't be read again. */
export function encryptionKey(data: DataFolder): string {
  return keepSecret(join(data.dir, 'encryption.key'), () => randomBytes(32).toString('base64'));
}
