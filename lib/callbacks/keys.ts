/** Secrets and keys as Standard Webhooks writes them ("Signature scheme"). */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { SignatureScheme } from '../../domain/callback-endpoint.ts';

const SECRET_BYTES = 32;
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';
/** Bytes of an Ed25519 key; a private one is followed by its public one, as NaCl and the reference sender write it. */
const KEY_BYTES = 32;

/** `v1`: `whsec_` and 256 random bits; `v1a`: a new private key, `whsk_`. Both in base64. */
export function newSigningSecret(scheme: SignatureScheme): string {
  if (scheme === 'v1') return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const pair = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return `${PRIVATE_PREFIX}${pair.toString('base64')}`;
}

/** Whether a secret is a private key, which signs by `v1a`. */
export function isPrivateKey(secret: string): boolean {
  return secret.startsWith(PRIVATE_PREFIX);
}

/** `whpk_…`, with which anybody verifies what the private key signed. */
export function publicKeyOf(privateKey: string): string {
  return `${PUBLIC_PREFIX}${pairOf(privateKey).subarray(KEY_BYTES).toString('base64')}`;
}

/** `v1a,<base64>`: Ed25519 (RFC 8032). @throws when it is no such key. */
export function signWithPrivateKey(privateKey: string, content: string): string {
  const pair = pairOf(privateKey);
  const d = pair.subarray(0, KEY_BYTES).toString('base64url');
  const x = pair.subarray(KEY_BYTES).toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  return `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`;
}

function pairOf(privateKey: string): Buffer {
  const pair = Buffer.from(privateKey.slice(PRIVATE_PREFIX.length), 'base64');
  // The key itself stays out of the message.
  if (pair.length !== 2 * KEY_BYTES) throw new Error('not an Ed25519 key pair');
  return pair;
}
