import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Cipher } from '../../db/cipher.ts';
import type { Verifier } from '../../lib/transparency/note.ts';

/** The key that signs the log's checkpoints; it never changes while the log goes on. */
export interface LogKey {
  readonly verifier: Verifier;
  readonly privateKey: KeyObject;
}

/** The log's name, in its checkpoints and signatures: no other installation has it. */
export const originOf = (installation: string) => `guidepost/${installation}`;

/** @throws when ENCRYPTION_KEY does not decrypt it. */
export async function openLogKey(
  keyEncrypted: string,
  cipher: Cipher,
  installation: string,
): Promise<LogKey> {
  const privateKey = createPrivateKey({ key: JSON.parse(await cipher.decrypt(keyEncrypted)), format: 'jwk' });
  return { privateKey, verifier: { name: originOf(installation), key: createPublicKey(privateKey) } };
}

/** A new one, as it is stored. */
export async function newLogKey(cipher: Cipher): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  return await cipher.encrypt(JSON.stringify(privateKey.export({ format: 'jwk' })));
}
