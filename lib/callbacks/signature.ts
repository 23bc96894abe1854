import { LRUCache } from 'lru-cache';
import { Webhook } from 'standardwebhooks';
import { MASKED_VALUE } from '../../domain/callback-headers.ts';
import { isPrivateKey, signWithPrivateKey } from './keys.ts';

export interface Signable {
  /** The notification's id: the same at every attempt, so that the merchant can recognize repeats. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
  /** `whsec_…` or `whsk_…`; the current one first, and during a rotation the previous one, which may be of the other kind. */
  readonly secrets: readonly string[];
}

/**
 * The headers of a notification, as Standard Webhooks specifies them (docs/notifications.md). `webhook-timestamp` is in
 * seconds, of this attempt; `webhook-signature` has one `v1,<base64>` or `v1a,<base64>` per secret, separated by spaces.
 * @throws when a secret is not base64, or a private key of another length.
 */
export function signedHeaders({ id, body, sentAt, secrets }: Signable): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatureBy = (secret: string) =>
    isPrivateKey(secret)
      ? signWithPrivateKey(secret, `${id}.${timestamp}.${body}`)
      : new Webhook(secret).sign(id, sentAt, body);
  return {
    'content-type': 'application/json',
    'user-agent': 'Guidepost/1 (+notifications)',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  };
}

/** What an endpoint adds to its notifications, decrypted. */
export interface OpenEndpoint {
  readonly secrets: Signable['secrets'];
  /** The merchant's own. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sendable extends Omit<Signable, 'secrets'> {
  readonly endpoint: OpenEndpoint;
}

/** All headers of a notification, names in lower case: the merchant's own, and ours, which win. @throws as signedHeaders */
export function headersOf({ endpoint, ...notification }: Sendable): Record<string, string> {
  const own = Object.entries(endpoint.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(own), ...signedHeaders({ ...notification, secrets: endpoint.secrets }) };
}

/** What may be kept and shown of them: the merchant's own without their values, one of which may be a password. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  endpoint: Pick<OpenEndpoint, 'headers'>,
): Record<string, string> {
  const own = new Set(Object.keys(endpoint.headers).map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, own.has(name) ? MASKED_VALUE : value]),
  );
}

/** What is encrypted of an endpoint. */
export interface SealedEndpoint {
  /** The current one first. */
  readonly secretsEncrypted: readonly string[];
  readonly headersEncrypted: string | null | undefined;
}

/** @param decrypt for example what createSecrets makes. */
export async function openEndpoint(
  decrypt: Decrypter['decrypt'],
  { secretsEncrypted, headersEncrypted }: SealedEndpoint,
): Promise<OpenEndpoint> {
  const [secrets, headers] = await Promise.all([
    Promise.all(secretsEncrypted.map(decrypt)),
    headersEncrypted == null ? '{}' : decrypt(headersEncrypted),
  ]);
  return { secrets, headers: JSON.parse(headers) };
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
