import { join } from 'node:path';
import { newSigningKeys, type SigningKeys } from '../receiver/signing.ts';
import { configFolder, readPrivate, writePrivate } from './folder.ts';

/** What `listen` and `test` sign with: made once, and then always the same, so that a receiver can be given it. */
export function localKeys(env: Readonly<Record<string, string | undefined>>): SigningKeys {
  const path = join(configFolder(env), 'local-keys.json');
  const known = readPrivate<SigningKeys>(path);
  if (known !== undefined) return known;
  const keys = newSigningKeys();
  writePrivate(path, keys);
  return keys;
}
