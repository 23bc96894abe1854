import { createPublicKey, verify } from 'node:crypto';
import { text } from 'node:stream/consumers';

const TOLERANCE_SECONDS = 300;

/** True when Guidepost sent this body, now. `publicKey` is `whpk_…`; `body` is the text exactly as it arrived. */
export function isFromGuidepost(publicKey: string, headers: Record<string, string>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.from(`${id}.${timestamp}.${body}`);
  return signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1a,'))
    .some((signature) => verify(null, signed, key, Buffer.from(signature.replace('v1a,', ''), 'base64')));
}

// Try it: id, timestamp and signatures as arguments, the body on standard input.
if (import.meta.main) {
  const [id = '', timestamp = '', signature = ''] = process.argv.slice(2);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const isValid = isFromGuidepost(process.env.CALLBACK_PUBLIC_KEY ?? '', headers, await text(process.stdin));
  console.log(isValid ? 'valid' : 'invalid');
}
