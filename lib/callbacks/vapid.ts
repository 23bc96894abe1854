/** How push services know that a message is ours (VAPID, RFC 8292). */
import { createECDH } from 'node:crypto';

/** Base64url, of P-256: an uncompressed point, and a scalar. */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How many points P-256 has (FIPS 186-5). */
const ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n;
/** Of randomness: 16 more than a key has, so that no key is likelier than another (FIPS 186-5, A.2.1). */
export const VAPID_SEED_BYTES = 48;

/** @param seed secret bytes, VAPID_SEED_BYTES of them; the same ones give the same key. */
export function vapidKeyOf(seed: Uint8Array): VapidKey {
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  };
}
