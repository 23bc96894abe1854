import { createHmac, timingSafeEqual } from 'node:crypto';
import { text } from 'node:stream/consumers';

const TOLERANCE_SECONDS = 300;

/** True when Guidepost sent this body, now. `secret` is `whsec_…`; `body` is the text exactly as it arrived. */
export function isFromGuidepost(secret: string, headers: Record<string, string>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// Try it: id, timestamp and signatures as arguments, the body on standard input.
if (import.meta.main) {
  const [id = '', timestamp = '', signature = ''] = process.argv.slice(2);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const isValid = isFromGuidepost(process.env.CALLBACK_SECRET ?? '', headers, await text(process.stdin));
  console.log(isValid ? 'valid' : 'invalid');
}
