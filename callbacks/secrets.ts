import { LRUCache } from 'lru-cache';

const KEPT = 1_000;
const KEPT_MS = 60_000;

/** Reads a secret that is encrypted at rest; the database's cipher is one. */
interface Decrypting {
  decrypt(ciphertext: string): Promise<string>;
}

/**
 * Decrypts callback secrets. Those used in the last minute are kept, so that a merchant's many notifications cost one
 * decryption. By the ciphertext: a secret that was replaced, or encrypted with another key, is another entry.
 */
export function createSecrets({ decrypt }: Decrypting): (encrypted: string) => Promise<string> {
  const cache = new LRUCache<string, Promise<string>>({ max: KEPT, ttl: KEPT_MS });
  return (encrypted) => {
    const known = cache.get(encrypted);
    if (known !== undefined) return known;
    const secret = decrypt(encrypted);
    cache.set(encrypted, secret);
    // One that can't be read now may be readable soon: a worker that was given its new key, say.
    secret.catch(() => cache.delete(encrypted));
    return secret;
  };
}
