import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The first line of every canonical string, and the prefix of every signature. */
export const SIGNATURE_VERSIONS = ['v1', 'v2'] as const;
export type SignatureVersion = (typeof SIGNATURE_VERSIONS)[number];

/** A request as its signature sees it. */
export interface SignedRequest {
  readonly version: SignatureVersion;
  /** `X-Timestamp`: seconds since 1970, as it was sent. */
  readonly timestamp: string;
  /** `X-Nonce`. */
  readonly nonce: string;
  readonly method: string;
  /** Path with query, byte for byte as in the request line. */
  readonly target: string;
  /** The platform's, whatever name the request went to: see publicHost. In v2 only, as the next two are. */
  readonly host: string;
  /** `On-Behalf-Of`; undefined: not sent, which is not the same as empty. */
  readonly onBehalfOf: string | undefined;
  /** `Idempotency-Key`; likewise. */
  readonly idempotencyKey: string | undefined;
  /** The body's bytes; none: empty. */
  readonly body: Uint8Array;
}

/** What each line holds. */
export const CANONICAL_LINES = {
  v1: ['version', 'timestamp', 'nonce', 'method', 'path', 'bodySha256'],
  v2: [
    'version',
    'timestamp',
    'nonce',
    'method',
    'path',
    'host',
    'onBehalfOf',
    'idempotencyKey',
    'bodySha256',
  ],
} as const satisfies Record<SignatureVersion, readonly string[]>;

/** The lines that are signed, joined by LF without one at the end (docs/signing.md). */
export function canonicalString(request: SignedRequest): string {
  const { version, timestamp, nonce, method, target, body } = request;
  const headers =
    version === 'v1'
      ? []
      : [
          `host:${request.host}`,
          headerLine('on-behalf-of', request.onBehalfOf),
          headerLine('idempotency-key', request.idempotencyKey),
        ];
  const start = [version, timestamp, nonce, method.toUpperCase(), sortQuery(target)];
  return [...start, ...headers, sha256(body)].join('\n');
}

/** The colon distinguishes an empty header from one that was not sent. */
function headerLine(name: string, value: string | undefined): string {
  return value === undefined ? name : `${name}:${value}`;
}

/**
 * The host that v2 signs: that of PUBLIC_BASE_URL in lower case, with its port unless it is the scheme's own (as WHATWG URLs
 * have it). Not that of the request, which proxies change.
 */
export function publicHost(publicBaseUrl: string): string {
  return new URL(publicBaseUrl).host;
}

/** `X-Signature`: `v1=` or `v2=` and the HMAC-SHA256 of the canonical string under the app_secret's bytes, in lower-case hex. */
export function sign(secret: string, canonical: string): string {
  const version = canonical.slice(0, canonical.indexOf('\n'));
  return `${version}=${createHmac('sha256', secret).update(canonical).digest('hex')}`;
}

/** Whether `signature` is that of `canonical` under `secret`; the time taken does not reveal where they differ. */
export function isSignedBy(secret: string, canonical: string, signature: string): boolean {
  const [expected, given] = [sign(secret, canonical), signature].map((text) => Buffer.from(text));
  return expected!.length === given!.length && timingSafeEqual(expected!, given!);
}

/**
 * Parameters sorted by their bytes as sent, still percent-encoded, so that nobody has to agree on an encoding; without parameters
 * there is no question mark.
 */
function sortQuery(target: string): string {
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
function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
