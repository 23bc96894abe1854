import { readFileSync } from 'node:fs';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure, misused } from '../failure.ts';
import type { Io } from '../terminal/io.ts';

export interface SecretOptions {
  /** A file with nothing but the secret in it. */
  readonly secretFile?: string | undefined;
}

/**
 * The callback secret or key that was given: `--secret-file`, else GUIDEPOST_CALLBACK_SECRET. Never on the command line,
 * which others on the machine can read.
 * @returns undefined where there is none; as it was given, so that stray spaces can be found.
 */
export function givenSecret({ env }: Io, { secretFile }: SecretOptions): string | undefined {
  if (secretFile === undefined) return env.GUIDEPOST_CALLBACK_SECRET || undefined;
  try {
    return readFileSync(secretFile, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${secretFile} can't be read (${code})`, EXIT.usage, undefined, error);
  }
}

/** A `whsec_…` that can sign. @throws CommandFailure */
export function usableSecret(given: string): string {
  const secret = given.trim();
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return secret;
  throw misused('the callback secret has to be whsec_ and base64', hintOn(secret));
}

function hintOn(secret: string): string | undefined {
  if (secret.startsWith('sk_'))
    return 'This is an app_secret. The callback secret is shown when the address is saved.';
  if (secret.startsWith('whpk_')) {
    return 'This is a public key, which cannot sign. Without a secret of your own the local key pair signs.';
  }
  return undefined;
}
