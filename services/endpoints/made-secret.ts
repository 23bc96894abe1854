import { createHash } from 'node:crypto';
import type { Cipher } from '../../db/cipher.ts';
import type { CallbackEndpoint } from '../../db/entities/index.ts';
import { shownOnce } from './view.ts';

/** What a command notes of a secret that it made. */
export interface MadeSecret {
  /** Its SHA-256, which reveals nothing of 256 random bits. */
  readonly secretDigest?: string;
}

export function noteOf(secret: string | undefined): MadeSecret {
  return secret === undefined ? {} : { secretDigest: digestOf(secret) };
}

/**
 * The secret that a command made, for its answer, also where its first answer was lost: as long as the endpoint has it. Only the
 * credential that asked gets there (lib/http/plugins/idempotency.ts, `showsSecret`).
 */
export async function shownToMaker(
  cipher: Cipher,
  { secretEncrypted }: CallbackEndpoint,
  { secretDigest }: MadeSecret,
): Promise<{ secret?: string }> {
  if (secretDigest === undefined || secretEncrypted == null) return {};
  const secret = await cipher.decrypt(secretEncrypted);
  return digestOf(secret) === secretDigest ? shownOnce(secret) : {};
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
