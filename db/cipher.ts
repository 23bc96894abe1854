import { createHmac, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';

/**
 * Encrypts secrets at rest: AES-256-GCM as a compact JWE (RFC 7516, `dir` with `A256GCM`). Its `kid` says which key made
 * it, so that keys can be changed while everything runs (docs/decisions/0039).
 * Secrets are stored encrypted, not hashed, because signing needs them (docs/architecture.md, "Persistence").
 */
export interface Cipher {
  /** Names the key that encrypts, without revealing it. */
  readonly keyId: string;
  /** The prefix of every text that it encrypts, and of no other, by which the database recognizes them. */
  readonly prefix: string;
  encrypt(plaintext: string | Uint8Array): Promise<string>;
  /** @throws when the text was changed or belongs to another key. */
  decrypt(ciphertext: string): Promise<string>;
  /** The same for what is no text. */
  decryptBytes(ciphertext: string): Promise<Uint8Array>;
  /** Key material for another purpose (HKDF, RFC 5869): of the key that encrypts, then of those that are accepted. */
  derive(purpose: string, bytes: number): Buffer[];
}

/**
 * @param key 32 bytes; encrypts.
 * @param accepted further keys that texts may have been made with, of 32 bytes each; they only decrypt.
 */
export function createCipher(key: Uint8Array, accepted: readonly Uint8Array[] = []): Cipher {
  const header = { alg: 'dir', enc: 'A256GCM', kid: nameOf(key) };
  const keys = [key, ...accepted].map((bytes) => ({ bytes, kid: nameOf(bytes) }));
  const decryptBytes = async (ciphertext: string) => {
    const { kid } = decodeProtectedHeader(ciphertext);
    // Texts from before keys had names carry none.
    const candidates = kid === undefined ? keys : keys.filter((one) => one.kid === kid);
    return await firstThatOpens(ciphertext, candidates);
  };
  return {
    keyId: header.kid,
    prefix: `${Buffer.from(JSON.stringify(header)).toString('base64url')}.`,
    encrypt: (plaintext) =>
      new CompactEncrypt(typeof plaintext === 'string' ? new TextEncoder().encode(plaintext) : plaintext)
        .setProtectedHeader(header)
        .encrypt(key),
    derive: (purpose, length) =>
      keys.map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', `guidepost ${purpose}`, length))),
    decryptBytes,
    decrypt: async (ciphertext) => new TextDecoder().decode(await decryptBytes(ciphertext)),
  };
}

async function firstThatOpens(
  ciphertext: string,
  keys: readonly { bytes: Uint8Array }[],
): Promise<Uint8Array> {
  let failure: unknown = new Error('encrypted with a key that is neither ENCRYPTION_KEY nor accepted');
  for (const { bytes } of keys) {
    try {
      const { plaintext } = await compactDecrypt(ciphertext, bytes, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return plaintext;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** 48 bits of an HMAC: enough to distinguish keys, too few to find one. */
function nameOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('guidepost encryption key').digest('base64url').slice(0, 8);
}
