/**
 * Signatures of Standard Webhooks, for tests that sign wrongly on purpose: the id, the timestamp, the body and the key may be
 * any. Whoever only verifies takes `webhooks` of @guidepost/sdk.
 */
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What receivers know of a signer: `whsec_…` for `v1`; `whsk_…` (to sign) and `whpk_…` (to verify) for `v1a`. */
export interface SigningKeys {
  readonly secret: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

const KEY_BYTES = 32;

export function newSigningKeys(): SigningKeys {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [priv, pub] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  return {
    secret: `whsec_${randomBytes(KEY_BYTES).toString('base64')}`,
    privateKey: `whsk_${Buffer.concat([priv, pub]).toString('base64')}`,
    publicKey: `whpk_${pub.toString('base64')}`,
  };
}

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** `v1,<base64>` by a `whsec_…`, `v1a,<base64>` by a `whsk_…`. */
export function signatureOf(key: string, { id, timestamp, body }: Signed): string {
  const content = `${id}.${timestamp}.${body}`;
  if (!key.startsWith('whsk_')) {
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', bytes).update(content).digest('base64')}`;
  }
  const pair = Buffer.from(key.slice('whsk_'.length), 'base64');
  const [d, x] = [pair.subarray(0, KEY_BYTES), pair.subarray(KEY_BYTES)].map((half) =>
    half.toString('base64url'),
  );
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: d!, x: x! };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return `v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`;
}

/** The headers of a notification, with these signatures. */
export function headersOf(
  { id, timestamp }: Pick<Signed, 'id' | 'timestamp'>,
  signatures: readonly string[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Guidepost/1 (+notifications)',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** A delivery as the platform makes it, now. */
export function signedDelivery(
  keys: readonly string[],
  {
    id,
    body,
    timestamp = Math.floor(Date.now() / 1_000),
  }: Omit<Signed, 'timestamp'> & { timestamp?: number },
) {
  const signed = { id, body, timestamp };
  return {
    headers: headersOf(
      signed,
      keys.map((key) => signatureOf(key, signed)),
    ),
    body,
  };
}
