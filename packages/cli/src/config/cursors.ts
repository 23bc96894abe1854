import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { configFolder, readPrivate, writePrivate } from './folder.ts';
import type { Profile } from './profiles.ts';

/** A cursor of the feed; or the instant, RFC 3339, at which it began, while no page was handled to its end. */
export type Place = { readonly cursor: string } | { readonly since: string };

interface Kept {
  readonly place: Place;
  /** For people who read the folder. */
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
    read: () => readPrivate<Kept>(path)?.place,
    write: (place: Place) => writePrivate(path, { place, baseUrl, clientId, target } satisfies Kept),
  };
}
