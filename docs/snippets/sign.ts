import { createHash, createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';

interface RequestToSign {
  method: string;
  /** Below the platform's public address, as it is sent. */
  url: string;
  timestamp: string;
  nonce: string;
  /** `On-Behalf-Of` and `Idempotency-Key`; undefined: not sent. */
  onBehalfOf?: string | undefined;
  idempotencyKey?: string | undefined;
  body: string;
}

/** `X-Signature` of a request; `secret` is the app_secret, `sk_…`. */
export function signatureOf(secret: string, request: RequestToSign): string {
  const { method, url, timestamp, nonce, onBehalfOf, idempotencyKey, body } = request;
  const { host, pathname, search } = new URL(url);
  const query = search.slice(1).split('&').filter(Boolean).sort().join('&');
  const header = (name: string, value?: string) => (value === undefined ? name : `${name}:${value}`);
  const canonical = [
    'v2',
    timestamp,
    nonce,
    method.toUpperCase(),
    query ? `${pathname}?${query}` : pathname,
    `host:${host}`,
    header('on-behalf-of', onBehalfOf),
    header('idempotency-key', idempotencyKey),
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  return `v2=${createHmac('sha256', secret).update(canonical).digest('hex')}`;
}

// Try it: method, URL, timestamp and nonce as arguments, the body on standard input.
if (import.meta.main) {
  const [method = '', url = '', timestamp = '', nonce = ''] = process.argv.slice(2);
  const { CLIENT_SECRET = '', ON_BEHALF_OF: onBehalfOf, IDEMPOTENCY_KEY: idempotencyKey } = process.env;
  const request = {
    method,
    url,
    timestamp,
    nonce,
    onBehalfOf,
    idempotencyKey,
    body: await text(process.stdin),
  };
  console.log(signatureOf(CLIENT_SECRET, request));
}
