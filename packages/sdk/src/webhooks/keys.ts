/** Secrets and keys as Standard Webhooks writes them, and what signs and verifies with them. */
import { type Bytes, fromBase64, hmacKey, toBase64Url } from '../bytes.ts';
import { WebhookVerificationError } from './errors.ts';

/** `v1`: HMAC-SHA256 with a shared secret, `whsec_…`; `v1a`: Ed25519, private `whsk_…`, public `whpk_…`. */
export type SignatureScheme = 'v1' | 'v1a';

export interface Verifier {
  readonly scheme: SignatureScheme;
  verify(signature: Bytes, content: Bytes): Promise<boolean>;
}

export interface Signer {
  readonly scheme: SignatureScheme;
  sign(content: Bytes): Promise<Uint8Array>;
}

const KEY_BYTES = 32;
/** Standard Webhooks: 24 to 64 bytes. One that lost its end when it was copied is shorter. */
const SECRET_BYTES_MIN = 24;
const ED25519 = { name: 'Ed25519' } as const;

/** @param secret `whsec_…` or `whpk_…`. WebCrypto compares in constant time. @throws WebhookVerificationError */
export async function verifierOf(secret: string): Promise<Verifier> {
  if (String(secret).startsWith('whpk_')) {
    const bytes = keyBytes(secret, 'whpk_', KEY_BYTES);
    const key = await crypto.subtle.importKey('raw', bytes, ED25519, false, ['verify']);
    return {
      scheme: 'v1a',
      verify: (signature, content) => crypto.subtle.verify(ED25519, key, signature, content),
    };
  }
  const key = await hmacKey(keyBytes(secret, 'whsec_'), 'verify');
  return {
    scheme: 'v1',
    verify: (signature, content) => crypto.subtle.verify('HMAC', key, signature, content),
  };
}

/** @param secret `whsec_…` or `whsk_…`. @throws WebhookVerificationError */
export async function signerOf(secret: string): Promise<Signer> {
  if (String(secret).startsWith('whsk_')) {
    const pair = keyBytes(secret, 'whsk_', 2 * KEY_BYTES);
    const [d, x] = [pair.subarray(0, KEY_BYTES), pair.subarray(KEY_BYTES)].map(toBase64Url);
    const jwk = { kty: 'OKP', crv: 'Ed25519', d: d!, x: x! };
    const key = await crypto.subtle.importKey('jwk', jwk, ED25519, false, ['sign']);
    return {
      scheme: 'v1a',
      sign: async (content) => new Uint8Array(await crypto.subtle.sign(ED25519, key, content)),
    };
  }
  const key = await hmacKey(keyBytes(secret, 'whsec_'), 'sign');
  return {
    scheme: 'v1',
    sign: async (content) => new Uint8Array(await crypto.subtle.sign('HMAC', key, content)),
  };
}

/** The key itself stays out of the error. */
function keyBytes(secret: string, prefix: string, length?: number): Bytes {
  const isText = typeof secret === 'string' && secret.startsWith(prefix);
  const bytes = isText ? fromBase64(secret.slice(prefix.length)) : undefined;
  const fits =
    bytes !== undefined &&
    (length === undefined ? bytes.length >= SECRET_BYTES_MIN : bytes.length === length);
  if (!fits) throw new WebhookVerificationError('secret_malformed');
  return bytes;
}
