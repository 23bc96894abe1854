import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { configFolder, readPrivate, writePrivate } from './folder.ts';
import type { Profile } from './profiles.ts';

interface KeptCursor {
  readonly cursor: string;
  /** For people who look into the folder. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly target: string;
}

/** Where `listen` goes on: one file for each merchant and target, so that two of them never write the same. */
export function cursorStore(
  env: Readonly<Record<string, string | undefined>>,
  { baseUrl, clientId }: Profile,
  target: string,
) {
  const key = createHash('sha256').update(`${baseUrl}\n${clientId}\n${target}`).digest('hex').slice(0, 16);
  const path = join(configFolder(env), 'cursors', `${key}.json`);
  return {
    read: () => readPrivate<KeptCursor>(path)?.cursor,
    write: (cursor: string) => writePrivate(path, { cursor, baseUrl, clientId, target }),
  };
}
