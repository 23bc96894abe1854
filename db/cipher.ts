import { CompactEncrypt, compactDecrypt } from 'jose';

/**
 * Encrypts secrets at rest: AES-256-GCM as a compact JWE (RFC 7516, `dir` with `A256GCM`).
 * Secrets are stored encrypted, not hashed, because signing needs them (design, chapter 6).
 */
export interface Cipher {
  encrypt(plaintext: string): Promise<string>;
  /** @throws when the text was changed or belongs to another key. */
  decrypt(ciphertext: string): Promise<string>;
}

/** @param key 32 bytes. */
export function createCipher(key: Uint8Array): Cipher {
  return {
    encrypt: (plaintext) =>
      new CompactEncrypt(new TextEncoder().encode(plaintext))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    decrypt: async (ciphertext) => {
      const { plaintext } = await compactDecrypt(ciphertext, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return new TextDecoder().decode(plaintext);
    },
  };
}
