import { LRUCache } from 'lru-cache';
import { Webhook } from 'standardwebhooks';

export interface Signable {
  /** The notification's id: the same at every attempt, so that the merchant can tell repeats. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
  /** `whsec_…`; the current one first, and during a rotation the previous one. */
  readonly secrets: readonly string[];
}

/**
 * The headers of a notification, as Standard Webhooks specifies them (docs/notifications.md). `webhook-timestamp` is in
 * seconds, of this attempt; `webhook-signature` has one `v1,<base64>` per secret, separated by spaces.
 * @throws when a secret is not base64.
 */
export function signedHeaders({ id, body, sentAt, secrets }: Signable): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Guidepost/1 (+notifications)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
  };
}

interface Decrypter {
  decrypt(encrypted: string): Promise<string>;
}

const KEPT_SECRETS = 1_000;
const KEPT_MS = 60_000;

/**
 * Decrypts callback secrets. Those used in the last minute are kept, so that a merchant's many notifications cost one
 * decryption. By the ciphertext: a secret that was replaced, or encrypted with another key, is another entry.
 */
export function createSecrets({ decrypt }: Decrypter): Decrypter['decrypt'] {
  const cache = new LRUCache<string, Promise<string>>({ max: KEPT_SECRETS, ttl: KEPT_MS });
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
