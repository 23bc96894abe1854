import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The first line of every canonical string, and the prefix of every signature. */
export const SIGNATURE_VERSION = 'v1';

/** A request as its signature sees it. */
export interface SignedRequest {
  /** `X-Timestamp`: seconds since 1970, as it was sent. */
  readonly timestamp: string;
  /** `X-Nonce`. */
  readonly nonce: string;
  readonly method: string;
  /** Path with query, byte for byte as in the request line. */
  readonly target: string;
  /** The body's bytes; none: empty. */
  readonly body: Uint8Array;
}

export const CANONICAL_LINES = ['version', 'timestamp', 'nonce', 'method', 'path', 'bodySha256'] as const;

/** The six lines that are signed, joined by LF without one at the end (docs/signing.md). */
export function canonicalString({ timestamp, nonce, method, target, body }: SignedRequest): string {
  return [SIGNATURE_VERSION, timestamp, nonce, method.toUpperCase(), sortQuery(target), sha256(body)].join(
    '\n',
  );
}

/** `X-Signature`: `v1=` and the HMAC-SHA256 of the canonical string under the app_secret's bytes, in lower-case hex. */
export function sign(secret: string, canonical: string): string {
  const mac = createHmac('sha256', secret).update(canonical).digest('hex');
  return `${SIGNATURE_VERSION}=${mac}`;
}

/** Whether `signature` is that of `canonical` under `secret`; the time taken tells nothing of where they differ. */
export function isSignedBy(secret: string, canonical: string, signature: string): boolean {
  const [expected, given] = [sign(secret, canonical), signature].map((text) => Buffer.from(text));
  return expected!.length === given!.length && timingSafeEqual(expected!, given!);
}

/**
 * Parameters sorted by their bytes as sent, still percent-encoded, so that nobody has to agree on an encoding; without parameters
 * there is no question mark.
 */
export function sortQuery(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0) return target;
  const parameters = target
    .slice(mark + 1)
    .split('&')
    .filter((parameter) => parameter !== '');
  const path = target.slice(0, mark);
  return parameters.length === 0 ? path : `${path}?${parameters.sort(byBytes).join('&')}`;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** In lower-case hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
