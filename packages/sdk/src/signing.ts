/** Request signatures, version 2 (https://guidepost.example/docs/signing): who holds the app_secret made exactly this request, once. */
import { type Bytes, hmacKey, toHex, utf8 } from './bytes.ts';

export interface RequestToSign {
  readonly method: string;
  readonly url: URL;
  /** The host of the platform's public address, `issuer` of its metadata, whatever name the request goes to. */
  readonly host: string;
  /** By lower-case name; `on-behalf-of` and `idempotency-key` are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
  /** Milliseconds since 1970, by the platform's clock. */
  readonly now: number;
}

/** The three headers of a signed request. Each call makes another nonce: a repeated request needs new headers. */
export async function signatureHeaders(
  secret: string,
  request: RequestToSign,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(request.now / 1_000));
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const canonical = [
    'v2',
    timestamp,
    nonce,
    request.method,
    targetOf(request.url),
    `host:${request.host}`,
    headerLine('on-behalf-of', request.headers),
    headerLine('idempotency-key', request.headers),
    toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', request.body))),
  ].join('\n');
  const key = await hmacKey(utf8(secret), 'sign');
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(canonical)));
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': `v2=${toHex(signature)}` };
}

/** Percent-encoded text is ASCII, so sorting by UTF-16 is sorting by bytes. */
function targetOf({ pathname, search }: URL): string {
  const query = search.slice(1).split('&').filter(Boolean).sort().join('&');
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** The colon distinguishes an empty header from one that is not sent. */
function headerLine(name: string, headers: Readonly<Record<string, string>>): string {
  const value = headers[name];
  return value === undefined ? name : `${name}:${value}`;
}
